/**
 * `fetch` that asks before each request, and follows redirects itself.
 *
 * ```
 *   url ─▶ destination ─▶ ports, class, accepts ─▶ fetch, redirect: "manual" ─▶ connector: resolve, check, pin
 *           ▲                                                │
 *           └──────────── Location, resolved ◀── 30x ────────┘
 * ```
 */
import { isUrl } from "../brand";
import { ConnectError } from "../errors";
import { admitUrl } from "./admission";
import { invalid, type Rules, type Undici } from "./guard-options";
import { checkFetch } from "./runtime-fetch";

/** Options of a request: those of `fetch` without its dispatcher. */
export type GuardedInit = Omit<RequestInit, "dispatcher">;

const REDIRECTS = [301, 302, 303, 307, 308];
/** Methods that have one case: Fetch, "normalize a method". Others stay as they are. */
const NORMALIZED = /^(?:delete|get|head|options|post|put)$/i;
/** Fields about a body, which goes with it: Fetch, "request-body-header name". */
const OF_BODY = ["content-encoding", "content-language", "content-location", "content-type", "content-length"];
/** Fields for one origin only: Fetch, "HTTP-redirect fetch". */
const OF_ORIGIN = ["authorization", "cookie", "proxy-authorization"];

interface Sent {
	readonly url: string;
	readonly method: string;
	readonly headers: Headers | undefined;
	readonly body: BodyInit | null | undefined;
}

/** Rejects with OptionError `invalid-option` unless requests go through the connector. */
export async function fetchOf(
	rules: Rules,
	{ Agent, fetch }: Undici,
	connect: unknown,
): Promise<(url: string | URL, init?: GuardedInit) => Promise<Response>> {
	await checkFetch(fetch);
	const dispatcher = new (Agent as new (options: object) => object)({ connect });
	const send = fetch as unknown as (url: string, init: object) => Promise<Response>;
	return async (url, init) => {
		const { redirect = "follow", headers, method = "GET", body, ...rest } = checkInit(init ?? {});
		let next: Sent = { url: textOf(url), method: normalizedMethod(method), headers: headers && new Headers(headers), body };
		for (const seen = new Set<string>(); ; ) {
			admitUrl(next.url, rules);
			const { url: to, ...request } = next;
			const response = await send(to, { ...rest, ...request, redirect: "manual", dispatcher });
			const location = REDIRECTS.includes(response.status) ? locationOf(response) : null;
			if (location === null || redirect === "manual") return seen.size === 0 ? response : redirected(response);
			await response.body?.cancel();
			next = follow(next, response.status, location, redirect, seen, rules);
		}
	};
}

function normalizedMethod(method: string): string {
	return NORMALIZED.test(method) ? method.toUpperCase() : method;
}

/** Throws OptionError `invalid-option`. */
function checkInit(init: GuardedInit): GuardedInit {
	if ("dispatcher" in init) throw invalid('The option "dispatcher" would connect past the guard: leave it out.');
	if (init.integrity)
		throw invalid('The option "integrity" would be compared with each redirect: leave it out, and compare the body.');
	const { redirect = "follow" } = init;
	if (["follow", "error", "manual"].includes(redirect)) return init;
	throw invalid('The option "redirect" must be "follow", "error" or "manual".');
}

/** The field `Location`, in UTF-8 as browsers and undici read it: Fetch has each of its octets as a character. */
function locationOf(response: Response): string | null {
	const location = response.headers.get("location");
	return location && Buffer.from(location, "latin1").toString();
}

function textOf(url: string | URL): string {
	if (typeof url === "string") return url;
	if (isUrl(url)) return url.href;
	throw invalid("A guard fetches a string or a URL; of a Request, pass its url, and the rest as options.");
}

/** The request that a redirect asks for: Fetch, "HTTP-redirect fetch". Throws ConnectError for one that is not followed. */
function follow(sent: Sent, status: number, location: string, redirect: string, seen: Set<string>, rules: Rules): Sent {
	const { url: from, method } = sent;
	if (redirect === "error") throw new ConnectError("redirect", `${from} redirects.`, { url: from });
	seen.add(`${method} ${from.split("#", 1)[0]}`);
	if (seen.size > rules.maxRedirects)
		throw new ConnectError("redirect", `More than ${rules.maxRedirects} redirects.`, { url: from });
	const url = resolved(location, from);
	const isGet = status === 303 ? method !== "GET" && method !== "HEAD" : status < 303 && method === "POST";
	if (status !== 303 && isStream(sent.body))
		throw new ConnectError("redirect", `${from} asks for the body again, which was a stream.`, { url: from });
	const headers = without(sent.headers, [...(isGet ? OF_BODY : []), ...(isSameOrigin(from, url) ? [] : OF_ORIGIN)]);
	const next = isGet ? { url, method: "GET", headers, body: undefined } : { ...sent, url, headers };
	if (seen.has(`${next.method} ${url.split("#", 1)[0]}`))
		throw new ConnectError("redirect", `The redirects of ${url} lead back to it.`, { url });
	return next;
}

/** A new string, which is checked as the first one was. */
function resolved(location: string, base: string): string {
	try {
		return new URL(location, base).href;
	} catch {
		throw new ConnectError("redirect", `${base} redirects to ${JSON.stringify(location)}, which is no URL.`, { url: base });
	}
}

/** A stream of either kind, and any other body that is read once. */
function isStream(body: unknown): boolean {
	return typeof (body as { [Symbol.asyncIterator]?: unknown } | null | undefined)?.[Symbol.asyncIterator] === "function";
}

function isSameOrigin(a: string, b: string): boolean {
	return new URL(a).origin === new URL(b).origin;
}

function without(headers: Headers | undefined, names: readonly string[]): Headers {
	const left = new Headers(headers);
	for (const name of names) left.delete(name);
	return left;
}

/** Each request was one of its own, so `fetch` has not seen the redirects. */
function redirected(response: Response): Response {
	return Object.defineProperty(response, "redirected", { value: true });
}
