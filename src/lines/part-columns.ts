/**
 * Parts of the references of a column, a column each:
 *
 * ```
 *   data, offsets of normal forms --writePartColumns--> data, offsets of hosts; of paths; …
 * ```
 */
import { Limit } from "../../assembly/layout/addresses";
import { partRoom } from "../../assembly/layout/parts";
import { isMarked, unmark } from "../../assembly/lines/line-record";
import type { LineWorkspace } from "../engine/workspace";
import { decoder, encoder } from "../utf8";
import type { NormalizedColumn } from "./column";
import { OctetSink } from "./octet-sink";
import { type PartName, partWord, type Sites } from "./parts";
import { bitmapLength, clearBit, hasBit } from "./utf8-column";

/** Octets and values that are split at a time. A longer value is split by itself. */
const CHUNK_OCTETS = 262144;
const CHUNK_VALUES = 16384;

/** Splits a column of normal forms. A part that a form does not have, and all of a form that is not valid, are null. */
export function splitColumn(
	forms: NormalizedColumn,
	names: readonly PartName[],
	sites: Sites,
	workspace: LineWorkspace,
): readonly NormalizedColumn[] {
	if (names.length === 0) return [];
	const columns = names.map(() => new GrowingColumn(forms));
	const { offsets } = forms;
	for (let first = 0, last = 0; first < offsets.length - 1; first = last) {
		const most = Math.min(first + CHUNK_VALUES, offsets.length - 1);
		last = first + 1;
		while (last < most && (offsets[last + 1] as number) - (offsets[first] as number) <= CHUNK_OCTETS) ++last;
		splitChunk(forms, first, last, names, columns, workspace);
	}
	return columns.map((column, index) => (names[index] === "site" ? sitesOf(column.done(), sites) : column.done()));
}

/** Splits the values from `first` to `last` in memory after all areas: offsets │ ends of all parts │ values │ parts. */
function splitChunk(
	{ offsets, data }: NormalizedColumn,
	first: number,
	last: number,
	names: readonly PartName[],
	columns: readonly GrowingColumn[],
	workspace: LineWorkspace,
): void {
	const [start, end] = [offsets[first] as number, offsets[last] as number];
	const count = last - first;
	const words = 4 * (count + 1);
	const size = end - start + Limit.MARGIN;
	const word = partWord(names);
	const room = partRoom(word, end - start);
	const own = workspace.reserveScratch(words + size + names.length * (words + room));
	const { call, octets, words: memory } = workspace.kernel;
	const ends = own + words;
	const values = ends + names.length * words;
	const parts = values + size;
	octets.set(data.subarray(start, end), values);
	memory.set(offsets.subarray(first, last + 1), own >> 2);
	call.writePartColumns(own, own + 4 * count, values - start, word, parts, ends);
	for (const [place, column] of columns.entries()) {
		const at = (ends + place * words) >> 2;
		const part = parts + place * room;
		column.append(memory.subarray(at + 1, at + 1 + count), octets.subarray(part));
	}
}

/** A column of as many values as another one. */
class GrowingColumn {
	readonly #offsets: Int32Array;
	readonly #data: OctetSink;
	readonly #valid: Uint8Array;
	#count = 0;

	constructor({ data, offsets, valid }: NormalizedColumn) {
		this.#offsets = new Int32Array(offsets.length);
		this.#data = new OctetSink(data.length >> 1);
		this.#valid = valid.slice();
	}

	/** Appends values. Their ends count from the start of `data`, and are marked for null. */
	append(ends: Int32Array, data: Uint8Array): void {
		const before = this.#data.length;
		const first = this.#count;
		const [offsets, valid] = [this.#offsets, this.#valid];
		for (let index = 0; index < ends.length; ++index) {
			const end = ends[index] as number;
			if (isMarked(end)) clearBit(valid, first + index);
			offsets[first + index + 1] = before + unmark(end);
		}
		this.#count += ends.length;
		this.#data.append(data.subarray(0, (offsets[this.#count] as number) - before));
	}

	done(): NormalizedColumn {
		return { offsets: this.#offsets, data: this.#data.octets(), valid: this.#valid };
	}
}

/** The sites of hosts. */
function sitesOf({ data, offsets, valid }: NormalizedColumn, sites: Sites): NormalizedColumn {
	const own = { offsets: new Int32Array(offsets.length), valid: new Uint8Array(bitmapLength(offsets.length - 1)) };
	const found = new OctetSink(data.length);
	for (let index = 0; index < offsets.length - 1; ++index) {
		const host = hasBit(valid, index) ? decoder.decode(data.subarray(offsets[index], offsets[index + 1])) : "";
		const site = sites.of(host);
		if (site !== undefined) {
			found.append(encoder.encode(site));
			own.valid[index >> 3] = (own.valid[index >> 3] as number) | (1 << (index & 7));
		}
		own.offsets[index + 1] = found.length;
	}
	return { ...own, data: found.octets() };
}
