/**
 * The memory of a table that is being read: a tables kernel and its areas.
 *
 * ```
 *   COLUMN NAMES │ ROWS │ RECORDS │ ENDS │ MARKS │ INPUT … margin │ LINES … margin │ STRUCTURE │ VALUES … margin │ OUTPUT … margin
 *   \_______________________ fixed _____________/ \__________ grow with `capacity` __________/ \____ as large as a batch needs ____/
 * ```
 */
import build from "#tables-kernel";
import { Limit, LineRecord, MARK_SIZE } from "../../../assembly/layout/addresses";
import * as portable from "../../../assembly/tables/index";
import { Elements, JsonLimit, Keys, New, Row, Table, TableAddress } from "../../../assembly/tables/layout";
import { createArrayKernel } from "../../engine/array-kernel";
import type { Engine, Kernel } from "../../engine/kernel";
import { KernelSource } from "../../engine/kernel-source";
import { wasmFactory } from "../../engine/wasm";
import { align } from "../../engine/workspace";
import { encoder } from "../../utf8";
import type { ColumnPath } from "./column-path";

/** Max rows in one batch. */
export const MAX_ROWS = 8192;
/** Initial capacity of the input, in octets. */
const CAPACITY = 131072;
/** Max octets of the column's name and of the text before an appended value. */
export const NAMES_SIZE = 32768;

/** The texts before an appended value, an appended key, and each appended part. */
export interface Prefixes {
	readonly value: Uint8Array;
	readonly key: Uint8Array;
	readonly parts: readonly Uint8Array[];
}

const NO_PREFIXES: Prefixes = { value: new Uint8Array(0), key: new Uint8Array(0), parts: [] };

export class TableMemory {
	readonly kernel: Kernel<TablesFunctions>;
	readonly names: number;
	readonly rows: number;
	readonly records: number;
	readonly ends: number;
	readonly marks: number;
	readonly input: number;
	lines = 0;
	structure = 0;
	values = 0;
	capacity = 0;
	/** The end of the texts before appended fields. */
	#prefixesEnd = 0;

	constructor(engine: Engine) {
		this.kernel = createTablesKernel(engine);
		this.names = align(this.kernel.call.heapBase());
		this.rows = align(this.names + NAMES_SIZE);
		this.records = align(this.rows + MAX_ROWS * Row.SIZE);
		this.ends = align(this.records + MAX_ROWS * LineRecord.SIZE);
		this.marks = align(this.ends + MAX_ROWS * MARK_SIZE);
		this.input = align(this.marks + MAX_ROWS * MARK_SIZE);
		this.grow(CAPACITY);
		this.set(Table.IN_LONG_ROW, 0);
		this.set(Table.IN_ARRAY, 0);
		this.set(Table.IS_ARRAY, 0);
	}

	/** Grows the input to `capacity` octets. Keeps its content. Throws MemoryError: then all areas are where they were. */
	grow(capacity: number): void {
		const lines = align(this.input + capacity + Limit.MARGIN);
		const structure = align(lines + capacity + 2 * MAX_ROWS + Limit.MARGIN);
		const values = align(structure + MARK_SIZE * (capacity + 9));
		this.kernel.reserve(values);
		Object.assign(this, { capacity, lines, structure, values });
	}

	get(field: Table): number {
		return this.kernel.words[(TableAddress.TABLE + field) >> 2] as number;
	}

	set(field: Table, value: number): void {
		this.kernel.words[(TableAddress.TABLE + field) >> 2] = value;
	}

	/**
	 * Returns the address for rows with values and keys up to `valuesEnd`. Reserves the memory that `writeRows` requires for `rowOctets`
	 * octets of rows.
	 */
	outputFor(rowOctets: number, rows: number, valuesEnd: number): number {
		const output = align(valuesEnd + Limit.MARGIN);
		const columns = this.get(Table.PART_COUNT);
		const prefixes = this.#prefixesEnd - this.get(Table.PREFIX);
		const values = JsonLimit.ESCAPE * (valuesEnd - this.values);
		this.kernel.reserve(output + 3 * rowOctets + values + rows * (prefixes + 4 * (2 + columns)) + Limit.MARGIN);
		return output;
	}

	/** The first listed row of JSON that has the key of a new column, as its address, and which column, from 0. Undefined if none has. */
	get taken(): { readonly row: number; readonly name: number } | undefined {
		const { words } = this.kernel;
		const row = words[(TableAddress.NEW + New.ROW) >> 2] as number;
		return row === 0 ? undefined : { row, name: words[(TableAddress.NEW + New.NAME) >> 2] as number };
	}

	/**
	 * Places the names of the column of JSON lines and of the new ones, and the texts before appended fields.
	 */
	placeNames(
		path: ColumnPath | undefined,
		{ value, key, parts }: Prefixes = NO_PREFIXES,
		added: readonly Uint8Array[] = [],
	): void {
		let at = this.names;
		const place = (octets: Uint8Array): number => {
			this.kernel.octets.set(octets, at);
			at += octets.length;
			return at - octets.length;
		};
		const placePair = (octets: Uint8Array, address: number) => {
			this.kernel.words[address >> 2] = place(octets);
			this.kernel.words[(address >> 2) + 1] = at;
		};
		const placePath = (path: ColumnPath | undefined, address: number) => {
			for (const [index, key] of namesOf(path).entries())
				placePair(key, address + (index === 0 ? Keys.WHOLE : Keys.PATH + Keys.SIZE * (index - 1)));
			this.kernel.words[(address + Keys.COUNT) >> 2] = path?.keys.length ?? 0;
		};
		placePath(path, TableAddress.KEYS);
		const each = path?.hasElements === true ? Elements.EACH : Elements.NONE;
		this.set(Table.HAS_ELEMENTS, path?.isRow === true ? Elements.ROW : each);
		this.kernel.words[(TableAddress.ELEMENT + Keys.WHOLE) >> 2] = 0;
		placePath(path?.element, TableAddress.ELEMENT);
		for (const [index, name] of added.entries()) placePair(name, TableAddress.NEW + New.NAMES + New.SIZE * index);
		this.kernel.words[(TableAddress.NEW + New.COUNT) >> 2] = added.length;
		placePair(value, TableAddress.TABLE + Table.PREFIX);
		placePair(key, TableAddress.TABLE + Table.KEY_PREFIX);
		for (const [index, prefix] of parts.entries()) placePair(prefix, TableAddress.PARTS + 8 * index);
		this.set(Table.PART_COUNT, parts.length);
		this.#prefixesEnd = at;
	}
}

/** The name of a column as a whole, then the keys of its path. */
export function namesOf(path: Pick<ColumnPath, "whole" | "keys"> | undefined): Uint8Array[] {
	return path === undefined ? [] : [path.whole, ...path.keys].map((name) => encoder.encode(name));
}

/** The exports of the tables kernel. Addresses and counts are i32. */
type TablesFunctions = typeof portable;

const source = new KernelSource<TablesFunctions>(() => createArrayKernel(portable), wasmFactory(build));

/** Creates an instance of the tables kernel: see `KernelSource.create`. */
function createTablesKernel(chosen: Engine): Kernel<TablesFunctions> {
	return source.create(chosen);
}
