/** A cache whose responses expire: a Map and the `caches` of Deno keep them until they are deleted. Cloudflare's expire by themselves. */
import { ageOf, lifetimeOf } from "./cache-control.mjs";

const STORED = "x-cache-stored";

/** Wraps a cache. `now`: the time in milliseconds. */
export function createFreshCache(cache, now = Date.now) {
	return {
		async match(key) {
			const response = await cache.match(key);
			if (response === undefined) return undefined;
			const seconds = (now() - Number(response.headers.get(STORED))) / 1000;
			if (seconds < lifetimeOf(response)) return aged(response, seconds);
			await cache.delete(key);
			return undefined;
		},
		async put(key, { body, headers }) {
			const marked = new Headers(headers);
			marked.set(STORED, String(now()));
			await cache.put(key, new Response(body, { headers: marked }));
		},
		delete: (key) => cache.delete(key),
	};
}

/** The response as it is sent, with its age: RFC 9111 §5.1. */
function aged({ body, headers }, seconds) {
	const own = new Headers(headers);
	own.delete(STORED);
	own.set("age", String(ageOf(headers) + Math.floor(seconds)));
	return new Response(body, { headers: own });
}
