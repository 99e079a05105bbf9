/** The runtime's `URL`, and where it is known to deviate from the URL Standard (Ada 2.9.2, in Node.js 20 and 22). */

import { URL as StandardURL } from "whatwg-url";

/** Result of the runtime for a reference; `error` when it throws. */
function platformUrl(input: string, base?: string): string {
	try {
		return new URL(input, base).href;
	} catch {
		return "error";
	}
}

/** Octets of A-labels that a kernel takes: docs/reference/limits.md. */
const MAX_A_LABELS = 16_384;

/** The causes of deviations, each with the platform's answer as the Standard would have it. */
const CAUSES: { readonly [cause: string]: (href: string, input: string, base: string | undefined) => string } = {
	"a path that dot-segments leave empty loses its /": (href, input) => {
		const [origin, scheme] = /^([a-z][a-z0-9+.-]*):(?:\/\/[^/?#]*)?(?=[?#]|$)/.exec(href) ?? [];
		const isOther = scheme !== undefined && !/^(https?|wss?|ftp|file)$/.test(scheme);
		const hasDots = /(^|\/)(\.|%2e){1,2}[\0- ]*([?#]|$)/i.test(withoutWhiteSpace(input));
		return isOther && hasDots ? `${origin}/${href.slice((origin ?? "").length)}` : href;
	},
	"a first segment of a file path that begins with a letter and : is taken for a drive": (href, input, base) => {
		return /^file:\/\/[^/]*\/[a-z]:[^/?#]/i.test(href) ? standardFileUrl(href, input, base) : href;
	},
	"a dot-segment after a segment that begins with . is kept": (href) => {
		const isKept = !isOpaque(href) && /^[^?#]*\/\.[^/?#]+(\/[^/?#]*)*?\/\.\.?([/?#]|$)/.test(href);
		return isKept ? withStandardPath(href) : href;
	},
	"a host beyond US-ASCII is longer than the limit of the kernel": (href, input) => {
		const [, host = ""] = /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#:]*)/.exec(href) ?? [];
		return host.length > MAX_A_LABELS && /[^\0-\x7f]|%|xn--/i.test(input) ? "error" : href;
	},
	"^ in a path is not encoded": (href) => (isOpaque(href) ? href : withPath(href, (path) => path.replaceAll("^", "%5E"))),
	"a space before ? or # in an opaque path is not encoded": (href, input) => {
		if (!isOpaque(href)) return href;
		const isSpaced = /^[^?#]* [\t\n\r]*[?#]/.test(input);
		return isSpaced ? withPath(href, (path) => `${path.replace(/ $/, "")}%20`) : href;
	},
	"a relative reference is resolved against a base with an opaque path": (href, input, base) => {
		const isRelative = !/^[a-z][a-z0-9+.\t\n\r-]*:/i.test(withoutWhiteSpace(input));
		const isFragment = /^[\0- ]*#/.test(input);
		return isRelative && !isFragment && base !== undefined && isOpaque(platformUrl(base)) ? "error" : href;
	},
};

/** Why the platform deviates from `answer`: undefined when it does not, the causes joined by " + ", or `unexplained`. */
export function deviation(input: string, base: string | undefined, answer: string): string | undefined {
	const platform = platformUrl(input, base);
	if (platform === answer) return undefined;
	if (platform === "error") return /xn--/i.test(answer) ? "an ASCII label xn-- is rejected" : "unexplained";
	let corrected = platform;
	const causes = Object.entries(CAUSES).filter(([, correct]) => {
		const before = corrected;
		corrected = correct(before, input, base);
		return corrected !== before;
	});
	return corrected === answer ? causes.map(([cause]) => cause).join(" + ") : "unexplained";
}

function withoutWhiteSpace(input: string): string {
	return input.replace(/^[\0- ]+/, "").replace(/[\t\n\r]/g, "");
}

function withPath(href: string, change: (path: string) => string): string {
	const pathEnd = href.search(/[?#]|$/);
	return change(href.slice(0, pathEnd)) + href.slice(pathEnd);
}

/** The URL with the path that the other implementation writes. It rejects some hosts that the platform takes, so it sees another host. */
function withStandardPath(href: string): string {
	const [origin = "", scheme = ""] = /^([a-z][a-z0-9+.-]*:)\/\/[^/?#]*/.exec(href) ?? [];
	if (origin === "") return standardUrl(href, undefined);
	const other = `${scheme}//h`;
	return origin + standardUrl(other + href.slice(origin.length), undefined).slice(other.length);
}

/** Result of the other implementation for a file URL, with the host of the platform's answer, `href`. */
function standardFileUrl(href: string, input: string, base: string | undefined): string {
	const [origin] = /^file:\/\/[^/]+/.exec(href) ?? [];
	const other = withoutWhiteSpace(input).replace(/^(file:[/\\]{2})[^/\\?#]+/i, "$1h");
	return origin === undefined ? standardUrl(input, base) : standardUrl(other, base).replace(/^file:\/\/h(?=\/)/, origin);
}

/** Whether the path of a URL is opaque. */
function isOpaque(href: string): boolean {
	return /^[a-z][a-z0-9+.-]*:(?!\/)/.test(href);
}

/** Result of another implementation of the Standard for a reference. */
function standardUrl(input: string, base: string | undefined): string {
	try {
		return new StandardURL(input, base).href;
	} catch {
		return "error";
	}
}
