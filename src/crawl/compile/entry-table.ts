/** The entries of a program: collected, joined where one scope can decide for many, and hashed. */

import { More, MoreEntry } from "../../../assembly/policy/more";
import { Entry, EntryFlag, Header } from "../../../assembly/policy/program";
import type { Origin } from "../policy/key-options";
import type { Regex } from "../regex/regex";
import type { AutomatonOctets } from "./automaton-octets";
import { hashTable } from "./hash-table";
import type { ProgramOctets } from "./program-octets";
import { leastOf, type ScopeName, scopeWords } from "./scope-names";

/** An entry that has no address yet. Offsets and numbers are those of assembly/policy/program.ts; 0 means none. */
export interface EntrySpec {
	/** Octets; in lower case if case is ignored. */
	readonly name: Iterable<number>;
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

interface PlacedEntry extends EntrySpec {
	readonly name: readonly number[];
	readonly origins: PlacedName[];
	readonly originNumber: number;
}

/** Flags of entries that the hash table does not find; nor does it find those with a pattern. */
const UNNAMED = EntryFlag.NEGATED | EntryFlag.ANY;

export class EntryTable {
	/** The sources of the entries, indexed by Entry.ORIGIN; 0 means none. */
	readonly origins: (Origin | undefined)[] = [undefined];
	/** Entries that the hash table finds, and the others. */
	readonly #named: PlacedEntry[] = [];
	readonly #unnamed: PlacedEntry[] = [];
	/** Entries that differ only in their hosts, keyed by everything else. */
	readonly #joined = new Map<string, PlacedEntry>();

	add(spec: EntrySpec): void {
		// An entry that is added twice in a row, for names with and without their case, has one origin.
		if (this.origins.at(-1) !== spec.origin) this.origins.push(spec.origin);
		const originNumber = this.origins.length - 1;
		const name = Array.from(spec.name);
		const names = (spec.hosts ?? []).map((host) => ({ ...host, value: originNumber }));
		const hasMore = spec.values || spec.paths || spec.exceptPaths || spec.provider || spec.raw;
		const isOnlyScope = spec.hosts !== undefined && !spec.exceptHosts && !spec.exceptPath && !spec.regex && !hasMore;
		const key = [spec.group, spec.flags, spec.required ?? 0, spec.exception ?? 0, name.join(" ")].join();
		const known = isOnlyScope ? this.#joined.get(key) : undefined;
		if (known !== undefined) {
			for (const name of names) known.origins.push(name);
			return;
		}
		const entry = { ...spec, name, originNumber, origins: names };
		(spec.regex || (spec.flags & UNNAMED) !== 0 ? this.#unnamed : this.#named).push(entry);
		if (isOnlyScope) this.#joined.set(key, entry);
	}

	/** Writes the entries and their tables. Their patterns join `patterns`. Returns the fields of the header. `hasMore`: whether it goes on. */
	write(out: ProgramOctets, patterns: AutomatonOctets, hasMore: boolean): [Header | More, number][] {
		const [table, order] = hashTable(this.#named.map(({ name }) => name.map(lowered)));
		const entries = [...order.map((index) => this.#named[index] as PlacedEntry), ...this.#unnamed];
		const others = [...entries.keys()].filter((index) => ((entries[index]?.flags ?? 0) & UNNAMED) !== 0);
		const lengths = this.#named.filter(({ flags }) => (flags & EntryFlag.PREFIX) !== 0).map(({ name }) => name.length);
		return [
			[Header.ENTRIES, out.words(entries.flatMap((entry, index) => wordsOf(entry, index, patterns, out)))],
			[Header.ENTRY_COUNT, entries.length],
			[Header.NAMES, out.words(table)],
			[Header.PREFIX_LENGTHS, lengths.reduce((bits, length) => bits | (1 << Math.min(length, 31)), 0)],
			[Header.OTHERS, out.words(others)],
			[Header.OTHER_COUNT, others.length],
			...(hasMore ? [[More.ENTRIES, out.words(entries.flatMap((entry) => moreWordsOf(entry, out)))] as [More, number]] : []),
		];
	}
}

function wordsOf(entry: PlacedEntry, index: number, patterns: AutomatonOctets, out: ProgramOctets): number[] {
	const words: number[] = [];
	words[Entry.NAME >> 2] = out.text(Uint8Array.from(entry.name));
	words[Entry.LENGTH >> 2] = entry.name.length;
	words[Entry.FLAGS >> 2] = entry.flags;
	words[Entry.GROUP >> 2] = entry.group;
	words[Entry.HOSTS >> 2] = entry.origins.length === 0 ? 0 : out.words(scopeWords(entry.origins, leastOf, out));
	words[Entry.EXCEPT_HOSTS >> 2] = entry.exceptHosts ?? 0;
	words[Entry.EXCEPT_PATH >> 2] = entry.exceptPath ?? 0;
	words[Entry.REQUIRED >> 2] = entry.required ?? 0;
	words[Entry.EXCEPTION >> 2] = entry.exception ?? 0;
	words[Entry.PATTERN >> 2] = entry.regex === undefined ? 0 : patterns.add(entry.regex, index) + 1;
	words[Entry.ORIGIN >> 2] = entry.originNumber;
	return words;
}

function moreWordsOf({ values = 0, paths = 0, exceptPaths = 0, provider = 0, raw }: PlacedEntry, out: ProgramOctets): number[] {
	const words: number[] = [];
	words[MoreEntry.VALUES >> 2] = values;
	words[MoreEntry.PATHS >> 2] = paths;
	words[MoreEntry.EXCEPT_PATHS >> 2] = exceptPaths;
	words[MoreEntry.PROVIDER >> 2] = provider;
	words[MoreEntry.RAW >> 2] = raw === undefined ? 0 : out.text(Uint8Array.from(raw));
	words[MoreEntry.RAW_LENGTH >> 2] = raw?.length ?? 0;
	return words;
}

function lowered(octet: number): number {
	return octet >= 0x41 && octet <= 0x5a ? octet | 0x20 : octet;
}
