/** Redirects to the one URL of a page. */

/**
 * The response that redirects a request to `target`, its URL by a rule, or undefined if that is its URL:
 *
 *   canonicalRedirect(request, urlByRule(request, rule))
 *
 * No loop: the URL by a rule is its own. No open redirect: `Location` is absolute, with the origin of the request, so that `//other.test/`
 * stays a path. Only GET and HEAD: clients repeat other methods as GET, or not at all.
 */
export function canonicalRedirect({ method, url }, target, status = 301) {
	const isAsked = method === "GET" || method === "HEAD";
	return isAsked && target !== url.split("#", 1)[0] ? new Response(null, { status, headers: { location: target } }) : undefined;
}
