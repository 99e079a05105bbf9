/** The second pass: finds the first line of each fingerprint, one partition at a time. */
import { setImmediate } from "node:timers/promises";
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import { Key } from "../../../assembly/store/layout";
import type { Engine } from "../../engine/kernel";
import type { BlockFile } from "./block-file";
import { LINES_IN_OCTET, type LineMap } from "./fates";
import { type Bounds, PartitionTable, RECORDS_IN_BLOCK, RECORDS_SIZE } from "./partition-table";

/** Blocks between two moments at which the process handles signals: 16 MiB. */
const BLOCKS_BETWEEN_PAUSES = 1024;

/** Octets of the fingerprints that are asked for at a time. */
const MAX_ASKED = 2 ** 20;
const WORDS = FINGERPRINT_SIZE / 4;

/** Number of known keys that are read in the time it takes to sort and find one. */
const READ_FOR_EACH = 4;

/** Optional consumers of the results of the pass. */
export interface Findings {
	/** Receives line numbers, from 1, in pairs, each once: a dropped line and the line kept in its place. */
	readonly merges?: { takePairs(pairs: Int32Array): void } | undefined;
	/** The known keys that lines are compared with as well as with one another. */
	readonly known?: KnownKeys | undefined;
}

/** Keys that were known before the first line. */
export interface KnownKeys {
	/** Number of keys. */
	readonly count: number;
	/** Yields the keys of a partition, Key.SIZE octets each, and maybe others. They are valid until the next ones. */
	keysOf(partition: number): Iterable<Uint8Array>;
	/** Returns a mark for each fingerprint, valid until the next call: 1 if its key is known. Its last word counts for nothing. */
	ask(fingerprints: Uint8Array): Uint8Array;
	/** Receives each other fingerprint of the lines once, in the order of partitions. */
	take(fingerprints: Uint8Array): void;
}

export class SecondPass implements LineMap {
	readonly #table: PartitionTable;
	readonly #file: BlockFile;
	readonly #bounds: Bounds;
	readonly #progress: (share: number) => void;
	readonly #findings: Findings;
	/** The lines of the map. */
	#first = 0;
	#end = 0;
	/** Whether the probing may fail, so that nothing is handed over. */
	#isTrial = false;
	/** Number of lines that are equivalent to an earlier one. */
	duplicates = 0;

	/** `progress` takes the share that is done. */
	constructor(engine: Engine, file: BlockFile, bounds: Bounds, findings: Findings, progress: (share: number) => void) {
		this.#table = new PartitionTable(engine, bounds);
		this.#file = file;
		this.#bounds = bounds;
		this.#findings = findings;
		this.#progress = progress;
	}

	/** Number of lines of all inputs. */
	get lines(): number {
		return this.#bounds.lines;
	}

	/** The line after the last one of the map. */
	get mapEnd(): number {
		return this.#end;
	}

	/**
	 * Determines the fates of the lines after `mapEnd` for which the map has room. Throws Failure if the
	 * file is damaged.
	 */
	async fillMap(): Promise<void> {
		for (const _ of this.#filling(inOrder())) await setImmediate();
	}

	/**
	 * The same for the partitions that `next` returns, as long as there are any. Requires: the map has room for all lines.
	 */
	async fillShare(next: () => number): Promise<void> {
		for (const _ of this.#filling(next)) await setImmediate();
	}

	/** The same at once. */
	fillMapNow(): void {
		for (const _ of this.#filling(inOrder()));
	}

	/** Fills the map. Yields from time to time. */
	*#filling(next: () => number): Generator<void> {
		const { lines, mapSize, bits } = this.#bounds;
		this.#first = this.#end;
		this.#end = Math.min(lines, this.#first + LINES_IN_OCTET * mapSize);
		this.#table.beginMap(this.#first, this.#end);
		this.duplicates = 0;
		for (let partition = next(), done = 0; partition < 2 ** bits; partition = next()) {
			const count = this.#file.countOf(partition);
			this.#probe(partition);
			this.#progress(partition / 2 ** bits);
			if (Math.floor((done + count) / BLOCKS_BETWEEN_PAUSES) > Math.floor(done / BLOCKS_BETWEEN_PAUSES)) yield;
			done += count;
		}
	}

	mapFrom(line: number): { octets: Uint8Array; place: number } {
		return this.#table.mapFrom(line);
	}

	/** Adds the map to that of all threads, which is empty at first and has the same size. Requires: nobody else does. */
	addMapTo(all: Int32Array): void {
		this.#table.addMapTo(all);
	}

	/** Probes a partition, in the number of shares that the memory requires. */
	#probe(partition: number): void {
		this.#isTrial = this.#mayFail(partition);
		let bits = 0;
		let duplicates: number | undefined;
		while (duplicates === undefined) duplicates = this.#probeShares(partition, bits++);
		if (this.#isTrial) {
			this.#isTrial = false;
			this.#probeShares(partition, bits - 1);
		}
		this.duplicates += duplicates;
	}

	/** Whether a partition might outgrow the largest table, before which pairs and fingerprints would have been handed over. */
	#mayFail(partition: number): boolean {
		const { merges, known } = this.#findings;
		if (this.#first > 0 || (merges === undefined && known === undefined)) return false;
		return 2 * RECORDS_IN_BLOCK * this.#file.countOf(partition) > this.#table.slots;
	}

	/** Probes a partition in 2^`bits` shares. Returns the number of duplicates; undefined if the table was too small for a share. */
	#probeShares(partition: number, bits: number): number | undefined {
		let duplicates = 0;
		for (let share = 0; share < 2 ** bits; ++share) {
			if (!this.#probeShare(partition, bits, share)) return undefined;
			duplicates += this.#table.dropped;
		}
		return duplicates;
	}

	/** Returns whether the table was large enough. If not, the lines of the share may be marked already: rightly so. */
	#probeShare(partition: number, shareBits: number, share: number): boolean {
		this.#table.beginShare(shareBits, share, this.#file.countOf(partition));
		const { known } = this.#findings;
		return known === undefined ? this.#probeLines(partition) : this.#probeKnown(partition, known);
	}

	/**
	 * Probes the lines of a share, then drops those whose fingerprints are known. If pairs are handed over, probes once more with the known
	 * fingerprints first, as those of line 0.
	 */
	#probeKnown(partition: number, known: KnownKeys): boolean {
		const isTrial = this.#isTrial;
		this.#isTrial = true;
		const hasRoom = this.#probeLines(partition);
		this.#isTrial = isTrial;
		if (!hasRoom) return false;
		this.#dropKnown(partition, known);
		if (this.#first === 0 && !isTrial) known.take(this.#table.fingerprints(false));
		return this.#findings.merges === undefined || this.#probeLines(partition, this.#table.fingerprints(true));
	}

	/** Reads all known keys of the partition if they are few, else asks for those of the share. */
	#dropKnown(partition: number, known: KnownKeys): void {
		const table = this.#table;
		if (known.count / 2 ** this.#bounds.bits <= READ_FOR_EACH * table.used) {
			for (const keys of known.keysOf(partition)) table.dropKnown(keys, Key.SIZE);
			return;
		}
		const found = table.fingerprints(false);
		for (let at = 0; at < found.length; at += MAX_ASKED) {
			const asked = found.subarray(at, at + MAX_ASKED);
			table.dropKnown(knownOf(asked, known.ask(asked)), FINGERPRINT_SIZE);
		}
	}

	/** Probes fingerprints of line 0, then the lines of the share. Returns whether the table was large enough. */
	#probeLines(partition: number, old?: Uint8Array): boolean {
		const table = this.#table;
		table.clear();
		const take = (merges: Int32Array) => this.#takeMerges(merges);
		for (let at = 0; old !== undefined && at < old.length; at += RECORDS_SIZE) {
			if (!table.probe(table.place(old.subarray(at, at + RECORDS_SIZE)), take)) return false;
		}
		for (const block of this.#file.blocksOf(partition)) {
			if (!table.probe(table.read(this.#file, partition, block), take)) return false;
		}
		return true;
	}

	/** Hands over the pairs of a call. If the list is longer than the map, all pairs are handed over with the first map. */
	#takeMerges(merges: Int32Array): void {
		if (this.#first === 0 && !this.#isTrial) this.#findings.merges?.takePairs(merges);
	}
}

/** All partitions, one after the other. */
function inOrder(): () => number {
	let partition = 0;
	return () => partition++;
}

/** The fingerprints whose mark is 1. */
function knownOf(fingerprints: Uint8Array, marks: Uint8Array): Uint8Array {
	const words = new Int32Array(fingerprints.buffer, fingerprints.byteOffset, fingerprints.length / 4);
	const known = new Int32Array(words.length);
	let end = 0;
	for (let index = 0; index < marks.length; ++index) {
		if (marks[index] === 0) continue;
		for (let at = index * WORDS; at < (index + 1) * WORDS; ++at) known[end++] = words[at] as number;
	}
	return new Uint8Array(known.buffer, 0, 4 * end);
}
