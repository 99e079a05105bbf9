/**
 * Measures the effect of a list under a policy: the kernel tries each rule on URLs made for it. A rule acts if one of them loses its
 * parameter to it, is switched off if an exception keeps the parameter, and inert if the policy lets it do nothing.
 */
import { UriError } from "../errors";
import { createRules } from "./crawl-normalizer";
import { type KeptPieces, withoutExceptions } from "./explain/kept-pieces";
import type { Removal } from "./explain/removals";
import type { PolicyRules } from "./policy-rules";
import { witnessOf } from "./regex/witness";
import { type FilterRule, groupsOfFilter, type PieceTest, type UrlTest } from "./schema/filter";
import type { PlainList, PlainParameter, PlainPolicy } from "./schema/plain";

/** An exception, and the number of rules that it switches off on all URLs on which they were tried. */
interface Switched {
	readonly rules: number;
	readonly exception: KeptPieces["exception"];
}

/** A rule that does nothing under the policy. */
interface InertRule {
	/** Its name: `L12` for a line, `PROVIDER/RULE` for ClearURLs, else that of the parameter. */
	readonly rule: string;
	/** A URL on which it would act. */
	readonly url: string;
	/** The rule that removes the parameter instead; absent if it stays. */
	readonly removedBy?: string;
}

export interface ListEffect {
	/** Numbers of rules: those that act, and those that no URL could be made for. */
	readonly acts: number;
	readonly untried: number;
	readonly switchedOff: readonly Switched[];
	readonly inert: readonly InertRule[];
}

/** A rule, and URLs that it is about. */
interface Tried {
	readonly entry: string;
	readonly urls: readonly string[];
}

const HOST = "example.com";
/** Hosts of sites on which a rule is tried. */
const MAX_HOSTS = 16;

/** Counts the effects of a list of a normalizer. `create` makes another normalizer. */
export function listEffect(rules: PolicyRules, list: PlainList): ListEffect {
	const { policy = {}, lists, engine } = rules.settings;
	const empty = { name: list.name, params: [], exempt: [] };
	const without = createRules({ policy, lists: lists.map((other) => (other === list ? empty : other)), engine });
	const alone = createRules({ policy: aloneUnder(policy, list), lists: [{ ...withoutExceptions(list), exempt: [] }], engine });
	const reasons = new Reasons(rules, without, list.name);
	let [acts, untried] = [0, 0];
	for (const { entry, urls } of triedRules(list, hostsOf(policy))) {
		const removes = (by: PolicyRules, url: string) =>
			removals(by, url).some((each) => each.list === list.name && each.entry === entry);
		if (urls.some((url) => removes(rules, url) && removals(without, url).length === 0)) {
			acts += 1;
			continue;
		}
		// Another rule of the list may be about the same parameters, and come first.
		const url = urls.find((each) => removes(alone, each)) ?? urls.find((each) => removals(alone, each).length > 0);
		if (url === undefined) untried += 1;
		else reasons.add(entry, url);
	}
	return { acts, untried, switchedOff: reasons.switchedOff(), inert: reasons.inert };
}

/** Reasons why rules of a list do not act. */
class Reasons {
	readonly inert: InertRule[] = [];
	readonly #switchedOff = new Map<string, Switched>();
	readonly #rules: PolicyRules;
	/** The same without the rules of the list. */
	readonly #without: PolicyRules;
	readonly #name: string;

	constructor(rules: PolicyRules, without: PolicyRules, name: string) {
		this.#rules = rules;
		this.#without = without;
		this.#name = name;
	}

	/** A rule does not act on its URL. */
	add(rule: string, url: string): void {
		const removed = removals(this.#rules, url);
		const kept = this.#rules.keptIn(url).find((each) => each.rule === `${this.#name}:${rule}`);
		const first = removals(this.#without, url)[0] ?? removed[0];
		if (kept !== undefined) this.#addException(kept.exception);
		else this.inert.push({ rule, url, ...(first && { removedBy: first.rule }) });
	}

	#addException(exception: KeptPieces["exception"]): void {
		const id = `${exception.line} ${exception.path}`;
		this.#switchedOff.set(id, { rules: (this.#switchedOff.get(id)?.rules ?? 0) + 1, exception });
	}

	/** The exceptions, those that switch off most first. */
	switchedOff(): Switched[] {
		return [...this.#switchedOff.values()].sort((a, b) => b.rules - a.rules);
	}
}

function removals(rules: PolicyRules, url: string): Removal[] {
	const removed = rules.tryRemovals(url);
	return removed instanceof UriError ? [] : removed;
}

/** The list by itself: no rule hides anything from it. */
function aloneUnder({ base }: PlainPolicy, { name }: PlainList): PlainPolicy {
	return { ...(base && { base }), key: { query: { lists: [name] } } };
}

/** Hosts that rules for all hosts are tried on: some host, then those of sites. */
function hostsOf({ sites = [] }: PlainPolicy): string[] {
	return [HOST, ...sites.flatMap(({ hosts }) => hosts)].slice(0, MAX_HOSTS);
}

function triedRules({ params, filter = [] }: PlainList, hosts: readonly string[]): Tried[] {
	const rules = groupsOfFilter(filter).flatMap((group) => group.rules);
	return [...params.map((parameter) => triedParameter(parameter, hosts)), ...rules.map((rule) => triedRule(rule, hosts))];
}

function triedParameter(parameter: PlainParameter, hosts: readonly string[]): Tried {
	const { name, match, hosts: own = [] } = typeof parameter === "string" ? { name: parameter } : parameter;
	const piece = `${encodeURIComponent(match === "prefix" ? `${name}x` : name)}=1`;
	return { entry: name, urls: [...own, ...(own.length > 0 ? [] : hosts)].map((host) => `https://${host}/?${piece}`) };
}

function triedRule({ entry, piece, url }: FilterRule, hosts: readonly string[]): Tried {
	const written = pieceFor(piece);
	return { entry, urls: written === undefined ? [] : startsFor(url, hosts).map((start) => `${start}?${written}`) };
}

/** A piece of a query that a test is about. */
function pieceFor(piece: PieceTest): string | undefined {
	if (piece.kind === "any") return "a=1";
	if (piece.kind === "name") return piece.isNegated ? "urlsieve=1" : `${piece.name.map(encoded).join("")}=1`;
	if (piece.isNegated) return "urlsieve=1";
	const text = witnessOf(piece.regex);
	return text?.includes("=") ? text : text && `${text}=1`;
}

function encoded(octet: number): string {
	const character = String.fromCharCode(octet);
	return /[\w.~-]/.test(character) ? character : `%${octet.toString(16).toUpperCase().padStart(2, "0")}`;
}

/** URLs up to the query that a test may hold for: the kernel says which do. */
function startsFor({ host, hosts, hostTexts, pattern }: UrlTest, others: readonly string[]): string[] {
	const one = host ?? (pattern === undefined ? hostTexts?.[0] : undefined);
	const own = one === undefined ? (hosts ?? others) : [one];
	if (pattern === undefined) return own.map((name) => `https://${name}/`);
	const text = witnessOf(pattern);
	if (text === undefined) return [];
	const [, rest = text] = /^[^/?#]*:\/\/(.*)$/s.exec(text) ?? [];
	if (rest !== text) return [`https://${rest}`, `http://${rest}`, `https://${rest}/`].filter((start) => !start.includes("?"));
	const starts = own.flatMap((name) => [`https://${name}${text}`, `https://${name}/${text}`]);
	return [...starts, `https://${text}/`, `https://a${text}/`].filter((start) => !start.includes("?"));
}
