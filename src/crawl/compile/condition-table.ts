/** The conditions of a program: tests of URLs, each written once, and the patterns that they need. */
import { Condition, Header } from "../../../assembly/policy/program";
import { isAnchored } from "../regex/regex";
import type { UrlTest } from "../schema/filter";
import { AutomatonOctets } from "./automaton-octets";
import type { ProgramOctets } from "./program-octets";

/** Writes the scope of these names, and returns its offset; 0 for none. */
export type WriteScope = (names: readonly string[] | undefined) => number;

export class ConditionTable {
	/** The patterns of URLs. */
	readonly patterns = new AutomatonOctets();
	readonly #conditions: number[][] = [];
	readonly #members: (readonly number[] | undefined)[] = [];
	/** The numbers of the tests that were added already. */
	readonly #tests = new Map<UrlTest, number>();
	readonly #lists = new Map<readonly UrlTest[], number>();
	readonly #scope: WriteScope;

	constructor(scope: WriteScope) {
		this.#scope = scope;
	}

	/**
	 * The condition of a rule's tests of the URL besides its scope: its number + 1, or 0 if there is none. The scope is
	 * `host` or, without one, `hosts`.
	 */
	required(test: UrlTest): number {
		const hosts = test.host === undefined ? undefined : test.hosts;
		if (hosts === undefined && test.exceptHosts === undefined && test.pattern === undefined) return 0;
		const known = this.#tests.get(test);
		if (known !== undefined) return known;
		const pattern = test.pattern === undefined ? 0 : this.patterns.add(test.pattern, 0) + 1;
		const number = this.#add([this.#scope(hosts), this.#scope(test.exceptHosts), pattern]);
		this.#tests.set(test, number);
		return number;
	}

	/** The condition that one of these exceptions holds: number + 1, 0 for none. */
	exception(tests: readonly UrlTest[]): number {
		if (tests.length === 0) return 0;
		const known = this.#lists.get(tests);
		if (known !== undefined) return known;
		const members = [...this.#onlyHosts(tests), ...tests.filter((test) => !isHostAlone(test)).map((test) => this.#member(test))];
		const number = members.length === 1 ? (members[0] as number) : this.#add([0, 0, 0], members);
		this.#lists.set(tests, number);
		return number;
	}

	/** Merges exceptions that test only the host into one condition. */
	#onlyHosts(tests: readonly UrlTest[]): number[] {
		const hosts = tests.filter(isHostAlone).flatMap(({ host, hosts: names }) => names ?? [host as string]);
		return hosts.length === 0 ? [] : [this.#add([this.#scope(hosts), 0, 0])];
	}

	#member({ host, hosts, exceptHosts, pattern }: UrlTest): number {
		// An unanchored pattern could always match in the query, which is hidden.
		const isLost = pattern !== undefined && !isAnchored(pattern);
		const number = pattern === undefined || isLost ? 0 : this.patterns.add(pattern, 1) + 1;
		// If both are given, the pattern implies `host`.
		const names = hosts ?? (host === undefined || number !== 0 ? undefined : [host]);
		return this.#add([this.#scope(names), this.#scope(exceptHosts), number]);
	}

	#add(words: number[], members?: readonly number[]): number {
		this.#members.push(members);
		return this.#conditions.push(words);
	}

	write(out: ProgramOctets): [Header, number][] {
		const words = this.#conditions.flatMap(([hosts = 0, exceptHosts = 0, pattern = 0], index) => {
			const members = this.#members[index];
			const condition: number[] = [];
			condition[Condition.HOSTS >> 2] = hosts;
			condition[Condition.EXCEPT_HOSTS >> 2] = exceptHosts;
			condition[Condition.PATTERN >> 2] = pattern;
			condition[Condition.MEMBERS >> 2] =
				members === undefined ? 0 : out.words([members.length, ...members.map((number) => number - 1)]);
			return condition;
		});
		return [
			[Header.CONDITIONS, out.words(words)],
			[Header.CONDITION_COUNT, this.#conditions.length],
			[Header.URL_AUTOMATON, this.patterns.write(out)],
		];
	}
}

function isHostAlone({ host, hosts, exceptHosts, pattern }: UrlTest): boolean {
	return (host !== undefined) !== (hosts !== undefined) && exceptHosts === undefined && pattern === undefined;
}
