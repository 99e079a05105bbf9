/** Variants of a URL: without the part that a rule erases, or with it. */
import type { FeatureName } from "../corpus/features";
import type { PairWriting } from "../corpus/pair-writing";
import type { UrlPair } from "../row-batch";

/** A URL in parts that together are the text as it came. */
interface UrlParts {
	readonly scheme: string;
	readonly authority: string;
	readonly path: string;
	/** The pieces of the query; undefined for a URL without one. */
	readonly pieces: readonly string[] | undefined;
	readonly fragment: string;
}

/** The variant of a URL by a rule, or undefined if there is none. `examples` has values of its parameters. */
export function variantOf(url: string, names: readonly FeatureName[], examples: readonly UrlPair[]): string | undefined {
	const parts = partsOf(url);
	const [first] = names;
	if (parts === undefined || first === undefined) return undefined;
	if (first.kind === "param") return textOf(withParameters(parts, names, examples));
	const changed = (first.kind === "structure" ? STRUCTURE[first.name as string] : NAMED[first.kind])?.(
		parts,
		first.name as string,
		examples,
	);
	return changed && textOf({ ...parts, ...changed });
}

/** The variant of a URL by a rule of a value or of a host, or undefined if it is of another host. */
export function pairVariantOf(url: string, writing: PairWriting): string | undefined {
	const parts = partsOf(url);
	if (parts === undefined || writing.kind === "hostLabel") return undefined;
	if (writing.kind === "hostAlias") return withHost(parts, writing);
	const pieces = parts.pieces ?? [];
	const others = pieces.filter((piece) => piece !== writing.piece);
	const path = parts.path === "" ? "/" : parts.path;
	return textOf({ ...parts, path, pieces: others.length < pieces.length ? others : [...pieces, writing.piece] });
}

function withHost(parts: UrlParts, { host, target }: { readonly host: string; readonly target: string }): string | undefined {
	const [, before = "", own = "", port = ""] = /^(.*@)?(.*?)(:[0-9]*)?$/.exec(parts.authority) ?? [];
	const other = own.toLowerCase() === host ? target : own.toLowerCase() === target ? host : undefined;
	return other && textOf({ ...parts, authority: before + other + port });
}

function partsOf(url: string): UrlParts | undefined {
	const [, scheme, authority, path, query, fragment] = /^(https?):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(url) ?? [];
	if (scheme === undefined || authority === undefined || path === undefined) return undefined;
	return { scheme, authority, path, pieces: query?.slice(1).split("&"), fragment: fragment ?? "" };
}

function textOf({ scheme, authority, path, pieces, fragment }: UrlParts): string {
	const query = pieces === undefined || pieces.length === 0 ? "" : `?${pieces.join("&")}`;
	return `${scheme}://${authority}${path}${query}${fragment}`;
}

function withParameters(parts: UrlParts, names: readonly FeatureName[], examples: readonly UrlPair[]): UrlParts {
	const erased = new Set(names.map(({ name }) => name));
	const pieces = parts.pieces ?? [];
	const others = pieces.filter((piece) => !erased.has(nameOf(piece)));
	if (others.length < pieces.length) return { ...parts, pieces: others };
	const known = examples.flatMap((pair) => pair.flatMap((url) => partsOf(url)?.pieces ?? []));
	const added = names.map(
		({ name }) => known.find((piece) => nameOf(piece) === name) ?? `${encodeURIComponent(name as string)}=1`,
	);
	return { ...parts, path: parts.path === "" ? "/" : parts.path, pieces: [...pieces, ...added] };
}

function nameOf(piece: string): string {
	const [name = ""] = piece.split("=");
	const spaced = name.replaceAll("+", " ");
	try {
		return decodeURIComponent(spaced);
	} catch {
		return spaced;
	}
}

function withIndex({ path }: UrlParts, name: string): Partial<UrlParts> | undefined {
	if (path.endsWith(`/${name}`)) return { path: path.slice(0, -name.length) };
	return path === "" || path.endsWith("/") ? { path: `${path || "/"}${name}` } : undefined;
}

/** A parameter of the last segment, as it stands in an example. */
function withPathParameter({ path }: UrlParts, name: string, examples: readonly UrlPair[]): Partial<UrlParts> {
	const isNamed = (piece: string) => nameOf(piece) === name;
	const piecesOf = (text: string) =>
		text
			.split(";")
			.slice(1)
			.map((piece) => piece.split("/", 1)[0] as string);
	const bare = path.replace(/;[^;/]*/g, (piece) => (isNamed(piece.slice(1)) ? "" : piece));
	if (bare !== path) return { path: bare };
	const known = examples.flatMap((pair) => pair.flatMap((url) => piecesOf(partsOf(url)?.path ?? ""))).find(isNamed);
	return { path: `${path || "/"};${known ?? `${encodeURIComponent(name)}=1`}` };
}

type Change = (parts: UrlParts, name: string, examples: readonly UrlPair[]) => Partial<UrlParts> | undefined;

const NAMED: { readonly [kind: string]: Change | undefined } = { index: withIndex, pathParam: withPathParameter };

const STRUCTURE: { readonly [name: string]: Change } = {
	scheme: ({ scheme, authority }) =>
		/:[0-9]*$/.test(authority) ? undefined : { scheme: /s$/i.test(scheme) ? scheme.slice(0, -1) : `${scheme}s` },
	www: ({ authority }) => {
		const at = authority.lastIndexOf("@") + 1;
		const [userinfo, host] = [authority.slice(0, at), authority.slice(at)];
		return { authority: userinfo + (/^www\./i.test(host) ? host.slice(4) : `www.${host}`) };
	},
	slashes: ({ path }) => {
		if (path.includes("//")) return { path: path.replace(/\/+/g, "/") };
		const last = path.lastIndexOf("/");
		return path.length < 2 ? undefined : { path: `${path.slice(0, last)}/${path.slice(last)}` };
	},
	trailingSlash: ({ path }) => {
		if (path === "" || path === "/") return undefined;
		return { path: path.endsWith("/") ? path.replace(/\/+$/, "") : `${path}/` };
	},
	pathCase: ({ path }) => {
		const lower = path.replace(/%..|[A-Z]/g, (text) => (text.length > 1 ? text : text.toLowerCase()));
		if (lower !== path) return { path: lower };
		const upper = path.replace(
			/^((?:%..|[^a-z%])*)([a-z])/,
			(_, before: string, letter: string) => before + letter.toUpperCase(),
		);
		return upper === path ? undefined : { path: upper };
	},
	emptyValue: ({ pieces = [] }) => {
		const at = pieces.findIndex((piece) => /^[^=]+=?$/.test(piece));
		const piece = pieces[at];
		if (piece === undefined) return undefined;
		return { pieces: pieces.with(at, piece.endsWith("=") ? piece.slice(0, -1) : `${piece}=`) };
	},
};
