/** Advice for strings that cannot mean what their authors think: hosts, labels, names, paths. */
import {
	ALIAS,
	HOST,
	INDEX_NAME,
	LABEL,
	MAX_STARS,
	NAME,
	PATH_PATTERN,
	PATH_TEXT,
	REWRITE_NAME,
	type Schema,
	SITE_WWW,
} from "./policy-schema";

/** The kind of value that a place must hold, and advice, as clauses. */
export type Remedy = readonly [noun: string, advice: string];

/** The remedies by the schema of the place. */
const REMEDIES = new Map<Schema, (text: string) => Remedy>([
	[HOST, (text) => ["a host", hostAdvice(text)]],
	[ALIAS, (text) => ["a host", hostAdvice(text)]],
	[LABEL, (text) => ["one label of a host", labelAdvice(text)]],
	[SITE_WWW, (text) => ['"keep" or "drop"', text === "drop-numbered" ? "it stands in /key only, for all hosts" : ""]],
	[PATH_PATTERN, (text) => ["a pattern of paths", pathAdvice(text)]],
	[NAME, (text) => ["a decoded name", nameAdvice(text)]],
	[PATH_TEXT, (text) => ["a text without a star", textAdvice(text)]],
	[INDEX_NAME, (text) => ["the name of a file", indexAdvice(text)]],
	[REWRITE_NAME, (text) => ["a name without white space and control characters", rewriteAdvice(text)]],
]);

/** Places where stars stand for any run. */
const GLOBS: readonly Schema[] = [NAME, INDEX_NAME, PATH_PATTERN];

/** The remedy for a value that breaks the rule of a schema. */
export function remedyFor(schema: Schema, value: unknown): Remedy | undefined {
	if (typeof value !== "string") return undefined;
	const remedy = REMEDIES.get(schema)?.(value);
	const hasTooMany = GLOBS.includes(schema) && value.split("*").length > MAX_STARS + 1;
	return remedy && hasTooMany ? [remedy[0], `it has more than ${MAX_STARS} stars; write those that tell names apart`] : remedy;
}

/** Advice for a text that is no host; "" if there is none. */
export function hostAdvice(text: string): string {
	if (/^[*.]+$/.test(text)) return "to mean all hosts, leave out the member, or the site";
	if (/^\[?[\d.:a-f]+\]?\/\d{1,3}$/i.test(text)) return "a network has no name; name each address";
	if (isBareAddress(text)) return `write ${JSON.stringify(`[${text}]`)}`;
	const authority = authorityIn(text);
	const host = authority.replace(/^\*?\.+/, "").replace(/\.{2,}/g, ".");
	if (!isHost(host)) return text.includes("*") ? `a star stands for nothing; name each host${belowAdvice(host)}` : "";
	if (host === text) return "";
	const covers = /^\*?\./.test(authority) && !isAddress(host);
	return `write ${JSON.stringify(host)}${covers ? `, which covers all hosts below it, too, or ${JSON.stringify(`*.${host}`)} for those alone` : ""}`;
}

/** The possible meanings of `*shop.example`. */
function belowAdvice(host: string): string {
	const below = host.replace(/^\*+-?/, "*.");
	return below !== host && isHost(below) ? `, or write ${JSON.stringify(below)} for all below ${below.slice(2)}` : "";
}

function isHost(text: string): boolean {
	return new RegExp(HOST.pattern as string, "u").test(text);
}

/** Whether a host is an address, below which there is no host: one of IPv6, or one whose last label is a number, as the URL Standard has it. */
export function isAddress(host: string): boolean {
	return /^\[|(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/i.test(host);
}

function isBareAddress(text: string): boolean {
	return /^[\da-f:.]+$/i.test(text) && text.split(":").length > 2;
}

/** The authority of a URL, or of a text with only some of its parts, without userinfo and port. */
function authorityIn(text: string): string {
	const [, authority = ""] = /^\s*=?(?:(?:[a-z][a-z\d+.-]*:)?[/\\]{2})?([^/?#\\]*)/i.exec(text) ?? [];
	return authority.trim().replace(/^.*@/, "").replace(/:\d*$/, "");
}

function labelAdvice(text: string): string {
	if (text === "*") return "a star stands for nothing; name each label";
	const labels = text.split(".").filter((label) => new RegExp(LABEL.pattern as string, "u").test(label));
	return labels.length > 0 ? `write ${labels.map((label) => JSON.stringify(label)).join(", ")}` : "";
}

function pathAdvice(text: string): string {
	const [path = ""] = text.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "").split(/[?#]/);
	if (path === "" || path === "$") return 'it begins with "/" or "*"; to mean all paths, leave out the member';
	const begun = /^[/*]/.test(path) ? path : `/${path}`;
	return `write ${JSON.stringify(begun)}${/[?#]/.test(text) ? ": no pattern sees the query or the fragment" : ""}`;
}

/** The name in a piece of a query: the text before its "=", decoded. */
function nameAdvice(text: string): string {
	const [, piece = ""] = /^[\s?&#]*([^=&#]*)/.exec(text) ?? [];
	const name = decoded(piece).trim();
	const literal = `{ "name": ${JSON.stringify(text)} } for a name that has these very characters once decoded`;
	const isName = name !== "" && new RegExp(NAME.pattern as string, "u").test(name);
	return `write ${isName ? `${JSON.stringify(name)}, or ` : ""}${literal}`;
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** Texts are found anywhere, so that the longest part between stars says most of what was meant. */
function textAdvice(text: string): string {
	const [longest = ""] = text.split("*").sort((a, b) => b.length - a.length);
	return `it is found anywhere in host and path${longest === "" ? "" : `; write ${JSON.stringify(longest)}`}`;
}

function rewriteAdvice(text: string): string {
	const name = text.trim().replace(/[\s\p{Cc}]+/gu, "-");
	return name === "" ? "" : `write ${JSON.stringify(name)}`;
}

function indexAdvice(text: string): string {
	const [name = ""] = text.split(/[?#]/).map((part) => part.replace(/^.*\//, ""));
	return name !== text && new RegExp(INDEX_NAME.pattern as string, "u").test(name) ? `write ${JSON.stringify(name)}` : "";
}
