/**
 * Normalizes a column of references in Apache Arrow's Utf8 layout.
 *
 * ```
 *   offsets  0      8    10     13         n + 1 offsets, i32: value k is data[offsets[k] .. offsets[k + 1])
 *            |      |    |      |
 *   data     HTTP://a1:x:b                 the values without separators; any octets, LF and NUL included
 *   valid    1 0 1                         one bit per value; 0 is null
 * ```
 *
 * The kernel normalizes lines, not columns. A chunk of values that fits the processor's cache goes through it in three steps:
 *
 * ```
 *   data, offsets --columnToLines--> lines --normalizeLines--> lines, records --linesToColumn--> data, offsets
 * ```
 *
 * A value with an LF inside would become two lines. `columnToLines` stops before it, and that value is normalized by itself, as a
 * single reference. So is a value too long for a chunk, and the value that made `normalizeLines` stop under `invalid: "fail"`,
 * which then throws the error with the value's index.
 */
import { Address, Component, Cursor, Limit, LineRecord, RejectRecord, UNCHANGED } from "../../assembly/layout/addresses";
import { Flag } from "../../assembly/layout/options";
import { Status } from "../../assembly/layout/status";
import type { LineWorkspace } from "../engine/workspace";
import { UriError } from "../errors";
import type { Settings } from "../options";
import { normalizeInput } from "../reference/reference";
import { codeOf, componentOf, sentenceFor } from "../statuses";
import type { LineSettings } from "./lines";
import { OctetSink } from "./octet-sink";
import { runLines } from "./run-lines";
import {
	bitmapLength,
	type ColumnArrays,
	checkColumn,
	clearBit,
	columnArrays,
	type Utf8Column,
	withEmptyNulls,
} from "./utf8-column";

/** The result of `normalizeColumn`, in the same layout. `offsets` begin with 0. */
export interface NormalizedColumn {
	readonly offsets: Int32Array;
	readonly data: Uint8Array;
	/** 1 for a value in normal form, 0 for a null or a value that cannot be normalized. Bits after the last value are 0. */
	readonly valid: Uint8Array;
}

/** Offsets are i32. */
const MAX_OCTETS = 0x7fffffff;
/** Octets and values per chunk: few enough to stay in a processor's cache. */
export const CHUNK_OCTETS = 32768;
export const CHUNK_VALUES = 4096;
const NOTHING = new Uint8Array(0);

/** The part of a normalizer's settings that a column needs. `word` is for the kernel of its workspace. */
type ColumnSettings = LineSettings & Pick<Settings, "word">;

/**
 * Normalizes a column: see Normalizer.normalizeColumn. `maxOctets` limits the result, and is lower in tests. Requires: the
 * workspace has room for lines.
 */
export function normalizeColumn(
	column: Utf8Column,
	settings: ColumnSettings,
	workspace: LineWorkspace,
	maxOctets: number = MAX_OCTETS,
): NormalizedColumn {
	const arrays = columnArrays(column);
	const count = checkColumn(arrays);
	return new ColumnRun(withEmptyNulls(arrays, count), count, settings, workspace, maxOctets).run();
}

/** The normalization of one column. */
class ColumnRun {
	readonly #column: ColumnArrays;
	readonly #count: number;
	readonly #settings: ColumnSettings;
	readonly #word: number;
	readonly #maxOctets: number;
	readonly #workspace: LineWorkspace;
	readonly #offsets: Int32Array;
	readonly #data: OctetSink;
	readonly #valid: Uint8Array;
	/** Number of values done. */
	#done = 0;

	constructor(column: ColumnArrays, count: number, settings: ColumnSettings, workspace: LineWorkspace, maxOctets: number) {
		this.#column = column;
		this.#count = count;
		this.#settings = settings;
		this.#word = wordFor(settings);
		this.#maxOctets = maxOctets;
		this.#workspace = workspace;
		this.#offsets = new Int32Array(count + 1);
		this.#data = new OctetSink((column.offsets[count] ?? 0) - (column.offsets[0] ?? 0) + Limit.SLACK);
		this.#valid = column.valid?.slice(0, bitmapLength(count)) ?? new Uint8Array(bitmapLength(count)).fill(0xff);
		if (count % 8 !== 0) this.#valid[count >> 3] = (this.#valid[count >> 3] as number) & ((1 << (count % 8)) - 1);
	}

	run(): NormalizedColumn {
		while (this.#done < this.#count) {
			const last = this.#chunkEnd();
			if (last > this.#done) this.#normalizeChunk(last);
			else this.#normalizeAlone();
		}
		return { offsets: this.#offsets, data: this.#data.octets(), valid: this.#valid };
	}

	/** The end of the next chunk. It is empty if the next value is too long for a chunk. */
	#chunkEnd(): number {
		const { offsets } = this.#column;
		const most = Math.min(this.#done + CHUNK_VALUES, this.#count);
		const mostOffset = (offsets[this.#done] as number) + CHUNK_OCTETS;
		let last = this.#done;
		while (last < most && (offsets[last + 1] as number) <= mostOffset) ++last;
		return last;
	}

	/** Normalizes the values before `last`: as lines, and one by one where that is impossible. */
	#normalizeChunk(last: number): void {
		const { offsets, data } = this.#column;
		// Normalization of lines uses neither of these two areas.
		const { kernel, marks: ends, fingerprints: values, input } = this.#workspace;
		const first = this.#done;
		const start = offsets[first] as number;
		kernel.octets.set(data.subarray(start, offsets[last]), values);
		kernel.words.set(offsets.subarray(first, last + 1), ends >> 2);
		const offsetAddress = (index: number) => ends + 4 * (index - first);
		while (this.#done < last) {
			const next = offsetAddress(this.#done);
			this.#normalizeLines(kernel.call.spread(next, offsetAddress(last), values - start, input), next);
			// The next value contains an LF, or is invalid under `invalid: "fail"`. By itself, it throws the right error.
			if (this.#done < last) this.#normalizeAlone();
		}
	}

	/** Normalizes the lines up to `end`, or up to one rejected under `invalid: "fail"`. Uses the memory at `ends` for offsets. */
	#normalizeLines(end: number, ends: number): void {
		const workspace = this.#workspace;
		workspace.setCursor(Cursor.IN_LONG_LINE, 0);
		runLines(workspace, this.#word, workspace.input, end, this.#settings, () => {
			this.#linesToColumn(ends);
			return workspace.output;
		});
	}

	/** Appends the lines that the kernel has normalized to the result. */
	#linesToColumn(ends: number): void {
		const workspace = this.#workspace;
		const { kernel, records, output, result } = workspace;
		const count = workspace.cursor(Cursor.RECORDS);
		this.#checkRoom(workspace.cursor(Cursor.WRITTEN) - output - count);
		const linesEnd = records + count * LineRecord.SIZE;
		const end = kernel.call.gather(records, linesEnd, output, result, ends, this.#length - result);
		this.#data.append(kernel.octets.subarray(result, end));
		this.#offsets.set(kernel.words.subarray(ends >> 2, (ends >> 2) + count), this.#done + 1);
		for (let index = 0; index < workspace.cursor(Cursor.REJECTS); ++index) {
			const at = workspace.rejects + index * RejectRecord.SIZE + RejectRecord.LINE;
			clearBit(this.#valid, this.#done + (kernel.words[at >> 2] as number));
		}
		this.#done += count;
	}

	/** Size of the result so far, in octets. */
	get #length(): number {
		return this.#offsets[this.#done] as number;
	}

	/** Normalizes the next value as a single reference. */
	#normalizeAlone(): void {
		const { offsets, data } = this.#column;
		const value = data.subarray(offsets[this.#done], offsets[this.#done + 1]);
		const normal = this.#normalForm(value);
		this.#checkRoom(normal.length);
		this.#data.append(normal);
		this.#offsets[this.#done + 1] = this.#length + normal.length;
		++this.#done;
	}

	/** The normal form of the next value, or the octets that `invalid` leaves of it. Valid until the next call of the kernel. */
	#normalForm(value: Uint8Array): Uint8Array {
		if (value.length > Limit.REFERENCE) return this.#reject(value, Status.TOO_LONG, Component.NONE, Limit.REFERENCE);
		const workspace = this.#workspace;
		workspace.reserve(value.length);
		workspace.inputOctets.set(value);
		const end = normalizeInput(value.length, this.#settings, workspace);
		if (end === UNCHANGED) return value;
		const { octets, words } = workspace.kernel;
		if (end > 0) return octets.subarray(workspace.output, end);
		const component = words[Address.FAILURE >> 2] as number;
		const offset = (words[Address.FAILURE_AT >> 2] as number) - workspace.input;
		return this.#reject(value, -end, component, offset);
	}

	/** Returns the octets that `invalid` leaves of the next value, which cannot be normalized. Throws UriError under `invalid: "fail"`. */
	#reject(value: Uint8Array, status: number, component: number, offset: number): Uint8Array {
		if (this.#settings.invalid === "fail") {
			const message = `Value at index ${this.#done}: ${sentenceFor(status, offset, this.#workspace.faults)}`;
			throw new UriError(codeOf(status, this.#workspace.faults), message, { component: componentOf(component), offset });
		}
		clearBit(this.#valid, this.#done);
		return this.#settings.invalid === "keep" ? value : NOTHING;
	}

	#checkRoom(octets: number): void {
		if (this.#length + octets <= this.#maxOctets) return;
		throw new UriError(
			"too-long",
			`The normal forms take more than ${this.#maxOctets} bytes, the most that offsets can address.`,
		);
	}
}

/** The options word for values as lines. Each value must leave a line, even if it is empty. */
function wordFor({ word, invalid }: ColumnSettings): number {
	if (invalid === "keep") return word;
	return word | (invalid === "fail" ? Flag.STOP_AT_INVALID : Flag.BLANK_INVALID);
}
