/** A batch of rows: they are listed, their values are normalized, and they are written. */
import { Limit, LineRecord, MARK_SIZE } from "../../../assembly/layout/addresses";
import { Elements, Kind, Row, Table } from "../../../assembly/tables/layout";
import { align, LINES_CAPACITY } from "../../engine/workspace";
import { UriError } from "../../errors";
import { type Batch, rejectedLine, rejectsOf } from "../../lines/batch";
import { LineFeed, type LineSettings } from "../../lines/lines";
import { OctetSink } from "../../lines/octet-sink";
import { addedNames, takenError } from "./column-names";
import { JoinedColumns } from "./joined-columns";
import { refuseFaults, rowTexts, withoutComma } from "./json-array";
import type { JsonNames } from "./json-names";
import { listRows, type OtherValue, otherValues, readPrefixFields } from "./other-column";
import { faultOf, rowError, type TableError } from "./table-error";
import { MAX_ROWS, type TableMemory } from "./table-memory";
import type { TableSettings } from "./table-options";
import { countRules, type RowCounts, type RowReject, type TableSink } from "./table-sink";
import { judge, type ValueRules } from "./value-rules";
import { countedRows } from "./written-rows";

export class TableBatch {
	readonly counts: RowCounts = { rows: 0, unique: 0, duplicates: 0, rejects: 0, empty: 0 };
	/** Indexes of the columns `by`. */
	by: readonly number[] = [];
	/** The columns that join the keys of rows. */
	readonly joined: JoinedColumns;
	readonly #memory: TableMemory;
	readonly #settings: TableSettings<LineSettings>;
	readonly #rules: ValueRules | undefined;
	readonly #feed: LineFeed | undefined;
	readonly #sink: TableSink;
	/** Number of values that have come back for the rows of this batch, and where the next one goes. */
	#values = 0;
	#valuesEnd = 0;
	/** By value, the size of its class, if a new column has it. */
	readonly #sizes: Int32Array;
	/** The values of this batch in the columns `by`, by column, then by line. */
	#others: readonly (readonly OtherValue[])[] = [];
	/** The keys and the parts of this batch. */
	#keys = new OctetSink(0);
	readonly #parts = new OctetSink(0);
	/** The first row that has the key of a new column or, under `invalid: "fail"`, could not be read. */
	#fault: TableError | undefined;
	/** Rows of the tables before, and with them those before this batch. */
	readonly #rowsOfTables: number;
	#rowsBefore = 0;
	/** The end of the rows of this batch. */
	#rowsEnd = 0;
	/** Numbers of the rows of this batch that have a value, once one is needed. */
	#valued: readonly number[] | undefined;
	#rejects: { readonly reject: RowReject; readonly line?: number }[] = [];
	/** Whether rows have been written. */
	#hasWritten = false;
	/** Lines of the input before this batch. */
	#linesBefore = 0;

	constructor(
		memory: TableMemory,
		settings: TableSettings<LineSettings>,
		rules: ValueRules | undefined,
		sink: TableSink,
		rowsBefore: number,
	) {
		this.#memory = memory;
		this.#settings = settings;
		this.#rules = rules;
		this.#sink = sink;
		this.#sizes = new Int32Array(settings.counts === undefined ? 0 : MAX_ROWS);
		this.#rowsOfTables = rowsBefore;
		this.joined = new JoinedColumns(memory, settings, rules?.joinKeys);
		this.#feed = rules && new LineFeed(rules.workspace(), rules.settings, (batch) => this.#takeBatch(batch));
	}

	/** Lists rows, has their values normalized, and writes them. Returns where the next row begins. */
	take(start: number, end: number): number {
		const memory = this.#memory;
		const { call } = memory.kernel;
		const { delimiter, by = [], counts } = this.#settings;
		const others = by.map((name, place) => otherValues(memory, this.#settings, { name, index: this.by[place] ?? 0 }, start, end));
		this.joined.read(start, end, this.#rowsOfTables + this.counts.rows);
		listRows(memory, delimiter, start, end);
		const rowsEnd = memory.rows + memory.get(Table.ROWS);
		const next = memory.get(Table.CONSUMED);
		refuseFaults(memory, false);
		if (rowsEnd === memory.rows) return start;
		this.#rowsEnd = rowsEnd;
		if (this.#settings.isCdx && delimiter === 0) readPrefixFields(memory, by, start, others);
		this.#others = others.map((values) => this.#ofLines(values));
		this.#countRows(start);
		this.#linesBefore += call.countLineEnds(start, next);
		this.joined.list(start, next);
		if (this.#sink.names?.isDone === false) this.#lookForColumns(this.#sink.names, others, start, next);
		this.#values = 0;
		this.#valuesEnd = memory.values;
		if (this.#settings.keys !== undefined) this.#keys = new OctetSink(0);
		this.#parts.clear();
		for (const field of [Table.MARKS, Table.KEYS, Table.PARTS]) memory.set(field, 0);
		this.#pushLines();
		this.#reportRejects();
		if (this.#sink.readsOnly) return next;
		const { keys, parts } = this.#settings;
		if (keys !== undefined) this.#placeLines(this.#keys.octets(), Table.KEYS, Table.KEYS_END);
		if (parts !== undefined) this.#placeLines(this.#parts.octets(), Table.PARTS, Table.PARTS_END);
		const output = memory.outputFor(next - start, (rowsEnd - memory.rows) / Row.SIZE, this.#valuesEnd);
		const outputEnd = call.writeRows(memory.rows, rowsEnd, start, memory.ends, memory.values, output);
		if (outputEnd === output) return next;
		if (counts === undefined) this.#write(memory.kernel.octets.subarray(output, outputEnd));
		else this.#write(countedRows(memory, rowsEnd, output, this.#sizes, { delimiter, counts }));
		return next;
	}

	#write(octets: Uint8Array): void {
		this.#sink.write(this.#hasWritten || this.#memory.get(Table.IS_ARRAY) === 0 ? octets : withoutComma(octets), true);
		this.#hasWritten = true;
	}

	/** Notes which of the columns these rows have. */
	#lookForColumns(names: JsonNames, others: readonly (readonly OtherValue[])[], start: number, next: number): void {
		const { column, by = [], joins = [] } = this.#settings;
		const memory = this.#memory;
		if (memory.get(Table.LINES) > 0) names.find(column as string);
		for (const [place, name] of by.entries()) if (others[place]?.some((value) => value !== undefined)) names.find(String(name));
		for (const [place, name] of joins.entries()) if (this.joined.hasValue(place)) names.find(String(name));
		if (names.isDone) return;
		if (memory.get(Table.IS_ARRAY) === 0) names.look(memory.kernel.octets.subarray(start, next));
		else names.lookAt(rowTexts(memory, start, this.#rowsEnd));
	}

	/** The values of rows that have a line. */
	#ofLines(values: readonly OtherValue[]): readonly OtherValue[] {
		const { kernel, rows } = this.#memory;
		const kindOf = (row: number) => kernel.words[(rows + row * Row.SIZE + Row.KIND) >> 2] as number;
		return values.filter((_, row) => kindOf(row) <= Kind.LAST_WITH_LINE);
	}

	/** Copies lines for new columns to the kernel, after the values. Sets the fields that have their start and end. */
	#placeLines(lines: Uint8Array, startField: Table, endField: Table): void {
		const memory = this.#memory;
		const start = align(this.#valuesEnd + Limit.MARGIN);
		this.#valuesEnd = start + lines.length;
		memory.kernel.reserve(this.#valuesEnd + Limit.MARGIN);
		memory.kernel.octets.set(lines, start);
		memory.set(startField, start);
		memory.set(endField, this.#valuesEnd);
	}

	/** Normalizes the values. Throws the error of the first row that has one, under `invalid: "fail"`. */
	#pushLines(): void {
		const { kernel, lines } = this.#memory;
		const octets = kernel.octets.subarray(lines, this.#memory.get(Table.LINES_END));
		this.#sink.beforeValues?.();
		this.#sink.takeLines?.(octets, (line) => this.#rowOf(line));
		this.#feed?.goOn(0, false);
		try {
			const prepared = this.#rules?.prepare?.(octets) ?? octets;
			// Room for the values may move the memory. The feed reads whole lines at once, unless they are too many for it.
			this.#feed?.push(prepared.length > LINES_CAPACITY ? prepared.slice() : prepared);
		} catch (error) {
			if (!(error instanceof UriError) || error.line === undefined) throw error;
			const row = this.#rowOf(error.line);
			if (row > (this.#fault?.row ?? row)) throw this.#fault;
			const { code, component, offset } = error;
			throw new UriError(code, error.message.replace(/^Line \d+/, `Row ${row}${this.#settings.label ?? ""}`), {
				component,
				offset,
				line: row,
			});
		}
		if (this.#fault !== undefined) throw this.#fault;
	}

	/** Notes lines before the first row. */
	passLines(start: number, end: number): void {
		this.#linesBefore += this.#memory.kernel.call.countLineEnds(start, end);
	}

	/** Counts rows without a value, and reports those that could not be read. `start`: that of the first one. */
	#countRows(start: number): void {
		const memory = this.#memory;
		const rows = memory.get(Table.ROWS) / Row.SIZE;
		const faults = memory.get(Table.FAULTS);
		this.#rowsBefore = this.#rowsOfTables + this.counts.rows;
		this.#valued = undefined;
		this.counts.empty += rows - faults - memory.get(Table.LINES);
		// The records of arrays are not all of a row of their own.
		if (faults > 0 || memory.get(Table.HAS_ELEMENTS) === Elements.EACH) this.#takeRecords(start);
		else this.counts.rows += rows;
		if (memory.taken !== undefined) this.#takeTaken(memory.taken);
	}

	/** Notes the error of a row of JSON that has the key of a new column: a second one would hide it. An earlier row fails first. */
	#takeTaken({ row: address, name }: { readonly row: number; readonly name: number }): void {
		const { words } = this.#memory.kernel;
		let row = this.#rowsBefore;
		for (let at = this.#memory.rows; at <= address; at += Row.SIZE) if (words[(at + Row.KIND) >> 2] !== Kind.CONTINUED) ++row;
		if (row > (this.#fault?.row ?? row)) return;
		this.#fault = takenError(addedNames(this.#settings)[name] as string, row);
	}

	#takeRecords(start: number): void {
		const { call } = this.#memory.kernel;
		let [row, at, line] = [this.#rowsBefore, start, this.#linesBefore + 1];
		let values = 0;
		this.#forEachKind((kind, isFirst, before) => {
			if (isFirst) ++row;
			++values;
			if (kind <= Kind.EMPTY) return;
			if (this.#settings.settings.invalid === "fail") this.#fault ??= rowError(kind, row, this.#settings.label);
			line += call.countLineEnds(at, before ?? start);
			at = before ?? start;
			const reject = { row, code: faultOf(kind), component: undefined, offset: 0, reference: new Uint8Array(0) };
			this.#rejects.push({ reject, line });
		});
		this.counts.rows = row - this.#rowsOfTables;
		if (this.#memory.get(Table.HAS_ELEMENTS) === Elements.EACH) this.counts.values = (this.counts.values ?? 0) + values;
	}

	/**
	 * Passes on the kind of each record of this batch, whether it is the first one of its row, and the end of the record before it. Those of
	 * the rest of a row are passed over.
	 */
	#forEachKind(take: (kind: number, isFirst: boolean, before: number | undefined) => void): void {
		const { words } = this.#memory.kernel;
		let before: number | undefined;
		for (let at = this.#memory.rows >> 2; at < this.#rowsEnd >> 2; at += Row.SIZE >> 2) {
			const kind = words[at + (Row.KIND >> 2)] as number;
			if (kind !== Kind.CONTINUED) take(kind, words[at + (Row.CLOSE >> 2)] !== 0, before);
			before = words[at + (Row.END >> 2)] as number;
		}
	}

	/** The row of a line of this batch. */
	#rowOf(line: number): number {
		this.#valued ??= this.#valuedRows();
		return this.#valued[line - 1] as number;
	}

	#valuedRows(): number[] {
		const valued: number[] = [];
		let row = this.#rowsBefore;
		this.#forEachKind((kind, isFirst) => {
			if (isFirst) ++row;
			if (kind <= Kind.LAST_WITH_LINE) valued.push(row);
		});
		return valued;
	}

	/** Reports the rejects of a batch, in the order of rows. */
	#reportRejects(): void {
		this.counts.rejects += this.#rejects.length;
		for (const { reject, line } of this.#rejects.sort((a, b) => a.reject.row - b.reject.row)) this.#sink.reject?.(reject, line);
		this.#rejects = [];
	}

	/** Takes values, in the order of their rows. */
	#takeBatch(read: Batch): void {
		countRules(this.counts, read);
		this.#takeRejects(read);
		const rowOf = (record: number) => this.#rowOf(read.linesBefore + record + 1);
		const otherOf = (record: number, place: number) => this.#others[place]?.[read.linesBefore + record];
		const batch = { ...read, rowOf, otherOf, joined: this.joined };
		const judged = judge(batch, this.#rules as ValueRules);
		if (!this.#sink.readsOnly) this.#takeValues(batch, judged);
	}

	#takeValues(batch: Batch, { verdict, keys, parts, outputEnd }: ReturnType<typeof judge>): void {
		const { marks, sizes } = verdict ?? {};
		const memory = this.#memory;
		const { kernel, records, output } = batch.workspace;
		const start = this.#valuesEnd;
		this.#valuesEnd += outputEnd - output;
		memory.kernel.reserve(this.#valuesEnd + Limit.MARGIN);
		memory.kernel.octets.set(kernel.octets.subarray(output, outputEnd), start);
		const { words } = memory.kernel;
		words.set(kernel.words.subarray(records >> 2, (records + batch.records * LineRecord.SIZE) >> 2), memory.records >> 2);
		const offset = MARK_SIZE * this.#values;
		const marksAt = marks === undefined ? 0 : memory.marks + offset;
		if (marks !== undefined) {
			memory.set(Table.MARKS, memory.marks);
			words.set(marks, marksAt >> 2);
		}
		memory.kernel.call.placeValues(memory.records, batch.records, output, start, memory.ends + offset, marksAt);
		if (sizes !== undefined) this.#sizes.set(sizes, this.#values);
		this.#values += batch.records;
		if (keys !== undefined) this.#keys.append(keys);
		if (parts !== undefined) this.#parts.append(parts);
		this.counts.empty += memory.get(Table.EMPTY);
		this.counts.duplicates += memory.get(Table.DUPLICATES);
		this.counts.unique += memory.get(Table.UNIQUE);
	}

	#takeRejects(batch: Batch): void {
		for (const [index, { line, code, component, offset }] of rejectsOf(batch).entries()) {
			const reference = rejectedLine(batch, index).slice();
			this.#rejects.push({ reject: { row: this.#rowOf(line), code, component, offset, reference } });
		}
	}
}
