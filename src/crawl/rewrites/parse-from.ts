/** `from` of a rewrite: a URL pattern of scheme, host, port and path, in a subset that a machine without backtracking runs. */
import { flat, joined, type Mark, marksOf, type Token } from "./tokens";

export interface From {
	/** Absent: every host, or those of the site. */
	readonly scheme?: "http" | "https";
	readonly host?: readonly Token[];
	/** The digits of the port; "": none. */
	readonly port: string;
	readonly path: readonly Token[];
}

/** Why a pattern is none: a clause that follows its place. */
export class RewriteFault extends Error {}

const SCHEME = /^([^/]*?):\/\/(.*)$/s;
const DEFAULT_PORTS = { http: "80", https: "443" } as const;
/** A pattern has no more groups. */
const MAX_GROUPS = 32;
/** Nor more characters. */
const MAX_LENGTH = 2048;

/** Parses a pattern. Throws RewriteFault. */
export function parseFrom(text: string): From {
	if (text.length > MAX_LENGTH) throw new RewriteFault(`must have at most ${MAX_LENGTH} characters, not ${text.length}`);
	const from = text.startsWith("/") ? { port: "", path: tokensOf(marksOf(text), "path", text) } : parseUrl(text);
	const names = namesIn(from);
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	if (twice !== undefined) throw new RewriteFault(`has the group :${twice} twice; give each a name of its own`);
	if (names.length > MAX_GROUPS) throw new RewriteFault(`must have at most ${MAX_GROUPS} groups, not ${names.length}`);
	return from;
}

/** The names of groups. */
export function namesIn({ host = [], path }: From): string[] {
	const names: string[] = [];
	for (const token of [...flat(host), ...flat(path)]) if (token.kind === "name") names.push(token.name);
	return names;
}

function parseUrl(text: string): From {
	const [, written = "", rest = ""] = SCHEME.exec(text) ?? [];
	const scheme = written.toLowerCase();
	if (scheme !== "http" && scheme !== "https") {
		const advice =
			text === "" || /^[^/]*:\/\//.test(text)
				? ""
				: `; write ${JSON.stringify(`/${text}`)} or ${JSON.stringify(`https://${text}`)}`;
		throw new RewriteFault(`must begin with "/", "https://" or "http://", not ${JSON.stringify(text)}${advice}`);
	}
	const marks = marksOf(rest);
	let depth = 0;
	const pathAt = marks.findIndex(({ kind }) => {
		depth += kind === "{" ? 1 : kind === "}" ? -1 : 0;
		return kind === "/" && depth === 0;
	});
	if (pathAt < 0)
		throw new RewriteFault(
			`has no path; write ${JSON.stringify(`${text}/`)} for the page of the host, or ${JSON.stringify(`${text}/*`)} for all`,
		);
	const { host, port } = withoutPort(marks.slice(0, pathAt));
	const tokens = tokensOf(host, "host", text);
	if (tokens.length === 0) throw new RewriteFault(`has no host; to mean all hosts, write ${JSON.stringify(rest)}`);
	return {
		scheme,
		host: tokens,
		port: port === DEFAULT_PORTS[scheme] ? "" : port,
		path: tokensOf(marks.slice(pathAt), "path", text),
	};
}

/** Splits a port off. The host of an address of IPv6 is one text. */
function withoutPort(marks: readonly Mark[]): { host: readonly Mark[]; port: string } {
	const isBracketed = marks[0]?.text === "[";
	const text = isBracketed ? marks.map(({ kind, text }) => (kind === "name" ? `:${text}` : text)).join("") : "";
	const [, address, addressPort = ""] = /^(\[[0-9A-Fa-f:.]+\])(?::(\d+))?$/.exec(text) ?? [];
	if (address !== undefined) return { host: [{ kind: "text", text: address }], port: addressPort };
	const colon = marks.findIndex(({ kind, text }) => kind === "text" && text === ":");
	if (colon < 0) return { host: marks, port: "" };
	const port = marks
		.slice(colon + 1)
		.map(({ kind, text }) => (kind === "text" ? text : "?"))
		.join("");
	if (!/^\d{1,5}$/.test(port)) throw new RewriteFault("has a port that is no number; a rewrite is about one port, or about none");
	return { host: marks.slice(0, colon), port: String(Number(port)) };
}

/** Why a mark is not part of a pattern, and what to write instead. */
const REFUSED: { readonly [kind in Mark["kind"]]?: string } = {
	"(": 'has a group with an expression; write ":name" for one segment, or "*" for any text',
	")": 'has ")" without "("; write "\\\\)" for the character',
	"}": 'has "}" without "{"; write "\\\\}" for the character',
	"+": 'repeats a group; write it once, or "*" for any text, or "\\\\+" for the character',
	"#": "has a fragment, at which no rewrite looks; leave it out",
	"?": 'has a query, at which no rewrite looks; leave it out, or write "{…}?" for a part that may be absent',
};

function tokensOf(marks: readonly Mark[], part: "host" | "path", text: string): Token[] {
	const tokens: Token[] = [];
	for (let at = 0; at < marks.length; ++at) {
		const mark = marks[at] as Mark;
		if (mark.kind !== "{") {
			tokens.push(tokenOf(mark, marks[at + 1], part));
			continue;
		}
		const end = marks.findIndex(({ kind }, index) => index > at && (kind === "}" || kind === "{"));
		if (marks[end]?.kind === "{")
			throw new RewriteFault(`has "{" within "{"; write one rewrite with the part and one without it`);
		if (marks[end] === undefined) throw new RewriteFault(`has "{" without "}"; write "\\\\{" for the character`);
		if (marks[end + 1]?.kind !== "?")
			throw new RewriteFault('has "{…}" that always stands; leave out the braces, or write "{…}?" for a part that may be absent');
		tokens.push(optionOf(marks.slice(at + 1, end), part));
		at = end + 1;
	}
	const stars = flat(tokens).filter(({ kind }) => kind === "star").length;
	if (stars > 1)
		throw new RewriteFault(
			`must have at most one "*" in its ${part}, not ${stars}: ${JSON.stringify(text)}; write ":name" for a ${part === "host" ? "label" : "segment"}`,
		);
	return joined(tokens);
}

function optionOf(marks: readonly Mark[], part: "host" | "path"): Token {
	const tokens = joined(marks.map((mark, index) => tokenOf(mark, marks[index + 1], part)));
	if (tokens.length === 0) throw new RewriteFault('has "{}?", which stands for nothing; leave it out');
	if (tokens.filter(({ kind }) => kind !== "text").length > 1)
		throw new RewriteFault('has "{…}?" with more than one group; write one rewrite with the part and one without it');
	return { kind: "option", tokens };
}

function tokenOf({ kind, text }: Mark, next: Mark | undefined, part: "host" | "path"): Token {
	const isGroup = kind === "name" || kind === "*";
	if (isGroup && next !== undefined && "?+*".includes(next.kind)) {
		const group = kind === "name" ? `:${text}` : "*";
		throw new RewriteFault(`repeats the group ${group}; write "{/${group}}?" for one that may be absent`);
	}
	if (kind === "name") return { kind: "name", name: text };
	if (kind === "*") return { kind: "star" };
	if (part === "host" && /[@\s\\%/]/.test(text)) {
		throw new RewriteFault(`has ${JSON.stringify(text)} in its host; write the host only, as keys have it`);
	}
	const refused = REFUSED[kind];
	if (refused !== undefined) throw new RewriteFault(refused);
	return { kind: "text", text };
}
