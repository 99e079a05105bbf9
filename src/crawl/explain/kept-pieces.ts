/**
 * Finds the pieces of a query that stay because of an exception of a list, and the exception.
 *
 * The kernel decides: the policy runs without its exceptions, to find the pieces; then two programs run that remove one piece for
 * each exception, one where the exception does not hold, the other where its pattern is found in the text that a list sees.
 */
import { UriError } from "../../errors";
import type { CrawlWorkspace } from "../crawl-kernel";
import type { CrawlSettings } from "../crawl-options";
import { ListError } from "../lists/list-error";
import { wideningOf } from "../lists/widened";
import type { Origin } from "../policy/key-options";
import { programOf, workspaceWith } from "../policy-workspace";
import { type FilterRule, groupsOfFilter, type UrlTest } from "../schema/filter";
import type { PlainKeyRules, PlainList, PlainPolicy } from "../schema/plain";
import { type Removal, removalsOf } from "./removals";

/** Pieces of the query that a rule of a list names, and an exception keeps. */
export interface KeptPieces {
	/** The rule: `LIST:ENTRY`. */
	readonly rule: string;
	/** The pieces, as the key base has them: `name=value`. */
	readonly pieces: readonly string[];
	/** The exception, shortened, and where it stands in the list: its line, or a JSON Pointer in `path`. */
	readonly exception: { readonly line: number; readonly path: string; readonly text: string };
	/** Whether it holds only because no list sees the query, or because it cannot be taken as it stands. */
	readonly isWidened: boolean;
}

interface Opened {
	readonly workspace: CrawlWorkspace;
	readonly origins: readonly (Origin | undefined)[];
}

/** The list of the programs that test exceptions. */
const TESTS = "exceptions";

export class KeptPiecesProbe {
	readonly #settings: CrawlSettings;
	/** The exceptions of each rule: those of its group, and its own. Rules share these arrays. */
	readonly #exceptions = new Map<string, readonly (readonly UrlTest[])[]>();
	readonly #numbers: ReadonlyMap<UrlTest, number>;
	readonly #relaxed: Opened;
	readonly #holding: Opened;
	/** Undefined if the patterns are too large: those of exceptions that hold everywhere are not in the policy's own program. */
	readonly #matching: Opened | undefined;

	/** Compiles three programs. */
	constructor(settings: CrawlSettings) {
		this.#settings = settings;
		const arrays = new Set<readonly UrlTest[]>();
		for (const { name, filter = [] } of settings.lists) {
			for (const { rules, exceptions } of groupsOfFilter(filter)) {
				arrays.add(exceptions);
				for (const rule of rules) this.#exceptions.set(`${name}:${rule.entry}`, [exceptions, rule.exceptions]);
				for (const rule of rules) arrays.add(rule.exceptions);
			}
		}
		const tests = [...new Set([...arrays].flat())];
		this.#numbers = new Map(tests.map((test, index) => [test, index]));
		this.#relaxed = this.#open(settings.policy ?? {}, settings.lists.map(withoutExceptions));
		this.#holding = this.#openTests(tests.map((test, index) => ruleFor(index, {}, [test])));
		this.#matching = unlessTooLarge(() => this.#openTests(tests.map((test, index) => ruleFor(index, test, []))));
	}

	/** The pieces that exceptions keep in a reference, by rule. `fetch` is its URL to fetch; `removed` is the part that the key leaves out. */
	keptIn(fetch: string, removed: readonly Removal[]): KeptPieces[] {
		const gone = new Set(removed.map(({ piece }) => piece));
		const byRule = new Map<string, Removal[]>();
		for (const removal of this.#removals(fetch, this.#relaxed)) {
			if (removal.list === undefined || gone.has(removal.piece)) continue;
			const rule = `${removal.list}:${removal.entry}`;
			const known = byRule.get(rule);
			if (known === undefined) byRule.set(rule, [removal]);
			else known.push(removal);
		}
		const found = new Map<readonly UrlTest[], UrlTest | undefined>();
		return Array.from(byRule, ([rule, removals]) => this.#kept(fetch, rule, removals, found)).flat();
	}

	#kept(
		fetch: string,
		rule: string,
		removals: readonly Removal[],
		found: Map<readonly UrlTest[], UrlTest | undefined>,
	): KeptPieces[] {
		for (const tests of this.#exceptions.get(rule) ?? []) {
			if (!found.has(tests)) found.set(tests, this.#firstHolding(fetch, tests));
			const exception = found.get(tests);
			if (exception?.source === undefined) continue;
			const isWidened = exception.isReported === true || !this.#matches(fetch, exception);
			return [
				{ rule: removals[0]?.rule ?? rule, pieces: removals.map(({ piece }) => piece), exception: exception.source, isWidened },
			];
		}
		return [];
	}

	#firstHolding(fetch: string, tests: readonly UrlTest[]): UrlTest | undefined {
		if (tests.length === 0) return undefined;
		const without = this.#asked(fetch, tests, this.#holding);
		return tests.find((test) => !without.has(this.#nameOf(test)));
	}

	#matches(fetch: string, test: UrlTest): boolean {
		if (this.#matching === undefined) return wideningOf(test) === undefined;
		return this.#asked(fetch, [test], this.#matching).size > 0;
	}

	/** The names of the tests that a program removes from the URL. Its own query does not matter: no list sees it. */
	#asked(fetch: string, tests: readonly UrlTest[], program: Opened): Set<string> {
		const [start = ""] = /^[^?#]*/.exec(fetch) ?? [];
		const query = tests.map((test) => this.#nameOf(test)).join("&");
		return new Set(this.#removals(`${start}?${query}`, program).map(({ piece }) => piece));
	}

	#nameOf(test: UrlTest): string {
		return nameOf(this.#numbers.get(test) ?? 0);
	}

	#removals(reference: string, { workspace, origins }: Opened): Removal[] {
		const removals = removalsOf(reference, this.#settings, workspace, origins);
		return removals instanceof UriError ? [] : removals;
	}

	/** Under the policy's rules of host and path, which decide the text that a list sees. */
	#openTests(rules: readonly FilterRule[]): Opened {
		const { key, sites = [], ...policy } = this.#settings.policy ?? {};
		const tested = (rulesOfKey: PlainKeyRules): PlainKeyRules => ({ ...rulesOfKey, query: { lists: [TESTS] } });
		const changed = { ...policy, key: tested(key ?? {}), sites: sites.map((site) => ({ ...site, key: tested(site.key) })) };
		return this.#open(changed, [{ name: TESTS, params: [], exempt: [], filter: [{ rules, exceptions: [] }] }]);
	}

	#open(policy: PlainPolicy, lists: readonly PlainList[]): Opened {
		const { octets, origins } = programOf(policy, lists, this.#settings);
		return { workspace: workspaceWith(octets, this.#settings.engine), origins };
	}
}

/** Whether a list has an exception that a rule could meet. */
export function hasExceptions({ filter = [] }: PlainList): boolean {
	return groupsOfFilter(filter).some(
		({ rules, exceptions }) => exceptions.length > 0 || rules.some((rule) => rule.exceptions.length > 0),
	);
}

function unlessTooLarge(open: () => Opened): Opened | undefined {
	try {
		return open();
	} catch (error) {
		if (error instanceof ListError) return undefined;
		throw error;
	}
}

export function withoutExceptions(list: PlainList): PlainList {
	if (list.filter === undefined) return list;
	const filter = groupsOfFilter(list.filter).map(({ rules }) => ({
		rules: rules.map((rule) => ({ ...rule, exceptions: [] })),
		exceptions: [],
	}));
	return { ...list, filter };
}

/** The rule that removes the piece with the name of a test. */
function ruleFor(number: number, url: UrlTest, exceptions: readonly UrlTest[]): FilterRule {
	const name = [...nameOf(number)].map((character) => character.charCodeAt(0));
	return { entry: nameOf(number), piece: { kind: "name", name, ignoreCase: false, isNegated: false }, url, exceptions };
}

function nameOf(number: number): string {
	return `e${number}`;
}
