/** A cache whose keys follow the rules that servers declare. It runs wherever there are Request, Response and fetch. */

/**
 * Returns what answers requests. `rules`: of `createRules`. `cache`: what `caches.open` resolves to, used by nothing else. `origin`:
 * fetches a response. `later` takes the promise that a response is stored, such as `ctx.waitUntil`; it may be rejected.
 */
export function createHandler({ rules, cache, origin }) {
	return async (request, later) => {
		if (request.method !== "GET") return origin(request);
		if (!rules.knows(request)) rules.adopt(request, await cache.match(rules.place(request)));
		const hit = await cache.match(rules.key(request));
		if (hit !== undefined) return marked(hit, "hit");
		const response = await origin(request);
		if (isStorable(request, response)) later(store(rules, cache, request, response.clone()));
		return marked(response, "miss");
	};
}

/** RFC 9111 §3, on the safe side: only what says that shared caches may keep it, and varies on nothing. */
function isStorable(request, { status, headers }) {
	const control = headers.get("cache-control") ?? "";
	const isShared = /(?:^|[\s,])(?:public|s-maxage=[1-9]\d*|max-age=[1-9]\d*)(?:$|[\s,])/.test(control);
	const isPrivate = /no-store|private|no-cache/.test(control) || headers.has("set-cookie") || headers.has("vary");
	return status === 200 && isShared && !isPrivate && !request.headers.has("authorization");
}

/** Stores a response once it has arrived in full, and the rule of its path beside it, for isolates that have not seen one. */
async function store(rules, cache, request, response) {
	const complete = new Response(await response.arrayBuffer(), { headers: response.headers });
	const key = rules.learn(request, complete);
	await Promise.all([cache.put(key, complete), cache.put(rules.place(request), rules.record(request))]);
}

function marked(response, state) {
	const headers = new Headers(response.headers);
	headers.set("x-cache", state);
	return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
