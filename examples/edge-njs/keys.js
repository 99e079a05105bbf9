/** Cache keys for nginx: https://nginx.org/en/docs/njs/. edge.small.js is `urlsieve/edge/small`, in the folder that js_path names. */
import edge from "edge.small.js";

var rule = edge.noVarySearch('key-order, params=("utm_source" "utm_medium" "gclid")');

/** The key of a request. nginx takes an error for an empty key, which requests would share: what has no key is its own. */
function key(r) {
	var url = `${r.variables.scheme}://${r.variables.host}${r.variables.request_uri}`;
	try {
		return edge.cacheKey(url, rule);
	} catch (e) {
		r.error(e.message);
		return `!${url}`;
	}
}

export default { key: key };
