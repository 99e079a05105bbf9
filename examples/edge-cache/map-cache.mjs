/** A cache in memory, for runtimes without `caches` and for tests: at most `max` responses, of which the least recently used go. */
export function createMapCache(max = 1000) {
	const stored = new Map();
	return {
		get size() {
			return stored.size;
		},
		async match(key) {
			const response = stored.get(key);
			if (response === undefined) return undefined;
			stored.delete(key);
			stored.set(key, response);
			return new Response(response.body, { headers: response.headers });
		},
		async put(key, response) {
			const body = await response.arrayBuffer();
			stored.delete(key);
			stored.set(key, { body, headers: [...response.headers] });
			if (stored.size > max) stored.delete(stored.keys().next().value);
		},
		async delete(key) {
			return stored.delete(key);
		},
	};
}
