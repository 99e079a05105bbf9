/** A cache whose responses expire: a Map and the `caches` of Deno keep them until they are deleted. Cloudflare's expire by themselves. */
const EXPIRES = "x-cache-expires";

/** Wraps a cache. `now`: the time in milliseconds. */
export function createFreshCache(cache, now = Date.now) {
	return {
		async match(key) {
			const stored = await cache.match(key);
			if (stored === undefined) return undefined;
			if (Number(stored.headers.get(EXPIRES)) > now()) return withoutMark(stored);
			await cache.delete(key);
			return undefined;
		},
		async put(key, { body, headers }) {
			const marked = new Headers(headers);
			marked.set(EXPIRES, String(now() + 1000 * lifetimeOf(headers)));
			await cache.put(key, new Response(body, { headers: marked }));
		},
	};
}

/** Seconds: RFC 9111 §4.2.1, for a shared cache. */
function lifetimeOf(headers) {
	const control = headers.get("cache-control") ?? "";
	const [, seconds] = /\bs-maxage=([0-9]+)/.exec(control) ?? /\bmax-age=([0-9]+)/.exec(control) ?? [];
	return Number(seconds ?? 0) - Number(headers.get("age") ?? 0);
}

function withoutMark({ body, headers }) {
	const own = new Headers(headers);
	own.delete(EXPIRES);
	return new Response(body, { headers: own });
}
