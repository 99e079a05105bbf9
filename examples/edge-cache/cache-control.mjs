/** The field Cache-Control: RFC 9111 §5.2. Names have no case, arguments may be quoted, and several fields are one list. */

/** A directive: a token, perhaps with `=` and a token or a quoted string. */
const DIRECTIVE =
	/[\t ]*(?:([!#$%&'*+.^_`|~\dA-Za-z-]+)(?:=(?:([!#$%&'*+.^_`|~\dA-Za-z-]+)|"((?:[^"\\]|\\.)*)"))?)?[\t ]*(?:,|$)/y;

/** The directives of a message, each with its arguments; undefined for a field that is malformed. */
export function directivesOf({ headers }) {
	const field = headers.get("cache-control") ?? "";
	const found = new Map();
	for (DIRECTIVE.lastIndex = 0; DIRECTIVE.lastIndex < field.length; ) {
		const match = DIRECTIVE.exec(field);
		if (match === null) return undefined;
		const [, name, token, quoted] = match;
		if (name === undefined) continue;
		const values = found.get(name.toLowerCase()) ?? [];
		found.set(name.toLowerCase(), [...values, token ?? quoted?.replace(/\\(.)/g, "$1") ?? ""]);
	}
	return found;
}

/**
 * Seconds for which a shared cache may use a response: §4.2.1. `s-maxage` goes before `max-age`; of several values, the smallest counts,
 * and one that is no number is 0. What the response has aged already goes off.
 */
export function lifetimeOf(response) {
	const directives = directivesOf(response);
	const values = directives?.get("s-maxage") ?? directives?.get("max-age") ?? ["0"];
	const seconds = Math.min(...values.map(secondsOf));
	return seconds - ageOf(response.headers);
}

/** Seconds since the origin has made a response: §5.1. */
export function ageOf(headers) {
	return Number.parseInt(headers.get("age") ?? "0", 10) || 0;
}

function secondsOf(text) {
	return /^\d+$/.test(text) ? Number(text) : 0;
}

/** Directives of a response that keep it out of a shared cache which cannot validate: with a field name as argument, too. */
const REFUSING = ["no-store", "private", "no-cache", "must-understand"];

/**
 * Whether a shared cache may store a response: §3, on the safe side. The response must be complete, fresh by `max-age` or `s-maxage`, vary
 * on nothing, and set no cookie. The request must be GET, without `Authorization` (§3.5) and `no-store` (§5.2.1.5).
 */
export function isStorable(request, response) {
	const [asked, directives] = [directivesOf(request), directivesOf(response)];
	if (request.method !== "GET" || request.headers.has("authorization") || !asked || asked.has("no-store")) return false;
	if (response.status !== 200 || ["set-cookie", "vary", "content-range"].some((name) => response.headers.has(name))) return false;
	return directives !== undefined && !REFUSING.some((name) => directives.has(name)) && lifetimeOf(response) > 0;
}

/** Methods that change nothing: RFC 9110 §9.2.1. */
const SAFE = ["GET", "HEAD", "OPTIONS", "TRACE"];

/** Whether a response makes what is stored for its URL invalid: §4.4. */
export function isInvalidating({ method }, { status }) {
	return !SAFE.includes(method) && status >= 200 && status < 400;
}
