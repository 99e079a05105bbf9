/**
 * Rows of the documents' tables: a function for each kind makes one. tables.test.ts, extraction.test.ts and resolution.ts check them. `row`
 * names a row uniquely within its section; the default is the left column of the table.
 */

/** The level at which two URIs are equivalent; undefined if on none. */
type Level = "string" | "syntax" | "scheme" | undefined;

/** Components of a reference. A scheme, authority, query or fragment that is not given is absent. */
interface Parts {
	readonly scheme?: string;
	readonly authority?: string;
	readonly userinfo?: string | undefined;
	readonly host?: string;
	readonly port?: string | undefined;
	readonly path: string;
	readonly query?: string;
	readonly fragment?: string;
}

/** Options of `resolve` other than the edition, which is that of the document. */
interface ResolveOptions {
	readonly strict?: boolean;
	readonly excessDots?: "keep" | "remove" | "error";
}

/** The base of every table. */
const BASE = "http://a/b/c/d;p?q";

/** A reference and its components. */
export function parse(section: string, input: string, expected: Parts, row = input) {
	return { kind: "parse", section, row, input, expected } as const;
}

/** One component of a reference, named as in a figure or App. B. */
export function component(
	section: string,
	row: string,
	input: string,
	name: "scheme" | "authority" | "path" | "query" | "fragment",
	expected: string | undefined,
) {
	return { kind: "component", section, row, input, component: name, expected } as const;
}

/** The example of App. B, which all documents share: subexpressions 1 to 9 of the regular expression, and their contents. */
export function appendixB(authority: string) {
	const section = "App. B";
	const input = "http://www.ics.uci.edu/pub/ietf/uri/#Related";
	const groups = [
		"http:",
		"http",
		"//www.ics.uci.edu",
		"www.ics.uci.edu",
		"/pub/ietf/uri/",
		undefined,
		undefined,
		"#Related",
		"Related",
	];
	return [
		...groups.map(
			(expected, at) => ({ kind: "subexpression", section, row: `$${at + 1}`, input, group: at + 1, expected }) as const,
		),
		component(section, "scheme = $2", input, "scheme", groups[1]),
		component(section, `${authority} = $4`, input, "authority", groups[3]),
		component(section, "path = $5", input, "path", groups[4]),
		component(section, "query = $7", input, "query", groups[6]),
		component(section, "fragment = $9", input, "fragment", groups[8]),
	];
}

/** A reference and its target. `note` is what the document prints if that is not a URI. */
export function resolve(
	section: string,
	reference: string,
	expected: string,
	more: { readonly row?: string; readonly base?: string; readonly note?: string; readonly options?: ResolveOptions } = {},
) {
	const { row = reference, base = BASE, note, options } = more;
	return { kind: "resolve", section, row, reference, base, expected, note, options } as const;
}

/** Examples of one section, by reference and target. */
export function targets(section: string, rows: readonly (readonly [reference: string, expected: string])[]) {
	return rows.map(([reference, expected]) => resolve(section, reference, expected));
}

/** References with dots that all editions resolve alike: the end of the normal examples, and the middle of the abnormal ones. */
export const ENDS = [
	[".", "http://a/b/c/"],
	["./", "http://a/b/c/"],
	["..", "http://a/b/"],
	["../", "http://a/b/"],
	["../g", "http://a/b/g"],
	["../..", "http://a/"],
	["../../", "http://a/"],
	["../../g", "http://a/g"],
] as const;
export const MIDDLE = [
	["g.", "http://a/b/c/g."],
	[".g", "http://a/b/c/.g"],
	["g..", "http://a/b/c/g.."],
	["..g", "http://a/b/c/..g"],
	["./../g", "http://a/b/g"],
	["./g/.", "http://a/b/c/g/"],
	["g/./h", "http://a/b/c/g/h"],
	["g/../h", "http://a/b/c/h"],
	["g;x=1/./y", "http://a/b/c/g;x=1/y"],
	["g;x=1/../y", "http://a/b/c/y"],
] as const;

/** A pair that the document calls an error. */
export function resolveError(section: string, row: string, reference: string, code: "excess-dots", options: ResolveOptions) {
	return { kind: "resolve-error", section, row, reference, base: BASE, code, options } as const;
}

/** A reference to the current document. */
export function sameDocument(section: string, row: string, reference: string) {
	return { kind: "same-document", section, row, reference, base: BASE, expected: true } as const;
}

/** A remove_dot_segments trace that turns `path` into `expected`: the step of each line, and both buffers after it. */
export function dots(section: string, path: string, expected: string, lines: readonly (readonly [string, string, string])[]) {
	return lines.map(
		([step, output, input], line) =>
			({ kind: "dots", section, row: `${path}, line ${line + 1}`, path, line, step, output, input, expected }) as const,
	);
}

/** A reference and its normal form at one level. */
export function normalize(section: string, input: string, expected: string, level: "syntax" | "scheme", row = input) {
	return { kind: "normalize", section, row, input, level, expected } as const;
}

/** A reference that is in normal form. */
export function kept(section: string, input: string, row = input) {
	return normalize(section, input, input, "scheme", row);
}

/** Two URIs and the lowest level at which they are equivalent. */
export function equivalent(section: string, a: string, b: string, expected: Level, row = `${a} and ${b}`) {
	return { kind: "equivalent", section, row, a, b, expected } as const;
}

/** URIs that the document calls different. */
export function different(section: string, ...uris: readonly string[]) {
	return uris.flatMap((a, at) =>
		uris.slice(at + 1).map((b) => equivalent(section, a, b, undefined, `${a} is different than ${b}`)),
	);
}

/** The three logins that RFC 1738 and the draft of 1997 distinguish. */
export function logins(section: string) {
	const ftp = { scheme: "ftp", port: undefined, path: "/" } as const;
	const [empty, none, password] = ["ftp://@host.com/", "ftp://host.com/", "ftp://foo:@host.com/"] as const;
	return [
		parse(section, empty, { ...ftp, authority: "@host.com", userinfo: "", host: "host.com" }),
		parse(section, none, { ...ftp, authority: "host.com", userinfo: undefined }),
		parse(section, password, { ...ftp, authority: "foo:@host.com", userinfo: "foo:", host: "host.com" }),
		...different(section, empty, none, password),
	];
}

/** Running text and the references in it. */
export function extract(section: string, row: string, text: string, expected: readonly string[]) {
	return { kind: "extract", section, row, text, expected } as const;
}

/** A reference within angle brackets, as the documents cite. */
export function cited(section: string, row: string, reference: string, prefix = "") {
	return extract(section, row, `<${prefix}${reference}>`, [reference.replace(/\s+/g, "")]);
}

/** A suffix reference and the intended URI. */
export function suffix(section: string, input: string, expected: string) {
	return { kind: "suffix", section, row: `${input} expanded`, input, expected } as const;
}

export type Row =
	| ReturnType<
			| typeof parse
			| typeof component
			| typeof resolve
			| typeof resolveError
			| typeof sameDocument
			| typeof normalize
			| typeof equivalent
	  >
	| ReturnType<typeof extract | typeof suffix>
	| ReturnType<typeof appendixB | typeof dots>[number];

/** A document and the rows of its tables. */
export interface Document {
	readonly name: string;
	readonly edition: "1994" | "1997" | "2003" | "2005";
	readonly rows: readonly Row[];
}
