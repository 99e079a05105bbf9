/**
 * Arrow IPC files and streams, by the package `apache-arrow`, batch by batch: the octets of the column of references go into the
 * kernel as they are, and all other columns pass by.
 */
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type * as Arrow from "apache-arrow";
import { decompress } from "fzstd";
import { Octet } from "../../../assembly/char";
import { Write } from "../../../assembly/datasets/layout";
import { columnIndex, refuseTakenNames, shownNames } from "../../datasets/column-names";
import { TableError } from "../../datasets/table-error";
import { UriError } from "../../errors";
import { bitmapLength, clearBit, hasBit } from "../../lines/utf8-column";
import { usageFailure } from "../arguments";
import { EXIT, Failure, ioFailure } from "../failure";
import type { Output } from "../output/output";
import { shownText } from "../report/columns";
import { isText, type Library, type Runs, runsOf, type TextColumn, takeRows, textOf } from "./arrow-rows";
import type { ChooseRows, ChosenRows, ColumnSettings, ColumnTable } from "./column-table";
import { unlz4 } from "./lz4";
import { loadPackage } from "./optional-package";
import { sentenceOf } from "./sentence";
import { hasForm, isBlank, RowFate, type ValueBatch } from "./value-rows";

const PACKAGE = "apache-arrow";
/** A file begins and ends with this; a stream begins with the other, before its first message. */
const MAGIC = "ARROW1";
const CONTINUATION = "\xff\xff\xff\xff";

type Batch = Arrow.RecordBatch;
type Schema = Arrow.Schema;
type Data = Arrow.Data;
type Reader = Arrow.RecordBatchReader;

/** Several files as one table: they must have the same columns. */
export class ArrowTable implements ColumnTable {
	readonly #command: string;
	readonly #arrow: Library;
	readonly #sources: readonly Source[];
	readonly #schema: Schema;
	/** The share of the sources that has been read. */
	#share = 0;

	private constructor(command: string, arrow: Library, sources: readonly Source[], schema: Schema) {
		this.#command = command;
		this.#arrow = arrow;
		this.#sources = sources;
		this.#schema = schema;
	}

	/** Throws Failure for what is not Arrow, and for files with other columns than the first. `-` is standard input. */
	static async open(command: string, files: readonly (string | undefined)[]): Promise<ArrowTable> {
		const arrow = loadPackage<Library>(command, PACKAGE, "Arrow");
		arrow.compressionRegistry.set(arrow.CompressionType.ZSTD, { decode: (octets) => decompress(octets).slice() });
		arrow.compressionRegistry.set(arrow.CompressionType.LZ4_FRAME, { decode: unlz4 });
		const sources: Source[] = [];
		for (const file of files) sources.push(await Source.open(arrow, file));
		const schemas: Schema[] = [];
		for (const source of sources) schemas.push(await source.schema());
		const fieldsOf = ({ fields }: Schema) => JSON.stringify(fields.map(String));
		const first = schemas[0] as Schema;
		const other = schemas.findIndex((schema) => fieldsOf(schema) !== fieldsOf(first));
		if (other <= 0) return new ArrowTable(command, arrow, sources, first);
		const sentence = `its columns are not those of ${sources[0]?.name}; pass the files one by one`;
		throw new Failure(EXIT.IO, `cannot read ${sources[other]?.name}: ${sentence}`);
	}

	get names(): string {
		return shownText(shownNames(this.#names));
	}

	share(): number {
		return this.#share;
	}

	async read(...[column, by, take]: Parameters<ColumnTable["read"]>): Promise<void> {
		if (this.#sources.some(({ isStandard }) => isStandard)) {
			throw usageFailure(this.#command, "--keep and --count-into read Arrow twice: pass files, not standard input");
		}
		const index = this.#text(column);
		const other = by === undefined ? undefined : this.#comparable(by);
		for await (const { batch, guard } of this.#batches()) {
			const texts = guard(() => textOf(this.#arrow, columnOf(batch, index)));
			take(valuesOf(texts), other === undefined ? [] : guard(() => sortables(this.#arrow, columnOf(batch, other))));
		}
	}

	async write(settings: ColumnSettings, output: Output, choose: ChooseRows): Promise<void> {
		const index = this.#text(settings.column);
		const added = [settings.into, settings.keys, settings.counts].filter((name) => name !== undefined);
		this.#checked(() => refuseTakenNames(added, this.#names));
		const schema = this.#writtenSchema(settings, index);
		const isFile = this.#sources[0]?.isFile === true;
		const writer = isFile ? new this.#arrow.RecordBatchFileWriter() : new this.#arrow.RecordBatchStreamWriter();
		writer.reset(this.#sinkFor(output), schema);
		for await (const { batch, guard } of this.#batches()) {
			const texts = guard(() => textOf(this.#arrow, columnOf(batch, index)));
			const chosen = choose(valuesOf(texts));
			const written = guard(() => this.#writtenBatch(batch, schema, settings, index, texts, chosen));
			if (written !== undefined) this.#attempt(() => writer.write(written));
		}
		writer.finish();
	}

	get #names(): string[] {
		return this.#schema.fields.map(({ name }) => name);
	}

	async *#batches(): AsyncGenerator<{ batch: Batch; guard: <Result>(step: () => Result) => Result }> {
		for (const [index, source] of this.#sources.entries()) {
			for await (const { batch, share } of source.batches()) {
				this.#share = (index + share) / this.#sources.length;
				if (batch.numRows > 0) yield { batch, guard: (step) => source.guard(step) };
			}
		}
		this.#share = 1;
	}

	/** The index of a column. Throws Failure. */
	#find(column: string | number): number {
		return this.#checked(() => columnIndex(column, this.#names));
	}

	/** The same of a column of text. */
	#text(column: string | number): number {
		const index = this.#find(column);
		const { name, type } = this.#schema.fields[index] as Arrow.Field;
		if (isText(this.#arrow, type)) return index;
		throw this.#usage(`the column ${shownNames([name])} has the type ${type}, not text`);
	}

	/** The same of a column whose values can be compared. */
	#comparable(column: string | number): number {
		const index = this.#find(column);
		const { name, type } = this.#schema.fields[index] as Arrow.Field;
		if (isText(this.#arrow, type) || isNumeric(this.#arrow, type)) return index;
		throw this.#usage(`the column ${shownNames([name])} has the type ${type}, which --keep does not compare`);
	}

	#checked<Result>(find: () => Result): Result {
		try {
			return find();
		} catch (error) {
			if (!(error instanceof TableError)) throw error;
			throw this.#usage(sentenceOf(error));
		}
	}

	#usage(sentence: string): Failure {
		return usageFailure(this.#command, shownText(`${this.#sources[0]?.name}: ${sentence}`));
	}

	/** Writes what the library has against the batches of several files. */
	#attempt(step: () => void): void {
		try {
			step();
		} catch (error) {
			if (error instanceof Failure || !(error instanceof Error)) throw error;
			throw new Failure(EXIT.IO, shownText(`cannot write Arrow: ${error.message.trim()}`));
		}
	}

	/** The library writes to a queue that is read later. This one writes at once. */
	#sinkFor(output: Output): Arrow.AsyncByteQueue {
		class Sink extends this.#arrow.AsyncByteQueue {
			override write(octets: Uint8Array): void {
				output.writeLater(new Uint8Array(octets.buffer, octets.byteOffset, octets.byteLength));
			}
		}
		return new Sink();
	}

	/** The columns of the output. */
	#writtenSchema({ into, keys, counts }: ColumnSettings, index: number): Schema {
		const { Field, Int64, Schema, Utf8 } = this.#arrow;
		const { fields, metadata } = this.#schema;
		const replaced = fields.map((field, at) => {
			if (at !== index || into !== undefined) return field;
			return new Field(field.name, this.#writtenType(field.type), field.nullable, field.metadata);
		});
		const texts = [into, keys].filter((name) => name !== undefined);
		const added = texts.map((name) => new Field(name, new Utf8(), true) as Arrow.Field);
		if (counts !== undefined) added.push(new Field(counts, new Int64(), true));
		return new Schema([...replaced, ...added], metadata);
	}

	/** The type of the column of references, once they have been replaced. */
	#writtenType(type: Arrow.DataType): Arrow.DataType {
		const { DataType, LargeUtf8, Utf8 } = this.#arrow;
		return DataType.isLargeUtf8(type) ? new LargeUtf8() : new Utf8();
	}

	/** The rows of a batch that stay, with new values. Undefined if none does. */
	#writtenBatch(
		batch: Batch,
		schema: Schema,
		settings: ColumnSettings,
		index: number,
		texts: TextColumn,
		chosen: ChosenRows,
	): Batch | undefined {
		const runs = runsOf(chosen.stays);
		if (runs.length === 0) return undefined;
		const isWhole = runs[0] === 0 && runs[1] === texts.rows;
		const { into, keys, counts } = settings;
		const children = batch.data.children.map((child, at) => {
			if (at === index && into === undefined) return this.#textData(schema, index, replacements(settings, texts, chosen));
			return isWhole ? child : takeRows(this.#arrow, child, runs);
		});
		if (into !== undefined) children.push(this.#textData(schema, children.length, replacements(settings, texts, chosen)));
		if (keys !== undefined) children.push(this.#textData(schema, children.length, keyColumn(settings, texts, chosen)));
		if (counts !== undefined) children.push(this.#sizeData(chosen, runs));
		const length = children[0]?.length ?? 0;
		const data = this.#arrow.makeData({ type: new this.#arrow.Struct(schema.fields), length, nullCount: 0, children });
		return new this.#arrow.RecordBatch(schema, data as never, batch.metadata);
	}

	#textData(schema: Schema, index: number, { rows, offsets, octets, valid }: TextColumn): Data {
		const { type } = schema.fields[index] as Arrow.Field;
		const isLarge = this.#arrow.DataType.isLargeUtf8(type);
		const buffers = { 0: isLarge ? BigInt64Array.from(offsets, BigInt) : offsets, 1: octets, 2: valid };
		return new this.#arrow.Data(type, 0, rows, valid === undefined ? 0 : -1, buffers as never);
	}

	#sizeData({ sizes = new Int32Array(0) }: ChosenRows, runs: Runs): Data {
		const parts: Int32Array[] = [];
		for (let index = 0; index < runs.length; index += 2) parts.push(sizes.subarray(runs[index], runs[index + 1]));
		const kept = parts.flatMap((part) => [...part]);
		const valid = bitmapWithout(
			kept.length,
			kept.flatMap((size, row) => (size === 0 ? [row] : [])),
		);
		const buffers = { 1: BigInt64Array.from(kept, BigInt), 2: valid };
		return new this.#arrow.Data(new this.#arrow.Int64(), 0, kept.length, -1, buffers as never);
	}
}

function columnOf(batch: Batch, index: number): Data {
	return batch.data.children[index] as Data;
}

/** An Arrow file or stream. */
class Source {
	readonly name: string;
	readonly #arrow: Library;
	readonly #path: string | undefined;
	readonly isFile: boolean;
	readonly #size: number;
	/** Of standard input, which is read once. */
	#reader: Reader | undefined;
	#handle: FileHandle | undefined;

	private constructor(arrow: Library, name: string, path: string | undefined, isFile: boolean, size: number) {
		this.#arrow = arrow;
		this.name = name;
		this.#path = path;
		this.isFile = isFile;
		this.#size = size;
	}

	/** Throws Failure. */
	static async open(arrow: Library, file: string | undefined): Promise<Source> {
		if (file === undefined || file === "-") return Source.#openStandard(arrow);
		try {
			const handle = await open(file, "r");
			try {
				const { size } = await handle.stat();
				const ends = Buffer.alloc(2 * MAGIC.length);
				await handle.read(ends, 0, MAGIC.length, 0);
				await handle.read(ends, MAGIC.length, MAGIC.length, Math.max(size - MAGIC.length, MAGIC.length));
				const [head, tail] = [ends.toString("latin1", 0, MAGIC.length), ends.toString("latin1", MAGIC.length)];
				if (head === MAGIC && tail !== MAGIC) throw unreadable(file, "the Arrow file is truncated");
				refuseOther(file, head);
				return new Source(arrow, file, file, head === MAGIC, size);
			} finally {
				await handle.close();
			}
		} catch (error) {
			throw ioFailure("read", file, error);
		}
	}

	static async #openStandard(arrow: Library): Promise<Source> {
		const name = "standard input";
		const chunks = createReadStream("", { fd: 0, autoClose: false })[Symbol.asyncIterator]();
		let head = Buffer.alloc(0);
		while (head.length < MAGIC.length) {
			const { value, done } = await chunks.next();
			if (done) break;
			head = Buffer.concat([head, value]);
		}
		const start = head.toString("latin1", 0, MAGIC.length);
		refuseOther(name, start);
		const source = new Source(arrow, name, undefined, start === MAGIC, 0);
		const all = async function* () {
			yield head;
			yield* { [Symbol.asyncIterator]: () => chunks };
		};
		source.#reader = await source.#attempt(async () => arrow.RecordBatchReader.from(all()) as Promise<Reader>);
		return source;
	}

	get isStandard(): boolean {
		return this.#path === undefined;
	}

	/** Throws Failure. */
	async schema(): Promise<Schema> {
		const reader = await this.#begin();
		const { schema } = reader;
		await this.#handle?.close();
		return schema;
	}

	/** All batches, and the share of the file up to the end of each. Throws Failure. */
	async *batches(): AsyncGenerator<{ batch: Batch; share: number }> {
		const reader = await this.#begin();
		const batches = (reader as AsyncIterable<Batch>)[Symbol.asyncIterator]();
		let octets = 0;
		while (true) {
			const { value, done } = await this.#attempt(() => batches.next());
			if (done) break;
			octets += value.data.byteLength;
			yield { batch: value, share: this.#size === 0 ? 0 : Math.min(octets / this.#size, 1) };
		}
		await this.#handle?.close();
	}

	/** Runs a step on a batch, whose octets may contradict each other. Throws Failure. */
	guard<Result>(step: () => Result): Result {
		try {
			return step();
		} catch (error) {
			throw this.#failure(error);
		}
	}

	async #begin(): Promise<Reader> {
		if (this.#reader !== undefined) return this.#attempt(async () => (this.#reader as Reader).open() as Promise<Reader>);
		return this.#attempt(async () => {
			this.#handle = await open(this.#path as string, "r");
			const reader = (await this.#arrow.RecordBatchReader.from(this.#handle)) as Reader;
			return reader.open() as Promise<Reader>;
		});
	}

	async #attempt<Result>(step: () => Promise<Result>): Promise<Result> {
		try {
			return await step();
		} catch (error) {
			throw this.#failure(error);
		}
	}

	#failure(error: unknown): unknown {
		if (error instanceof Failure || error instanceof UriError || !(error instanceof Error)) return error;
		return unreadable(this.name, `the Arrow data is damaged or truncated (${error.message.trim().replace(/\.$/, "")})`);
	}
}

function unreadable(name: string, sentence: string): Failure {
	return new Failure(EXIT.IO, shownText(`cannot read ${name}: ${sentence}`));
}

/** Throws Failure for what does not begin as a file or a stream. */
function refuseOther(name: string, head: string): void {
	if (head !== MAGIC && !head.startsWith(CONTINUATION)) throw unreadable(name, "it is neither an Arrow file nor an Arrow stream");
}

/** The values of a column as lines: see `batchOf`. */
function valuesOf({ rows, offsets, octets, valid }: TextColumn): ValueBatch {
	const lacks = new Uint8Array(rows);
	const first = offsets[0] as number;
	const size = (offsets[rows] as number) - first;
	// The values are copied to the end of the same buffer: copying within it needs no view of each value.
	const work = new Uint8Array(2 * size + 2 * rows);
	const values = size + 2 * rows;
	work.set(octets.subarray(first, first + size), values);
	for (let at = work.indexOf(Octet.LF, values); at >= 0; at = work.indexOf(Octet.LF, at)) work[at] = Octet.TAB;
	let end = 0;
	for (let row = 0; row < rows; ++row) {
		const start = offsets[row] as number;
		const stop = offsets[row + 1] as number;
		if (isBlank(octets, start, stop) || (valid !== undefined && !hasBit(valid, row))) {
			lacks[row] = 1;
			continue;
		}
		work.copyWithin(end, values + start - first, values + stop - first);
		end += stop - start;
		if (work[end - 1] === Octet.CR) work[end++] = Octet.CR;
		work[end++] = Octet.LF;
	}
	return { rows, lines: work.subarray(0, end), lacks };
}

/** Where the value of a row comes from. */
enum From {
	NULL,
	EMPTY,
	/** The line of the row. */
	LINE,
	/** Its reference as it came. */
	TEXT,
}

/** The new values of the column of references, or of the column `into`, in the rows that stay. */
function replacements({ into, write }: ColumnSettings, texts: TextColumn, chosen: ChosenRows): TextColumn {
	const keepsOriginal = into === undefined && (write & Write.ORIGINAL) !== 0;
	const blanks = (write & Write.BLANK_INVALID) !== 0;
	return textColumn(chosen, chosen.forms, chosen.ends, texts, (fate, row) => {
		if (hasForm(fate) && !keepsOriginal) return From.LINE;
		if (fate === RowFate.REJECTED && blanks) return From.EMPTY;
		if (into !== undefined && fate !== RowFate.REJECTED) return From.NULL;
		return texts.valid !== undefined && !hasBit(texts.valid, row) ? From.NULL : From.TEXT;
	});
}

/** The keys of the rows that stay. */
function keyColumn({ write }: ColumnSettings, texts: TextColumn, chosen: ChosenRows): TextColumn {
	const { fates, keys = new Uint8Array(0) } = chosen;
	const ends = new Int32Array(fates.length);
	let end = 0;
	for (const [row, fate] of fates.entries()) {
		if (fate !== RowFate.ABSENT) end = keys.indexOf(Octet.LF, end) + 1;
		ends[row] = end;
	}
	return textColumn(chosen, keys, ends, texts, (fate) => {
		if (hasForm(fate)) return From.LINE;
		if (fate !== RowFate.REJECTED) return From.NULL;
		return (write & Write.BLANK_INVALID) !== 0 ? From.EMPTY : From.TEXT;
	});
}

/** A column of text, one value for each row that stays. `lines` has those of the rows, which end at `ends`. */
function textColumn(
	{ fates, stays }: ChosenRows,
	lines: Uint8Array,
	ends: Int32Array,
	texts: TextColumn,
	sourceOf: (fate: RowFate, row: number) => From,
): TextColumn {
	const size = lines.length + texts.octets.length;
	// Again, all is copied within one buffer: the result, the lines, the texts.
	const work = new Uint8Array(2 * size);
	work.set(lines, size);
	work.set(texts.octets, size + lines.length);
	const offsets = new Int32Array(fates.length + 1);
	const nulls: number[] = [];
	let [rows, end] = [0, 0];
	for (let row = 0; row < fates.length; ++row) {
		if (stays[row] === 0) continue;
		const from = sourceOf(fates[row] as RowFate, row);
		let start = 0;
		let stop = 0;
		if (from === From.LINE) {
			start = size + (row === 0 ? 0 : (ends[row - 1] as number));
			stop = size + (ends[row] as number) - 1;
		} else if (from === From.TEXT) {
			start = size + lines.length + (texts.offsets[row] as number);
			stop = size + lines.length + (texts.offsets[row + 1] as number);
		} else if (from === From.NULL) nulls.push(rows);
		work.copyWithin(end, start, stop);
		end += stop - start;
		offsets[++rows] = end;
	}
	const valid = nulls.length === 0 ? undefined : bitmapWithout(rows, nulls);
	return { rows, offsets: offsets.subarray(0, rows + 1), octets: work.subarray(0, end), valid };
}

/** A bitmap whose bits are set, but for those at `indices`. */
function bitmapWithout(count: number, indices: readonly number[]): Uint8Array {
	const bits = new Uint8Array(bitmapLength(count)).fill(-1);
	for (const index of indices) clearBit(bits, index);
	return bits;
}

/** Whether values of a type are numbers, or times as numbers. */
function isNumeric({ DataType }: Library, type: Arrow.DataType): boolean {
	const { isBool, isDate, isDuration, isFloat, isInt, isTime, isTimestamp } = DataType;
	return (
		[isBool, isDate, isDuration, isInt, isTime, isTimestamp].some((is) => is.call(DataType, type)) ||
		(isFloat.call(DataType, type) && type.ArrayType !== Uint16Array)
	);
}

/** The values of a column, for comparison. */
function sortables(arrow: Library, data: Data): (string | null)[] {
	const isNull = (row: number) => data.nullCount > 0 && !hasBit(data.nullBitmap, row);
	const texts = isText(arrow, data.type) ? textOf(arrow, data) : undefined;
	const isBool = arrow.DataType.isBool(data.type);
	const valueAt = (row: number) => {
		if (texts !== undefined) return Buffer.from(texts.octets.subarray(texts.offsets[row], texts.offsets[row + 1])).toString();
		return isBool ? String(hasBit(data.values as Uint8Array, row)) : String((data.values as ArrayLike<number | bigint>)[row]);
	};
	return Array.from({ length: data.length }, (_, row) => (isNull(row) ? null : valueAt(row)));
}
