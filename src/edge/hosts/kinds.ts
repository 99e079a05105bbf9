/**
 * Kinds of strings on which clients differ, and the places that each may lead to. client-readings.ts says which client goes where: it has,
 * for each client, one character for each kind.
 *
 * ```
 *   http://a.test\@b.test:81/   backslash-at   0: a.test, port 80   1: b.test, port 81   2: a.test\@b.test, port 81
 * ```
 */
import { dottedOf, parseIpv4, parseIpv6 } from "./ip-address";
import { readHost } from "./read-host";

/** A host and a port that a client connects to. */
export type Place = readonly [host: string, port: number];

/** Parts of patterns, by name. `triplet` is one of a letter, a digit or one of `-._`. */
const PARTS: Named = {
	http: "(?<scheme>https?):",
	name: "[\\w-]+(?:\\.[\\w-]+)*",
	a: "(?<a>{name})",
	b: "(?<b>{name})",
	port: "(?::(?<port>[1-9]\\d{0,4}))?",
	decimal: "(?:0|[1-9]\\d*)",
	hexadecimal: "0[Xx][\\dA-Fa-f]+",
	triplet: "%(?:2[DdEe]|3\\d|[46][1-9A-Fa-f]|[57][\\dAa]|5[Ff])",
	large: "6553[6-9]|655[4-9]\\d|65[6-9]\\d\\d|6[6-9]\\d{3}|[7-9]\\d{4}",
};

const SLASHES = "{a}|{usual}, localhost|{usual}, ::1|{usual}, 127.0.0.1|{usual}, 0.0.0.0|{usual}, {scheme}|80, {scheme}|21";

/**
 * A pattern for everything before the path, and the places, as host and port. In a pattern, a name in braces stands for one of
 * `PARTS`; in a place, for a group of the pattern or a member of `FOUND`. No string is of two kinds. The order is that of the readings.
 */
export const KINDS = {
	"backslash-at": ["{http}//{a}\\\\@{b}{port}", "{a}|{usual}, {b}|{port}, {a}\\@{b}|{port}"],
	backslash: ["{http}//{a}(?<b>\\\\[\\w.-]*)", "{a}|{usual}, {a}{b}|{usual}"],
	userinfo: ["{http}//{a}@{b}{port}", "{b}|{port}, {a}@{b}|{port}"],
	"three-slashes": ["{http}///{a}", SLASHES],
	"one-slash": ["{http}/{a}", SLASHES],
	"no-slash": ["{http}{a}", SLASHES],
	"scheme-case": ["(?<scheme>(?!http:)[Hh][Tt][Tt][Pp])://{a}{port}", "{a}|{port}, http|80"],
	tab: ["{http}//(?<a>{name}[\\t\\n\\r]+[\\w.-]*\\w){port}", "{joined}|{port}, {a}|{port}, {marked}|{port}"],
	nul: ["{http}//{a}\\0(?<b>[\\w.-]*\\w){port}", "{a}|{port}, {a}%00{b}|{port}"],
	space: ["{http}//{a} (?<b>[\\w.-]*\\w){port}", "{a}|{usual}, {a} {b}|{port}, {a}%20{b}|{port}"],
	percent: [
		"{http}//(?<a>(?=[\\w.-]*[A-Za-z_-]){name})(?<b>{triplet}[\\w.-]*[A-Za-z_-]){port}",
		"{a}{decoded}|{port}, {a}{b}|{port}, {a}|{usual}",
	],
	"trailing-dot": ["{http}//(?<a>{name}(?<![.\\d]))\\.{port}", "{a}|{port}, {a}.|{port}"],
	octal: ["{http}//(?<a>(?=[\\d.]*\\b0[0-7])\\d+(?:\\.\\d+){3}){port}", "{number}|{port}, {decimals}|{port}"],
	short: ["{http}//(?<a>{decimal}(?:\\.{decimal}){0,2}){port}", "{number}|{port}"],
	hexadecimal: ["{http}//(?<a>(?:\\d+\\.)*{hexadecimal}(?:\\.(?:{hexadecimal}|\\d+))*){port}", "{number}|{port}"],
	mapped: ["{http}//\\[(?<a>::[Ff]{4}:[\\dA-Fa-f.:]+)\\]{port}", "{carried}|{port}"],
	"two-ports": ["{http}//{a}:(?<port>[1-9]\\d{0,3}):(?<b>[1-9]\\d{0,3})", "{a}|{port}, {a}|{b}, {a}:{port}|{b}"],
	"large-port": ["{http}//{a}:(?<port>{large})", "{a}|{wrapped}"],
	"port-zero": ["{http}//{a}:0", "{a}|{usual}, {a}|0"],
	"empty-port": ["{http}//{a}:(?!//)", "{a}|{usual}, {a}:|{usual}"],
} as const;

/** The name of a kind. */
export type KindName = keyof typeof KINDS;

interface Named {
	readonly [name: string]: string;
}

/** Texts made from the groups of a match. Undefined: there is no such place. */
const FOUND: { readonly [name: string]: (found: Named) => string | undefined } = {
	decoded: ({ b = "" }) => decodeURIComponent(b),
	joined: ({ a = "" }) => a.replace(/\s+/g, ""),
	marked: ({ a = "" }) => a.replace(/\s/g, "_"),
	number: ({ a }) => hostOf(`http://${a}`),
	decimals: ({ a = "" }) => ipv4Of(a.replace(/\b0+(?=\d)/g, "")),
	carried: ({ a = "" }) => carriedBy(a.slice(a.indexOf(":", 2) + 1)),
	wrapped: ({ port }) => `${Number(port) % 65_536}`,
};

/** Numbers as `inet_aton` of C reads them, and most clients with it: the URL Standard has its rules. */
function hostOf(url: string): string | undefined {
	try {
		return new URL(url).hostname;
	} catch {
		return undefined;
	}
}

function ipv4Of(text: string): string | undefined {
	return parseIpv4(text) && text;
}

function carriedBy(tail: string): string | undefined {
	const groups = parseIpv4(tail) ?? parseIpv6(`::${tail}`)?.slice(6);
	return groups && dottedOf(groups);
}

/** A pattern for whole strings. */
export function patternOf(kind: KindName): string {
	let pattern = `^${KINDS[kind][0]}(?:[/?#][!-[\\]-~]*)?$`;
	for (const name of Object.keys(PARTS).reverse()) pattern = pattern.replaceAll(`{${name}}`, PARTS[name] as string);
	return pattern;
}

let known: (readonly [KindName, RegExp])[] | undefined;

/**
 * The ordinal of the kind of a rejected string, and its places, whose order the readings know. Undefined if it is of none, or has more than
 * one fault.
 */
export function kindOf(url: string): readonly [ordinal: number, places: readonly (Place | undefined)[]] | undefined {
	known ??= (Object.keys(KINDS) as KindName[]).map((name) => [name, new RegExp(patternOf(name))]);
	for (const [ordinal, [name, pattern]] of known.entries()) {
		const groups = pattern.exec(url)?.groups;
		if (groups === undefined) continue;
		const places = placesOf(KINDS[name][1], groups);
		return isPlain(places[0]) ? [ordinal, places] : undefined;
	}
	return undefined;
}

function placesOf(templates: string, { scheme = "", port, ...more }: { readonly [name: string]: string | undefined }) {
	const usual = scheme.toLowerCase() === "https" ? "443" : "80";
	const found = { ...more, scheme, usual, port: port ?? usual } as Named;
	return templates.split(", ").map((template) => placeOf(template, found));
}

function placeOf(template: string, found: Named): Place | undefined {
	let isThere = true;
	const text = template.replace(/\{(\w+)\}/g, (_, name) => {
		const value = found[name] ?? FOUND[name]?.(found);
		isThere &&= value !== undefined;
		return value as string;
	});
	const at = text.lastIndexOf("|");
	return isThere ? [text.slice(0, at).toLowerCase(), Number(text.slice(at + 1))] : undefined;
}

/** Whether all clients read a host and a port alike. libcurl never looks `localhost` up. */
function isPlain(place: Place | undefined): boolean {
	if (place === undefined) return false;
	const read = readHost(`http://${place[0]}:${place[1]}/`);
	return read.accepted && !read.host.endsWith("localhost");
}
