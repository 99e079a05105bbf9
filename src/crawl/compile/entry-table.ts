/** The entries of a program: collected, joined where one scope can decide for many, and hashed. */

import { More, MoreEntry } from "../../../assembly/policy/more";
import { Entry, EntryFlag, Header } from "../../../assembly/policy/program";
import type { Origin } from "../policy/key-options";
import type { Regex } from "../regex/regex";
import type { AutomatonOctets } from "./automaton-octets";
import { hashTable } from "./hash-table";
import { lowered, type ProgramOctets } from "./program-octets";
import { leastOf, type ScopeName, scopeWords } from "./scope-names";

/** An entry that has no address yet. Offsets and numbers are those of assembly/policy/program.ts; 0 means none. */
export interface EntrySpec {
	/** Octets; in lower case if case is ignored. */
	readonly name: ArrayLike<number>;
	readonly flags: number;
	readonly group: number;
	/** Undefined: all hosts. */
	readonly hosts?: readonly ScopeName[] | undefined;
	readonly exceptHosts?: number;
	readonly exceptPath?: number;
	readonly required?: number;
	readonly exception?: number;
	readonly values?: number;
	readonly paths?: number;
	readonly exceptPaths?: number;
	readonly provider?: number | undefined;
	/** The name as it is spelled, if no other spelling counts. */
	readonly raw?: readonly number[] | undefined;
	/** The pattern of names that decides instead of the name. It is added once the number of the entry is known. */
	readonly regex?: Regex | undefined;
	readonly origin: Origin;
}

interface PlacedName extends ScopeName {
	/** The number of the origin. */
	readonly value: number;
}

interface PlacedEntry {
	readonly spec: EntrySpec;
	readonly origins: PlacedName[];
	readonly originNumber: number;
}

/** Flags of entries that the hash table does not find; nor does it find those with a pattern. */
const UNNAMED = EntryFlag.NEGATED | EntryFlag.ANY;

const NONE: readonly number[] = [];

export class EntryTable {
	/** The sources of the entries, indexed by Entry.ORIGIN; 0 means none. */
	readonly origins: (Origin | undefined)[] = [undefined];
	readonly #originNumbers = new Map<string, number>();
	/** Entries that the hash table finds, and the others. */
	readonly #named: PlacedEntry[] = [];
	readonly #unnamed: PlacedEntry[] = [];
	/** The hosts of entries that differ in nothing else, which is their key. */
	readonly #joined = new Map<string, PlacedName[]>();

	add(spec: EntrySpec): void {
		const originNumber = this.#numberOf(spec.origin);
		const origins = (spec.hosts ?? []).map((host) => ({ ...host, value: originNumber }));
		const entry = { spec, originNumber, origins };
		if (this.#isJoined(entry)) return;
		(spec.regex || (spec.flags & UNNAMED) !== 0 ? this.#unnamed : this.#named).push(entry);
	}

	/** The number of an origin. Entries that explanations name alike have one, so that they are left out together. */
	#numberOf(origin: Origin): number {
		const name = `${origin.step} ${origin.list ?? ""} ${origin.entry}`;
		const known = this.#originNumbers.get(name);
		if (known !== undefined) return known;
		const number = this.origins.push(origin) - 1;
		this.#originNumbers.set(name, number);
		return number;
	}

	/** Whether an entry has joined one that differs only in its hosts. If there is none, later ones join it. */
	#isJoined({ spec, origins }: PlacedEntry): boolean {
		const hasMore = spec.values || spec.paths || spec.exceptPaths || spec.provider || spec.raw;
		if (spec.hosts === undefined || spec.exceptHosts || spec.exceptPath || spec.regex || hasMore) return false;
		const name = Array.from(spec.name).join(" ");
		const key = [spec.group, spec.flags, spec.required ?? 0, spec.exception ?? 0, name].join();
		const known = this.#joined.get(key);
		if (known === undefined) this.#joined.set(key, origins);
		else for (const name of origins) known.push(name);
		return known !== undefined;
	}

	/** Writes the entries and their tables. Their patterns join `patterns`. Returns the fields of the header. `hasMore`: whether it goes on. */
	write(out: ProgramOctets, patterns: AutomatonOctets, hasMore: boolean): [Header | More, number][] {
		const [table, order] = hashTable(this.#named.map(({ spec }) => lowered(spec.name)));
		const entries = [...order.map((index) => this.#named[index] as PlacedEntry), ...this.#unnamed];
		const others = entries.flatMap(({ spec }, index) => ((spec.flags & UNNAMED) === 0 ? NONE : [index]));
		const specs = this.#named.map(({ spec }) => spec);
		const lengths = specs.filter(({ flags }) => (flags & EntryFlag.PREFIX) !== 0).map(({ name }) => name.length);
		return [
			[Header.ENTRIES, out.words(entryWords(entries, patterns, out))],
			[Header.ENTRY_COUNT, entries.length],
			[Header.NAMES, out.words(table)],
			[Header.PREFIX_LENGTHS, lengths.reduce((bits, length) => bits | (1 << Math.min(length, 31)), 0)],
			[Header.OTHERS, out.words(others)],
			[Header.OTHER_COUNT, others.length],
			...(hasMore ? [[More.ENTRIES, out.words(entries.flatMap(({ spec }) => moreWordsOf(spec, out)))] as [More, number]] : []),
		];
	}
}

function entryWords(entries: readonly PlacedEntry[], patterns: AutomatonOctets, out: ProgramOctets): Int32Array {
	const words = new Int32Array((entries.length * Entry.SIZE) >> 2);
	for (let index = 0; index < entries.length; ++index) {
		const { spec, origins, originNumber } = entries[index] as PlacedEntry;
		const at = (index * Entry.SIZE) >> 2;
		words[at + (Entry.NAME >> 2)] = out.text(spec.name);
		words[at + (Entry.LENGTH >> 2)] = spec.name.length;
		words[at + (Entry.FLAGS >> 2)] = spec.flags;
		words[at + (Entry.GROUP >> 2)] = spec.group;
		words[at + (Entry.HOSTS >> 2)] = origins.length === 0 ? 0 : out.words(scopeWords(origins, leastOf, out));
		words[at + (Entry.EXCEPT_HOSTS >> 2)] = spec.exceptHosts ?? 0;
		words[at + (Entry.EXCEPT_PATH >> 2)] = spec.exceptPath ?? 0;
		words[at + (Entry.REQUIRED >> 2)] = spec.required ?? 0;
		words[at + (Entry.EXCEPTION >> 2)] = spec.exception ?? 0;
		words[at + (Entry.PATTERN >> 2)] = spec.regex === undefined ? 0 : patterns.add(spec.regex, index) + 1;
		words[at + (Entry.ORIGIN >> 2)] = originNumber;
	}
	return words;
}

function moreWordsOf({ values = 0, paths = 0, exceptPaths = 0, provider = 0, raw }: EntrySpec, out: ProgramOctets): number[] {
	const words: number[] = [];
	words[MoreEntry.VALUES >> 2] = values;
	words[MoreEntry.PATHS >> 2] = paths;
	words[MoreEntry.EXCEPT_PATHS >> 2] = exceptPaths;
	words[MoreEntry.PROVIDER >> 2] = provider;
	words[MoreEntry.RAW >> 2] = raw === undefined ? 0 : out.text(raw);
	words[MoreEntry.RAW_LENGTH >> 2] = raw?.length ?? 0;
	return words;
}
