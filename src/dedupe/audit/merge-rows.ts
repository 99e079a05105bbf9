/** Writes the rows of --audit: kept line, dropped line, reason and both numbers, separated by TAB. */
import { Octet } from "../../../assembly/octets/char";
import { Duplicate, Merging } from "../../../assembly/partition/layout";
import type { Output } from "../../files/output/output";
import { OctetSink } from "../../lines/octet-sink";
import { asciiOctets, encoder } from "../../utf8";
import { type MergeMemory, type MergeRow, REASONS_SIZE, ROWS_SIZE } from "./merge-memory";

/** In place of a line that an earlier run kept, its number, and the reason. */
export const UNKNOWN = "-";

const ENCODED_TAB = asciiOctets("%09");
const ENCODED_UNKNOWN = asciiOctets(UNKNOWN);
const ENCODED_SEPARATOR = asciiOctets("\t");

/** Room for short texts: to allocate it for each row takes longer than to encode them. */
const room = new Uint8Array(1024);
/** The most octets of UTF-8 for a unit of UTF-16. */
const MAX_UNIT = 3;

/** Writes one row. Throws Failure. */
export function writeRow(output: Pick<Output, "writeLater">, { kept, keptLine, dropped, droppedLine, reason }: MergeRow): void {
	output.writeLater(kept === undefined ? ENCODED_UNKNOWN : withoutTabs(kept));
	output.writeLater(ENCODED_SEPARATOR);
	output.writeLater(withoutTabs(dropped));
	output.writeLater(encoded(`\t${reason}\t${kept === undefined ? UNKNOWN : keptLine}\t${droppedLine}\n`));
}

/** Writes the rows of duplicates in the memory of the kernel. */
export class MergeRows {
	readonly #output: Output;
	readonly #memory: MergeMemory;
	/** The reason of equal texts. */
	readonly #equal: string;
	/** Addresses of reasons, and where the next one goes. */
	readonly #reasons = new Map<string, number>();
	#next = 0;
	/** The first duplicate whose row has not been written. */
	#first: number;

	/** Begins with the duplicate `first`. `equal`: the reason of equal texts. */
	constructor(output: Output, memory: MergeMemory, first: number, equal: string) {
		this.#output = output;
		this.#memory = memory;
		this.#first = first;
		this.#equal = equal;
		this.#clear();
	}

	/** Sets the reason of the next duplicate whose texts differ. Throws Failure. */
	setReason(duplicate: number, reason: string): void {
		if (!this.#reasons.has(reason) && !this.#addReason(reason)) {
			this.writeUpTo(duplicate);
			this.#clear();
			if (!this.#addReason(reason)) {
				this.#writeLong(reason);
				return;
			}
		}
		const { kernel, duplicates } = this.#memory;
		kernel.words[(duplicates + duplicate * Duplicate.SIZE + Duplicate.REASON) >> 2] = this.#reasons.get(reason) as number;
	}

	/** Writes the rows of all duplicates before this one. Requires: those whose texts differ have a reason. Throws Failure. */
	writeUpTo(end: number): void {
		const { kernel, rows } = this.#memory;
		const equal = this.#reasons.get(this.#equal) as number;
		while (this.#first < end) {
			const next = kernel.call.writeMerges(equal, this.#first, end, rows, rows + ROWS_SIZE);
			this.#output.write(kernel.octets.subarray(rows, this.#memory.field(Merging.REST)));
			if (next === this.#first) this.#writeLong(this.#reasonOf(next));
			else this.#first = next;
		}
	}

	/** Writes a row that has no room in the memory. */
	#writeLong(reason: string): void {
		writeRow(this.#output, this.#memory.mergeOf(this.#first++, reason));
	}

	#clear(): void {
		this.#reasons.clear();
		this.#next = this.#memory.reasons;
		this.#addReason(this.#equal);
	}

	/** Returns whether there was room for the reason. */
	#addReason(reason: string): boolean {
		const octets = encoder.encode(reason);
		// Addresses of words are multiples of four.
		const end = (this.#next + 4 + octets.length + 3) & -4;
		if (end > this.#memory.reasons + REASONS_SIZE) return false;
		this.#memory.kernel.words[this.#next >> 2] = octets.length;
		this.#memory.kernel.octets.set(octets, this.#next + 4);
		this.#reasons.set(reason, this.#next);
		this.#next = end;
		return true;
	}

	/** The reason of a duplicate. */
	#reasonOf(duplicate: number): string {
		if (this.#memory.of(duplicate, Duplicate.KEPT) >= 0) return this.#equal;
		const address = this.#memory.of(duplicate, Duplicate.REASON);
		return [...this.#reasons].find(([, at]) => at === address)?.[0] as string;
	}
}

/** The text in UTF-8, valid until the next call. */
function encoded(text: string): Uint8Array {
	if (MAX_UNIT * text.length > room.length) return encoder.encode(text);
	return room.subarray(0, encoder.encodeInto(text, room).written);
}

/** Percent-encodes TABs, which separate columns. */
function withoutTabs(line: Uint8Array): Uint8Array {
	let tab = line.indexOf(Octet.TAB);
	if (tab < 0) return line;
	const encoded = new OctetSink(line.length);
	let start = 0;
	for (; tab >= 0; tab = line.indexOf(Octet.TAB, start)) {
		encoded.append(line.subarray(start, tab));
		encoded.append(ENCODED_TAB);
		start = tab + 1;
	}
	encoded.append(line.subarray(start));
	return encoded.octets();
}
