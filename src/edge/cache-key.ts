/**
 * Keys of caches.
 *
 * ```
 *   https://e.com/p ? b=2&utm_source=x&a=1 #f      rule: key-order, params=("utm_source")
 *   https://e.com/p ? a=1&b=2 & nvs=0f1e2d3c4b5a6978.variant
 *                               └─ the rule, then each variant: always the last pair, so that no request can forge it
 * ```
 */
import { encodeStrictly, type Pair, parsePairs, wellFormed } from "./form";
import { areStrings, identityOf, type Rule } from "./rule";

/** The source of a key. */
export type Target = Request | URL | string;

/** Longer URLs, in octets, and those of more parameters have the key of the default rule. */
const MAX_URL = 16_384;
const MAX_PAIRS = 1024;

const NONE: readonly string[] = Object.freeze([]);

/** A rule as keys use it. */
interface Prepared {
	/** 16 hexadecimal digits; "0" for the default rule. */
	readonly hash: string;
	readonly isDefault: boolean;
	readonly keyOrder: boolean;
	/** By name, without a prototype: small engines have no Set. */
	readonly names: { readonly [name: string]: true };
	/** Whether `names` are ignored, or all others. */
	readonly areIgnored: boolean;
	readonly prefixes: readonly string[];
}

/** Small engines have no WeakMap, and prepare a rule for each key. */
let prepared: WeakMap<Rule, Prepared> | undefined;

/**
 * Returns the key under which a cache stores the response for a URL: equal for URLs that are equivalent by the rule. It is a URL that
 * `Request` accepts. Its last parameter, `nvs`, names the rule and the variant, so that a response is never found under another rule.
 *
 * `variant` is what else chooses the response, such as a country. Throws TypeError unless `url` is an http or https URL, for a variant
 * with a lone surrogate, and for arguments of another type.
 *
 * @example
 * ```ts
 * const rule = noVarySearch('params=("utm_source")');
 * cacheKey("https://e.com/p?utm_source=x&a=1", rule) === cacheKey("https://e.com/p?a=1#top", rule); // true
 * cacheKey("https://e.com/p?a=1", noVarySearch(null)); // "https://e.com/p?a=1&nvs=0"
 * ```
 */
export function cacheKey(url: Target, rule: Rule, variant: readonly string[] = []): string {
	if (!areStrings(variant)) throw new TypeError("The argument variant must be an array of strings.");
	return `${keyWithoutVariant(url, rule)}${variant.map((name) => `.${encodeVariant(name)}`).join("")}`;
}

/** Whether two URLs have the same response by the rule: Draft, "Comparing". Throws TypeError as `cacheKey`. */
export function equivalent(a: Target, b: Target, rule: Rule): boolean {
	return keyWithoutVariant(a, rule) === keyWithoutVariant(b, rule);
}

function keyWithoutVariant(url: Target, rule: Rule): string {
	const { text, hash } = canonical(url, rule, "written");
	return `${text}${text.includes("?") ? "&" : "?"}nvs=${hash}`;
}

/**
 * Returns the URL by a rule: without the parameters that it ignores, sorted by name if it ignores the order, and without fragment. It
 * adds no `nvs`, so it is fit to be sent on, shared or redirected to, and a URL of `urlByRule` is its own. Scheme, host and path stay.
 * Parameters have one spelling, as in keys, but for those that are not UTF-8, which stay as they are. Throws TypeError as `cacheKey`.
 *
 * @example
 * ```ts
 * const rule = noVarySearch('key-order, params=("utm_source")');
 * urlByRule("https://e.com/p?b=2&utm_source=x&a=1#top", rule); // "https://e.com/p?a=1&b=2"
 * ```
 */
export function urlByRule(url: Target, rule: Rule): string {
	return canonical(url, rule, "sent").text;
}

/** The URL as keys have it, without the pair `nvs`: equal for URLs that are equivalent by the rule. Throws TypeError as `cacheKey`. */
export function keyByRule(url: Target, rule: Rule): string {
	return canonical(url, rule, "written").text;
}

/** `hash` names the rule by which the query is written: 0 is the default rule, by which it stays as it is. */
function canonical(url: Target, rule: Rule, spelling: "written" | "sent"): { readonly text: string; readonly hash: string } {
	const target = hrefOf(url);
	const choice = prepare(rule);
	const at = target.indexOf("?");
	const pairs =
		choice.isDefault || target.length > MAX_URL ? undefined : parsePairs(at < 0 ? "" : target.slice(at + 1), MAX_PAIRS);
	// Octet for octet. An empty query is another URL than none.
	if (pairs === undefined) return { text: target, hash: "0" };
	const written = chosen(pairs, choice).map((pair) => pair[spelling]);
	const base = at < 0 ? target : target.slice(0, at);
	return { text: written.length > 0 ? `${base}?${written.join("&")}` : base, hash: choice.hash };
}

/** The URL without its fragment. */
function hrefOf(url: Target): string {
	const href = typeof url === "string" ? parsed(url) : ((url as Request | null)?.url ?? (url as URL | null)?.href);
	if (typeof href !== "string") throw new TypeError("A URL must be a string, a URL or a Request.");
	if (!/^https?:/.test(href)) throw keyless(href);
	const end = href.indexOf("#");
	return end < 0 ? href : href.slice(0, end);
}

/** By the platform. Small engines have no URL: what they take for one stays, but for octets that no URL has. */
function parsed(url: string): string {
	if (typeof URL === "undefined") return url.replace(/[^!-~]+/g, encodeURIComponent);
	try {
		return new URL(url).href;
	} catch {
		throw keyless(url);
	}
}

function keyless(url: string): TypeError {
	return new TypeError(`Only absolute URLs of http and https have keys, such as https://e.com/a, not ${url.slice(0, 100)}`);
}

/** The pairs that choose the response, in the order in which they do. */
function chosen(pairs: readonly Pair[], { names, areIgnored, keyOrder, prefixes }: Prepared): Pair[] {
	const isKept = (name: string) => name in names !== areIgnored && !prefixes.some((prefix) => name.startsWith(prefix));
	const kept = pairs.filter(({ name }) => isKept(name));
	return keyOrder ? kept.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)) : kept;
}

/** Rules of `noVarySearch` are frozen, and prepared once. */
function prepare(rule: Rule): Prepared {
	if (typeof WeakMap !== "undefined") prepared ??= new WeakMap();
	const known = prepared?.get(rule);
	if (known !== undefined) return known;
	const identity = identityOf(rule);
	const areIgnored = "params" in rule;
	const listed = areIgnored ? rule.params : rule.except;
	const prefixes = ("prefixes" in rule && rule.prefixes) || NONE;
	const names = Object.create(null);
	for (const name of listed) names[wellFormed(name)] = true;
	const fresh = {
		hash: identity === undefined ? "0" : hashOf(identity),
		isDefault: identity === undefined,
		keyOrder: rule.keyOrder,
		names,
		areIgnored,
		prefixes: prefixes.map(wellFormed),
	};
	if ([rule, listed, prefixes].every((part) => Object.isFrozen(part))) prepared?.set(rule, fresh);
	return fresh;
}

/** 64 bits of ASCII, as two multiplicative hashes of 32: a rule of the same origin and path must not have that of another one. */
function hashOf(text: string): string {
	let [a, b] = [0x811c9dc5, 0x9e3779b9];
	for (let at = 0; at < text.length; ++at) {
		const unit = text.charCodeAt(at);
		a = Math.imul(a ^ unit, 0x01000193);
		b = Math.imul((b << 5) ^ (b >>> 27) ^ unit, 0x85ebca6b);
	}
	return hex(a ^ (b >>> 15)) + hex(b ^ (a >>> 13));
}

function hex(word: number): string {
	return (word >>> 0).toString(16).padStart(8, "0");
}

function encodeVariant(variant: string): string {
	if (wellFormed(variant) !== variant) throw new TypeError("A variant must have no lone surrogate.");
	return encodeStrictly(variant).replace(/\./g, "%2E");
}
