/** Cache keys for nginx: https://nginx.org/en/docs/njs/. edge.small.js is `urlsieve/edge/small`, in the folder that js_path names. */
import edge from "edge.small.js";

var rule = edge.noVarySearch('key-order, params=("utm_source" "utm_medium" "gclid")');

/** The key of a request. nginx.conf says what becomes of an error. */
function key(r) {
	return edge.cacheKey(`${r.variables.scheme}://${r.variables.host}${r.variables.request_uri}`, rule);
}

export default { key: key };
