/** A cache whose keys follow the rules that servers declare. It runs wherever there are Request, Response and fetch. */
import { isInvalidating, isStorable } from "./cache-control.mjs";

/**
 * Returns what answers requests. `rules`: of `createRules`. `cache`: what `caches.open` resolves to, used by nothing else. `origin`:
 * fetches a response. `later` takes the promise that a response is stored, such as `ctx.waitUntil`; it may be rejected.
 */
export function createHandler({ rules, cache, origin }) {
	return async (request, later) => {
		if (request.method !== "GET") return passed(request, origin, rules, cache);
		if (!rules.knows(request)) rules.adopt(request, await cache.match(rules.place(request)));
		const hit = await cache.match(rules.key(request));
		if (hit !== undefined) return marked(hit, "hit");
		const response = await origin(request);
		if (isStorable(request, response)) later(store(rules, cache, request, response.clone()));
		return marked(response, "miss");
	};
}

/** Another method: a POST or DELETE that succeeds makes the stored response of its URL invalid. */
async function passed(request, origin, rules, cache) {
	const response = await origin(request);
	if (isInvalidating(request, response)) {
		if (!rules.knows(request)) rules.adopt(request, await cache.match(rules.place(request)));
		await cache.delete(rules.key(request));
	}
	return response;
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
