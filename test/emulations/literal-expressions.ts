/** Expressions of Safe Browsing as its documents describe them, from a canonical URL: literal and slow. */

/** The function that is used of `tldts`. */
export interface Tldts {
	getDomain(host: string, options: { allowPrivateDomains: boolean; extractHostname: boolean }): string | null;
}

/** All expressions, in no particular order. v5 needs `tldts`. */
export function literalExpressions(canonical: string, tldts: Tldts | undefined): string[] {
	const [, host = "", path = "", query = ""] = /^[^:]+:\/\/([^/]*)(\/[^?]*)(\?.*)?$/.exec(canonical) ?? [];
	const paths = [...(query.length > 1 ? [path + query] : []), path, ...prefixesOf(path)];
	return [...new Set(hostsOf(host, tldts).flatMap((suffix) => paths.map((prefix) => suffix + prefix)))];
}

/** "/" and up to three longer ones, with a final "/". */
function prefixesOf(path: string): string[] {
	const segments = path.split("/").slice(1, -1);
	return [0, 1, 2, 3]
		.filter((count) => count <= segments.length)
		.map((count) => `/${segments.slice(0, count).join("/")}/`.replace("//", "/"));
}

function hostsOf(host: string, tldts: Tldts | undefined): string[] {
	const isAddress = /^\[[\da-f:]+\]$/.test(host) || /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(host);
	if (isAddress) return [host];
	const labels = host.split(".");
	const last = (count: number) => labels.slice(-count).join(".");
	if (tldts === undefined) return [host, ...[5, 4, 3, 2].filter((count) => count < labels.length).map(last)];
	const domain = tldts.getDomain(host, { allowPrivateDomains: true, extractHostname: false });
	if (domain === null) return [host];
	const count = domain.split(".").length;
	return [host, ...[count, count + 1, count + 2, count + 3].filter((size) => size < labels.length).map(last)];
}
