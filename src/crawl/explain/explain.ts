/** Explanations: which rules lead from a reference to its key, and which of them make two references one page. */
import { CrawlFlag, Profile } from "../../../assembly/layout/crawl-options";
import { KeyRule } from "../../../assembly/policy/key-rules";
import { LEVELS, type Level } from "../../options";
import { RULES } from "../../reference/explain";
import { isSame } from "../../rules/is-same";
import { decoder, encoder } from "../../utf8";
import type { CrawlSettings } from "../crawl-options";
import { isEmulation } from "../crawl-reference";
import { bitsOf, KEY_RULES, RULE_WORDS, type RuleKind, type RuleRow, SESSION_QUERY } from "../schema/registry";
import { ABOUT } from "./about";
import type { KeptPieces } from "./kept-pieces";
import { ALL, type Probe, type RemovedPiece } from "./probe";
import { QUERY_ONLY } from "./removals";
import { repeatedSteps, repeatingWith } from "./repeated";
import { POLICY, roundsOf, UNSTABLE } from "./rewritten";

/** A rule that changed the reference. */
export interface CrawlStep {
	/** `url-standard`, a rule of RFC 3986, or a rule of keys: docs/reference/profiles.md. */
	readonly rule: string;
	/** The source of the rule. */
	readonly section: string;
	readonly kind: RuleKind;
	readonly before: string;
	readonly after: string;
}

/** Rules that have no end for a reference. */
export type Unstable = "host-unstable" | "list-unstable";

/** The way from a reference to its two forms. */
export interface CrawlExplanation {
	readonly input: string;
	/** The rules that lead to the key, in the order in which they ran. Each starts from the result of the one before. */
	readonly steps: readonly CrawlStep[];
	/** The key. */
	readonly value: string;
	/** The URL to be fetched. */
	readonly fetch: string;
	/** Rules that have no end for the reference, and are left out: chains of aliases, or rounds of lists. Absent if there are none. */
	readonly unstable?: readonly Unstable[];
	/** The pieces of the query that exceptions of lists keep. Absent if there are none. */
	readonly kept?: readonly KeptPieces[];
}

/** The step of the URL Standard's parser and serializer. */
const URL_STANDARD = "url-standard";

/** Limit of steps for single names and entries. At least the number of names in `tracking@1`. */
const MAX_NAMES = 64;

/** The steps to the key of a reference. Requires: it has one. */
export function stepsOf(input: string, settings: CrawlSettings, probe: Probe): CrawlStep[] {
	const steps = stepsOfRules(input, settings, probe);
	const { rounds, isUnstable } = roundsOf(encoder.encode(input), settings, probe);
	const kind = "lossy";
	const key = steps.at(-1)?.after ?? input;
	if (isUnstable) return [...steps, { rule: UNSTABLE, section: POLICY, kind, before: key, after: key }];
	const rewritten = rounds.flatMap(({ label, section, before, text }) => [
		{ rule: label, section, kind, before, after: text } as const,
		...stepsOfRules(text, settings, probe),
	]);
	return [...steps, ...rewritten];
}

/** The steps before rewrites. */
function stepsOfRules(input: string, settings: CrawlSettings, probe: Probe): CrawlStep[] {
	const trail = new Trail(input, settings, probe.atRounds(0));
	trail.addBaseSteps();
	for (const rule of KEY_RULES) trail.addKeyRule(rule);
	return trail.steps;
}

class Trail {
	readonly steps: CrawlStep[] = [];
	readonly #probe: Probe;
	readonly #reference: Uint8Array;
	readonly #hasPolicy: boolean;
	readonly #isEmulation: boolean;
	readonly #profile: number;
	readonly #source: string;
	#before: string;
	#keyRules = 0;
	/** The rules that have run at least, since they repeat with others. */
	#repeated = 0;

	constructor(input: string, settings: CrawlSettings, probe: Probe) {
		this.#probe = probe;
		this.#reference = encoder.encode(input);
		this.#hasPolicy = (settings.word & CrawlFlag.POLICY) !== 0;
		this.#isEmulation = isEmulation(settings);
		this.#profile = settings.word & CrawlFlag.PROFILE;
		this.#source = settings.profile === undefined ? "" : ABOUT[settings.profile].source;
		this.#before = input;
	}

	/** From the reference to the key base. */
	addBaseSteps(): void {
		// The result of encoding lone surrogates: WebIDL's USVString.
		this.#add("usv-string", "WebIDL §3.2.12", "lossy", decoder.decode(this.#reference));
		if (this.#isEmulation) {
			// Crawlee's library has the platform's `URL` parse first. Others do not follow the URL Standard.
			if (this.#profile === Profile.CRAWLEE) this.#addUrl(this.#probe.url(this.#reference));
			this.#add("profile", this.#source, "lossy", this.#probe.key(this.#reference));
			return;
		}
		this.#addUrl(this.#probe.key(this.#reference, { base: 0, key: 0 }));
		if (!this.#hasPolicy) return;
		let base = 0;
		for (const [bit, rule, section] of RULES) {
			base |= bit;
			this.#add(rule, section, "lossless", this.#probe.key(this.#reference, { base, key: 0 }));
		}
	}

	#addUrl(url: string | undefined): void {
		this.#add(URL_STANDARD, "URL Standard §4.4, §4.5", "lossless", url);
	}

	addKeyRule(rule: RuleRow): void {
		if (!this.#hasPolicy) return;
		const { id } = rule;
		this.#addRepeated(repeatingWith(rule));
		const { kind, source } = RULE_WORDS[id];
		this.#keyRules |= bitsOf(rule);
		if (rule.byPiece) this.#addPieces(id, kind, source);
		else this.#add(id, source, kind, this.#probe.key(this.#reference, { key: this.#keyRules | this.#repeated }));
	}

	/** Adds the remaining changes rule by rule, as if these rules did not repeat. */
	#addRepeated(rows: readonly RuleRow[]): void {
		if (rows.length === 0) return;
		for (const { id, after } of repeatedSteps(this.#reference, rows, this.#keyRules, this.#before, this.#probe)) {
			const { kind, source } = RULE_WORDS[id];
			this.#add(id, source, kind, after);
		}
		this.#repeated = rows.reduce((bits, row) => bits | bitsOf(row), this.#keyRules);
	}

	/**
	 * A step for each name or entry by which the last of the rules removes pieces. Those after the first MAX_NAMES share a step with
	 * the name of the rule: without a bound, the size of an explanation would grow with the square of the reference.
	 */
	#addPieces(id: string, kind: RuleKind, source: string): void {
		const key = this.#keyRules;
		const ruleByPiece = new Map(removalsBy(key, this.#reference, this.#probe).map(({ piece, rule }) => [piece, rule]));
		const rules = [...new Set(ruleByPiece.values())];
		const last = rules.length > MAX_NAMES ? id : rules.pop();
		if (last === undefined) return;
		for (const rule of rules.slice(0, MAX_NAMES)) {
			this.#add(
				rule,
				sectionOf(rule),
				kind,
				withoutPieces(this.#before, (piece) => ruleByPiece.get(piece) === rule),
			);
		}
		this.#add(last, last === id ? source : sectionOf(last), kind, this.#probe.key(this.#reference, { key }));
	}

	#add(rule: string, section: string, kind: RuleKind, after: string | undefined): void {
		if (after === undefined || after === this.#before) return;
		this.steps.push({ rule, section, kind, before: this.#before, after });
		this.#before = after;
	}
}

/** The list of a step, or the member of the policy. */
function sectionOf(rule: string): string {
	return rule.split(":")[0] as string;
}

/** An intermediate state, for display: the last step of a rule is the kernel's. A query without pieces goes with its "?". */
function withoutPieces(reference: string, isRemoved: (piece: string) => boolean): string {
	const [, start = "", query = "", fragment = ""] = /^([^?#]*)\?([^#]*)(.*)$/s.exec(reference) ?? [];
	const pieces = query.split("&").filter((piece) => !isRemoved(piece));
	return `${start}${pieces.length > 0 ? "?" : ""}${pieces.join("&")}${fragment}`;
}

/**
 * The rules that make two references one page: the decisive ones, without any one of which the keys would differ. If no rule is
 * decisive, all rules that change either reference; if none does, the base. Requires: they have the same key.
 */
export function mergingRules(references: readonly [Uint8Array, Uint8Array], settings: CrawlSettings, probe: Probe): string[] {
	if (isEmulation(settings)) return ["profile"];
	if ((settings.word & CrawlFlag.POLICY) === 0) return [URL_STANDARD];
	const plain = probe.atRounds(0);
	const rounds = references.flatMap((reference) => roundsOf(reference, settings, probe).rounds);
	const met = [...references, ...rounds.map(({ text }) => encoder.encode(text))];
	const removed = [...new Set(met.flatMap((reference) => labelsOf(reference, plain)))];
	const fired = new Set(met.flatMap((reference) => firedRules(reference, plain)));
	const rewrites = new Map(rounds.map(({ label, number }) => [label, number]));
	const ofRules = KEY_RULES.flatMap(({ id, byPiece }) => {
		if (!byPiece) return fired.has(id) ? [id] : [];
		return removed.filter((label) => isSession(label) === (id === SESSION_QUERY));
	});
	const inOrder = [...ofRules, ...rewrites.keys()];
	const needed = inOrder.filter((id) => {
		const withoutRewrite = rewrites.get(id);
		const [left, right] = references.map((reference) =>
			withoutRewrite === undefined ? keyWithout(reference, id, probe) : probe.key(reference, { withoutRewrite }),
		);
		return left !== right;
	});
	return needed.length > 0 ? needed : inOrder.length > 0 ? inOrder : [URL_STANDARD];
}

/** The rules that change a reference. */
function firedRules(reference: Uint8Array, probe: Probe): string[] {
	let key = 0;
	let before = probe.key(reference, { key });
	return KEY_RULES.flatMap((rule) => {
		key |= bitsOf(rule);
		const after = probe.key(reference, { key });
		const hasFired = after !== before;
		before = after;
		return hasFired ? [rule.id] : [];
	});
}

/** The labels of the pieces that are removed from a reference: by session identifier, then by parameter. */
function labelsOf(reference: Uint8Array, probe: Probe): string[] {
	const rules = [~(KeyRule.PARAM | KeyRule.QUERY_ONLY), ALL];
	return rules.flatMap((key) => removalsBy(key, reference, probe).map(({ rule }) => rule));
}

/** The pieces that the last of these rules removes by name. */
function removalsBy(key: number, reference: Uint8Array, probe: Probe): RemovedPiece[] {
	const isParameters = (key & KeyRule.PARAM) !== 0;
	return probe.removals(reference, { key }).filter(({ rule }) => !isParameters || !isSession(rule));
}

function isSession(label: string): boolean {
	return label.startsWith(`${SESSION_QUERY}:`);
}

function keyWithout(reference: Uint8Array, id: string, probe: Probe): string | undefined {
	if (id === QUERY_ONLY) return probe.key(reference, { key: ~KeyRule.QUERY_ONLY });
	const rule = KEY_RULES.find((row) => row.id === id);
	return rule === undefined ? probe.keyWithout(reference, id) : probe.key(reference, { key: ~bitsOf(rule) });
}

/**
 * The lowest level of the ladder on which two references are equal. One without a normal form can only be equal as a string.
 * `rfc` runs the rules of RFC 3986, all or those of a level.
 */
export function levelOf([a, b]: readonly [Uint8Array, Uint8Array], rfc: Probe): Level | undefined {
	if (isSame(a, b)) return "string";
	return (["syntax", "scheme"] as const).find((level) => {
		const [left, right] = [a, b].map((octets) => rfc.fetch(octets, { base: LEVELS[level] }));
		return left !== undefined && left === right;
	});
}
