/** Rules that servers teach: one for each origin and path, of the response that was stored last. */
import { cacheKey } from "./cache-key";
import { checkOptions, isPlain } from "./checked-options";
import { type GivenRule, givenRules } from "./given";
import { identityOf, type Rule, readField } from "./rule";

const FIELD = "no-vary-search";
const DEFAULT_MAX = 10_000;
/** Seconds for which other isolates may adopt a rule: a day. An old rule costs hits, never a wrong one. */
const RECORD_AGE = 86_400;

/** Options of `createRules`. */
export interface RulesOptions {
	/** Max paths whose rules are remembered. The least recently used go. The default is 10,000. */
	readonly max?: number | undefined;
	/**
	 * Rules for servers that send none, by path: an exact one, or a prefix that ends in `*`, of which the longest wins. What a response
	 * declares wins over them.
	 */
	readonly given?: { readonly [path: string]: GivenRule } | undefined;
}

/** The rules of a cache. Made by `createRules`. */
export interface Rules {
	/** The key under which to look for a response. */
	key(request: Request, variant?: readonly string[]): string;
	/** Learns the rule of a response that is about to be stored, and returns the key to store it under. */
	learn(request: Request, response: Response, variant?: readonly string[]): string;
	/** Whether anything is known of the path. If not, `adopt` what another isolate has recorded. */
	knows(request: Request): boolean;
	/** The key under which the record of the path is stored. No request has it. */
	place(request: Request): string;
	/** The rule of the path as a response, to be stored at `place`. */
	record(request: Request): Response;
	/** Takes over a record, unless the path is known by now. Without one, the path is known to have none. */
	adopt(request: Request, record: Response | undefined): void;
}

/**
 * Creates the rules of a cache. A worker looks up `key`, and stores what it has fetched under the key that `learn` returns; freshness,
 * `Vary` and what may be stored are its own business. Throws TypeError for an unknown option, a path of `given` that no URL has and a rule
 * that says nothing, and RangeError if `max` is no positive integer.
 *
 * @example
 * ```ts
 * const rules = createRules({ given: { "/search": 'except=("q")', "/*": [{ name: "utm_", match: "prefix" }] } });
 * const request = new Request("https://e.com/search?q=1&utm_source=x");
 * rules.key(request) === rules.key(new Request("https://e.com/search?q=1")); // true
 * ```
 */
export function createRules(options: RulesOptions = {}): Rules {
	checkOptions(options, ["max", "given"]);
	const { max = DEFAULT_MAX, given = {} } = options;
	if (!isPlain(given)) throw new TypeError('The option "given" must be an object with a rule for each path.');
	if (!Number.isInteger(max) || max < 1) throw new RangeError(`The option "max" must be a positive integer, not ${max}.`);
	const find = givenRules(given);
	/** By origin and path, the least recently used first. Null: the last response declared none. */
	const learned = new Map<string, Rule | null>();

	function remember(path: string, rule: Rule | null): void {
		learned.delete(path);
		learned.set(path, rule);
		if (learned.size > max) learned.delete(learned.keys().next().value as string);
	}

	function ruleFor(request: Request): Rule {
		const path = pathOf(request);
		const rule = learned.get(path);
		if (rule !== undefined) remember(path, rule);
		return rule ?? find(path);
	}

	return {
		key: (request, variant) => cacheKey(request, ruleFor(request), variant),
		learn(request, response, variant) {
			remember(pathOf(request), declared(response));
			return cacheKey(request, ruleFor(request), variant);
		},
		knows: (request) => learned.has(pathOf(request)),
		// Keys end in `nvs=` and hexadecimal digits.
		place: (request) => `${pathOf(request)}?nvs=rule`,
		record: (request) => recordOf(learned.get(pathOf(request)) ?? null),
		adopt(request, record) {
			const path = pathOf(request);
			// While the record was looked up, a response may have been stored.
			const rule = record === undefined ? null : declared(record);
			if (!learned.has(path)) remember(path, rule);
		},
	};
}

/** The rule that a response declares, or null if it has no field. Throws TypeError for anything else than a response. */
function declared(response: Response): Rule | null {
	const headers = (response as Response | null | undefined)?.headers;
	if (typeof headers?.has !== "function")
		throw new TypeError("A response must be a Response, such as the one that fetch resolves to; write await fetch(request).");
	return headers.has(FIELD) ? readField(headers) : null;
}

/** A rule, or none, as the response that `declared` reads. */
function recordOf(rule: Rule | null): Response {
	const headers = new Headers({ "cache-control": `max-age=${RECORD_AGE}` });
	if (rule !== null) headers.set(FIELD, identityOf(rule) ?? "");
	return new Response("", { headers });
}

/** The URL of a request without query and fragment. */
function pathOf(request: Request): string {
	const url = (request as Request | null)?.url;
	if (typeof url !== "string") throw new TypeError("The argument must be a Request; write new Request(url).");
	const end = url.search(/[?#]/);
	return end < 0 ? url : url.slice(0, end);
}
