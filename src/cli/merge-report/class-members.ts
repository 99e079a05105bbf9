/**
 * Sizes of classes, and the members of the largest ones. Each duplicate is a record on disk, and a number in memory: the line that is
 * kept in its place, which stands for its class.
 */
import { Octet } from "../../../assembly/char";
import { NumberList } from "../../engine/number-list";
import { Spool } from "../output/spool";
import { beginningOf, type Excerpt, excerptOf } from "./excerpt";

/** Classes that are shown with their members. */
const MAX_CLASSES = 20;
/** Duplicates of such a class that are read, and different spellings that are shown. */
const MAX_READ = 1000;
const MAX_SPELLINGS = 20;

/** Sizes that are counted together: the least of each group. The last group has no end. */
const GROUPS = [2, 3, 4, 5, 10, 100, 1000, 10_000];

/** How many classes have sizes in a range. */
export interface SizeGroup {
	readonly from: number;
	/** `null`: without an end. */
	readonly to: number | null;
	readonly classes: number;
}

/** Equal duplicates of a class. */
export interface Spelling extends Excerpt {
	readonly count: number;
}

/** A class with the line that is kept and the spellings of its duplicates. */
export interface LargeClass {
	/** Number of its lines, the kept one included. */
	readonly size: number;
	readonly kept: Excerpt & { readonly line: number };
	readonly duplicates: readonly Spelling[];
	/** Number of duplicates that are not listed. */
	readonly others: number;
}

export class ClassMembers {
	readonly #spool = new Spool("--report");
	readonly #keptLines = new NumberList();

	/** Adds a duplicate. Throws Failure. */
	add(kept: Uint8Array, keptLine: number, dropped: Uint8Array): void {
		const [first, second] = [beginningOf(kept), beginningOf(dropped)];
		const record = new Uint8Array(first.length + 1 + second.length);
		record.set(first);
		record[first.length] = Octet.LF;
		record.set(second, first.length + 1);
		this.#spool.append(record);
		this.#keptLines.push(keptLine);
	}

	/** Throws Failure. */
	summarize(): { sizes: SizeGroup[]; largest: LargeClass[] } {
		const sizes = new Map<number, number>();
		const largest: { line: number; size: number }[] = [];
		for (const { line, size } of this.#classes()) {
			sizes.set(size, (sizes.get(size) ?? 0) + 1);
			if (largest.length === MAX_CLASSES && size <= (largest.at(-1)?.size ?? 0)) continue;
			largest.push({ line, size });
			largest.sort((a, b) => b.size - a.size || a.line - b.line);
			largest.length = Math.min(largest.length, MAX_CLASSES);
		}
		return { sizes: groupsOf(sizes), largest: this.#withMembers(largest) };
	}

	/** The classes by their kept line. */
	*#classes(): Generator<{ line: number; size: number }> {
		const lines = Float64Array.from({ length: this.#keptLines.length }, (_, index) => this.#keptLines.at(index)).sort();
		for (let start = 0; start < lines.length; ) {
			const line = lines[start] as number;
			let end = start;
			while (lines[end] === line) ++end;
			yield { line, size: end - start + 1 };
			start = end;
		}
	}

	#withMembers(classes: readonly { line: number; size: number }[]): LargeClass[] {
		const records = new Map(classes.map(({ line }) => [line, [] as number[]]));
		for (let index = 0; index < this.#keptLines.length; ++index) {
			const found = records.get(this.#keptLines.at(index));
			if (found !== undefined && found.length < MAX_READ) found.push(index);
		}
		return classes.map(({ line, size }) => this.#largeClass(line, size, records.get(line) ?? []));
	}

	#largeClass(line: number, size: number, records: readonly number[]): LargeClass {
		let kept: Uint8Array = new Uint8Array(0);
		const spellings = new Map<string, Spelling>();
		for (const index of records) {
			const record = this.#spool.line(index);
			const end = record.indexOf(Octet.LF);
			kept = record.subarray(0, end);
			const dropped = record.subarray(end + 1);
			const key = Buffer.from(dropped).toString("latin1");
			spellings.set(key, { ...excerptOf(dropped), count: (spellings.get(key)?.count ?? 0) + 1 });
		}
		const duplicates = [...spellings.values()].sort((a, b) => b.count - a.count).slice(0, MAX_SPELLINGS);
		const listed = duplicates.reduce((sum, { count }) => sum + count, 0);
		return { size, kept: { line, ...excerptOf(kept) }, duplicates, others: size - 1 - listed };
	}
}

/** Sizes by group. Groups without a class are left out. */
function groupsOf(sizes: ReadonlyMap<number, number>): SizeGroup[] {
	const groups = GROUPS.map((from, index) => {
		const to = (GROUPS[index + 1] ?? Number.POSITIVE_INFINITY) - 1;
		const inside = [...sizes].filter(([size]) => size >= from && size <= to);
		return { from, to: Number.isFinite(to) ? to : null, classes: inside.reduce((sum, [, n]) => sum + n, 0) };
	});
	return groups.filter(({ classes }) => classes > 0);
}
