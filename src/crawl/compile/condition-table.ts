/** The conditions of a program: tests of URLs, each written once, and the patterns that they need. */
import { Condition, Header } from "../../../assembly/policy/program";
import { encoder } from "../../utf8";
import { globRegex } from "../lists/url-pattern";
import type { Regex } from "../regex/regex";
import type { UrlTest } from "../schema/filter";
import { AutomatonOctets } from "./automaton-octets";
import type { ProgramOctets } from "./program-octets";

/** Writes the scope of these names, and returns its offset; 0 for none. With `numbered`, its values are the places of the names, from 1. */
export type WriteScope = (names: readonly string[] | undefined, numbered?: boolean) => number;

/** A condition, by its fields. Absent: 0. */
type Words = { readonly [Field in Condition]?: number };

export class ConditionTable {
	/** The patterns of URLs. */
	readonly patterns = new AutomatonOctets();
	readonly #conditions: Words[] = [];
	readonly #members: (readonly number[] | undefined)[] = [];
	/** The numbers of the tests that were added already. */
	readonly #tests = new Map<UrlTest, number>();
	readonly #exceptions = new Map<UrlTest, readonly number[]>();
	readonly #patterns = new Map<Regex, number>();
	readonly #lists = new Map<readonly UrlTest[], number>();
	/** The exceptions of a condition by its number + 1: all, or those by the values of its scope. */
	readonly #sources = new Map<number, readonly UrlTest[]>();
	readonly #scope: WriteScope;
	readonly #text: (octets: Uint8Array) => number;

	constructor(scope: WriteScope, text: (octets: Uint8Array) => number) {
		this.#scope = scope;
		this.#text = text;
	}

	/** The exceptions by the number + 1 of their condition, and the value of its scope. */
	get sources(): ReadonlyMap<number, readonly UrlTest[]> {
		return this.#sources;
	}

	/**
	 * The condition of a rule's tests of the URL besides its scope: its number + 1, or 0 if there is none. The scope is
	 * `host` or, without one, `hosts`.
	 */
	required(test: UrlTest): number {
		const { host, hosts, hostPattern, exceptHosts, exceptPattern, pattern, hostTexts } = test;
		const isScope = (host !== undefined || hostPattern === undefined) && exceptHosts === undefined;
		const others = [host && (hosts ?? hostPattern), exceptPattern, pattern, hostTexts];
		if (isScope && others.every((other) => other === undefined)) return 0;
		const known = this.#tests.get(test);
		if (known !== undefined) return known;
		const words = this.#words(test, host === undefined && hostPattern === undefined ? undefined : hosts);
		const texts = hostTexts?.map((text) => this.#textWords(text)) ?? [];
		const number =
			texts.length > 1
				? this.#add(
						words,
						texts.map((each) => this.#add(each)),
					)
				: this.#add({ ...words, ...texts[0] });
		this.#tests.set(test, number);
		return number;
	}

	/** The words of a test but for its texts; `hosts` are its scope. */
	#words({ hostPattern, exceptHosts, exceptPattern, pattern }: UrlTest, hosts: readonly string[] | undefined): Words {
		return {
			[Condition.HOSTS]: this.#scope(hosts),
			[Condition.HOST_PATTERN]: this.#pattern(hostPattern),
			[Condition.EXCEPT_HOSTS]: this.#scope(exceptHosts),
			[Condition.EXCEPT_PATTERN]: this.#pattern(exceptPattern),
			[Condition.PATTERN]: this.#pattern(pattern),
		};
	}

	#textWords(hostText: string): Words {
		const text = encoder.encode(hostText);
		return { [Condition.HOST_TEXT]: this.#text(text), [Condition.HOST_LENGTH]: text.length };
	}

	/** The number + 1 of a pattern; 0 for none. */
	#pattern(pattern: Regex | undefined): number {
		if (pattern === undefined) return 0;
		const number = this.#patterns.get(pattern) ?? this.patterns.add(pattern, 0) + 1;
		this.#patterns.set(pattern, number);
		return number;
	}

	/** The condition that one of these exceptions holds: number + 1, 0 for none. */
	exception(tests: readonly UrlTest[]): number {
		if (tests.length === 0) return 0;
		const known = this.#lists.get(tests);
		if (known !== undefined) return known;
		const members = [
			...this.#onlyHosts(tests),
			...tests.filter((test) => !isHostAlone(test)).flatMap((test) => this.#membersOf(test)),
		];
		const number = members.length === 1 ? (members[0] as number) : this.#add({}, members);
		this.#lists.set(tests, number);
		return number;
	}

	/** Merges exceptions that test only the host into one condition. */
	#onlyHosts(tests: readonly UrlTest[]): number[] {
		const merged = tests.filter(isHostAlone);
		const hosts = merged.flatMap(({ host, hosts: names }) => names ?? [host as string]);
		if (hosts.length === 0) return [];
		const number = this.#add({ [Condition.HOSTS]: this.#scope(hosts, true) });
		this.#sources.set(
			number,
			merged.flatMap((test) => (test.hosts ?? [test.host]).map(() => test)),
		);
		return [number];
	}

	/** The conditions of an exception, one of which must hold: one for each of its texts. */
	#membersOf(test: UrlTest): readonly number[] {
		const known = this.#exceptions.get(test);
		if (known !== undefined) return known;
		const { host, hosts, hostPattern, hostTexts = [], pattern } = test;
		const isOther = hosts !== undefined || hostPattern !== undefined;
		// If both are given, the pattern implies `host`.
		const ofHost = host !== undefined && isOther && pattern === undefined ? { pattern: globRegex(`||${host}^`) } : {};
		const names = isOther ? hosts : host === undefined || pattern !== undefined ? undefined : [host];
		const words = this.#words({ ...test, ...ofHost }, names);
		const texts = hostTexts.length === 0 ? [{}] : hostTexts.map((text) => this.#textWords(text));
		const numbers = texts.map((text) => this.#add({ ...words, ...text }));
		this.#exceptions.set(test, numbers);
		for (const number of numbers) this.#sources.set(number, [test]);
		return numbers;
	}

	#add(words: Words, members?: readonly number[]): number {
		this.#members.push(members);
		return this.#conditions.push(words);
	}

	write(out: ProgramOctets): [Header, number][] {
		const words = this.#conditions.flatMap((fields, index) => {
			const members = this.#members[index];
			const condition = new Array<number>(Condition.SIZE >> 2).fill(0);
			for (const [field, word] of Object.entries(fields)) condition[Number(field) >> 2] = word;
			if (members !== undefined)
				condition[Condition.MEMBERS >> 2] = out.words([members.length, ...members.map((one) => one - 1)]);
			return condition;
		});
		return [
			[Header.CONDITIONS, out.words(words)],
			[Header.CONDITION_COUNT, this.#conditions.length],
			[Header.URL_AUTOMATON, this.patterns.write(out)],
		];
	}
}

function isHostAlone({ host, hosts, hostPattern, exceptHosts, exceptPattern, pattern, hostTexts }: UrlTest): boolean {
	const others = [hostPattern, exceptHosts, exceptPattern, pattern, hostTexts];
	return (host !== undefined) !== (hosts !== undefined) && others.every((other) => other === undefined);
}
