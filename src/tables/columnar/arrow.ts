/**
 * Arrow IPC files and streams, by the package `apache-arrow`, batch by batch: the octets of the column of references go into the
 * kernel as they are, and all other columns pass by.
 */

import type * as Arrow from "apache-arrow";
import { decompress } from "fzstd";
import { isError } from "../../brand";
import { OptionError } from "../../errors";
import { EXIT, Failure, FileFailure, usageFailure } from "../../failure";
import { shownText } from "../../text/shown-text";
import { addedNames, addedTexts, columnIndex, refuseTakenNames, shownNames } from "../text/column-names";
import { TableError } from "../text/table-error";
import { type ColumnOutput, refuseSameColumn } from "../text/table-options";
import { sentenceOf } from "../text/table-sentence";
import { elementField, listOf, referencesIn, withElements } from "./arrow-lists";
import { sinkFor, sizeData, withNames } from "./arrow-output";
import { asInt64, isText, type Library, runsOf, type TextColumn, takeRows, textOf } from "./arrow-rows";
import { Source } from "./arrow-source";
import { cellTexts, isNumeric, keyColumn, partColumn, replacements, sortables } from "./arrow-values";
import { valuesOf } from "./column-lines";
import type { ColumnSettings, ColumnTable, OtherColumnTask, TakeRows } from "./column-table";
import { unlz4 } from "./lz4";
import { loadPackage } from "./optional-package";
import type { RowFates } from "./value-rows";

const PACKAGE = "apache-arrow";

type Batch = Arrow.RecordBatch;
type Schema = Arrow.Schema;
type Data = Arrow.Data;

/** Another column of references, at an index. */
interface OtherColumn extends OtherColumnTask {
	readonly index: number;
}

/** Several files as one table: they must have the same columns. */
export class ArrowTable implements ColumnTable {
	readonly packsForms = true;
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

	/** Throws Failure unless the files are Arrow and have the same columns. `-` is standard input. */
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
		if (other <= 0) return new ArrowTable(command, arrow, sources, withNames(arrow, first));
		const sentence = `its columns are not those of ${sources[0]?.name}; pass the files one by one`;
		throw new FileFailure(sources[other]?.name as string, `cannot read ${sources[other]?.name}: ${sentence}`);
	}

	share(): number {
		return this.#share;
	}

	async read(...[{ column, by = [], joins }, take]: Parameters<ColumnTable["read"]>): Promise<void> {
		const index = this.#reference(column);
		const joined = this.#joined(joins);
		const others = by.map((each) => this.#comparable(each, "which --keep does not compare"));
		for await (const { batch, guard } of this.#batches()) {
			const values = guard(() => referencesIn(this.#arrow, columnOf(batch, index)));
			take(
				{ ...values, joins: guard(() => joined(batch)) },
				guard(() => others.map((other) => sortables(this.#arrow, columnOf(batch, other)))),
			);
		}
	}

	/** The names of the columns. */
	get columnNames(): readonly string[] {
		return this.#names;
	}

	/** The values of columns, from 0, as texts, some rows at a time. The first one must be text. Throws Failure. */
	async *texts(columns: readonly number[]): AsyncGenerator<(string | null)[][]> {
		this.#text((columns[0] as number) + 1);
		for await (const { batch, guard } of this.#batches())
			yield guard(() => columns.map((index) => cellTexts(this.#arrow, batch, index)));
	}

	async write(settings: ColumnSettings, output: ColumnOutput, take: TakeRows): Promise<void> {
		const index = this.#reference(settings.column);
		this.#checked(() => refuseTakenNames(addedNames(settings), this.#names));
		const joined = this.#joined(settings.joins);
		const others = (settings.others ?? []).map((other) => ({ ...other, index: this.#text(other.column) }));
		const indexes = new Map([[settings.column, index], ...others.map((other) => [other.column, other.index] as const)]);
		this.#checked(() => refuseSameColumn([...indexes.keys()], (each) => indexes.get(each)));
		const schema = this.#writtenSchema(settings, index, others);
		const isFile = this.#sources[0]?.isFile === true;
		const writer = isFile ? new this.#arrow.RecordBatchFileWriter() : new this.#arrow.RecordBatchStreamWriter();
		writer.reset(sinkFor(this.#arrow, output), schema);
		for await (const { batch, guard } of this.#batches()) {
			const values = guard(() => referencesIn(this.#arrow, columnOf(batch, index)));
			const chosen = take({ ...values, joins: guard(() => joined(batch)) });
			const columns = others.map((other) => ({ ...other, values: this.#otherValues(other, batch, settings, chosen, guard) }));
			const written = guard(() => this.#writtenBatch(batch, schema, settings, index, values.texts, chosen, columns));
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

	hasLists(column: string | number): boolean {
		return elementField(this.#arrow, this.#schema.fields[this.#reference(column)]?.type) !== undefined;
	}

	/** The index of a column of texts, or of lists of texts. Throws Failure. */
	#reference(column: string | number): number {
		const index = this.#find(column);
		return elementField(this.#arrow, this.#schema.fields[index]?.type) === undefined ? this.#text(column) : index;
	}

	/** The same of a column whose values can be compared. `fault`: the sentence about others. */
	#comparable(column: string | number, fault: string): number {
		const index = this.#find(column);
		const { name, type } = this.#schema.fields[index] as Arrow.Field;
		if (isText(this.#arrow, type) || isNumeric(this.#arrow, type)) return index;
		throw this.#usage(`the column ${shownNames([name])} has the type ${type}, ${fault}`);
	}

	/** Returns the values of columns that join keys, as texts, of a batch. Throws Failure for those that cannot be compared. */
	#joined(columns: ColumnSettings["joins"] = []): (batch: Batch) => (string | null)[][] {
		const indexes = columns.map((column) => this.#comparable(column, "by which rows cannot be compared"));
		return (batch) => indexes.map((index) => sortables(this.#arrow, columnOf(batch, index)));
	}

	#checked<Result>(find: () => Result): Result {
		try {
			return find();
		} catch (error) {
			if (!(error instanceof TableError || error instanceof OptionError)) throw error;
			throw this.#usage(sentenceOf(error));
		}
	}

	#usage(sentence: string): Failure {
		return usageFailure(this.#command, shownText(`${this.#sources[0]?.name}: ${sentence}`));
	}

	/** Throws Failure for errors of the library about the batches of several files. */
	#attempt(step: () => void): void {
		try {
			step();
		} catch (error) {
			if (error instanceof Failure || !isError(error)) throw error;
			throw new Failure(EXIT.IO, shownText(`cannot write Arrow: ${error.message.trim()}`));
		}
	}

	/** The columns of the output. */
	#writtenSchema(settings: ColumnSettings, index: number, others: readonly OtherColumn[]): Schema {
		const { into, counts } = settings;
		const { Field, Int64, Schema, Utf8 } = this.#arrow;
		const { fields, metadata } = this.#schema;
		const replaced = fields.map((field, at) => {
			const isOther = others.some((other) => other.index === at && other.into === undefined);
			if (!isOther && (at !== index || into !== undefined)) return field;
			return new Field(field.name, this.#writtenType(field.type), field.nullable, field.metadata);
		});
		const added = addedTexts(settings).map((name) => new Field(name, new Utf8(), true) as Arrow.Field);
		if (counts !== undefined) added.push(new Field(counts, new Int64(), true));
		return new Schema([...replaced, ...added], metadata);
	}

	/** The type of the column of references, once they have been replaced. */
	#writtenType(type: Arrow.DataType): Arrow.DataType {
		const { DataType, Field, LargeUtf8, Utf8 } = this.#arrow;
		const element = elementField(this.#arrow, type);
		if (element !== undefined) {
			const { name, nullable, metadata } = element;
			return listOf(this.#arrow, type, new Field(name, this.#writtenType(element.type), nullable, metadata));
		}
		return DataType.isLargeUtf8(type) ? new LargeUtf8() : new Utf8();
	}

	/** The values of another column of references in the rows that stay. */
	#otherValues(
		{ index, into, take }: OtherColumn,
		batch: Batch,
		settings: ColumnSettings,
		{ stays }: RowFates,
		guard: <Result>(step: () => Result) => Result,
	): TextColumn {
		const texts = guard(() => textOf(this.#arrow, columnOf(batch, index)));
		return replacements({ ...settings, into }, texts, { ...take(valuesOf(texts)), stays });
	}

	/** The rows of a batch that stay, with new values. Undefined if none does. */
	#writtenBatch(
		batch: Batch,
		schema: Schema,
		settings: ColumnSettings,
		index: number,
		texts: TextColumn,
		chosen: RowFates,
		others: readonly (OtherColumn & { readonly values: TextColumn })[],
	): Batch | undefined {
		// Rows of lists all stay: they are not compared, and `chosen` is about their elements.
		const hasLists = elementField(this.#arrow, schema.fields[index]?.type) !== undefined;
		const runs = hasLists ? [0, batch.numRows] : runsOf(chosen.stays);
		if (runs.length === 0) return undefined;
		const isWhole = runs[0] === 0 && runs[1] === batch.numRows;
		const { into, keys, parts, counts } = settings;
		const children = batch.data.children.map((child, at) => {
			const other = others.find((each) => each.index === at && each.into === undefined);
			if (other !== undefined) return this.#textData(schema, at, other.values);
			if (at === index && into === undefined)
				return this.#replacedData(schema, index, child, replacements(settings, texts, chosen));
			return isWhole ? child : takeRows(this.#arrow, child, runs);
		});
		for (const other of others)
			if (other.into !== undefined) children.push(this.#textData(schema, children.length, other.values));
		if (into !== undefined) children.push(this.#textData(schema, children.length, replacements(settings, texts, chosen)));
		if (keys !== undefined) children.push(this.#textData(schema, children.length, keyColumn(settings, texts, chosen)));
		const columns = parts?.columns ?? [];
		for (const place of columns.keys())
			children.push(this.#textData(schema, children.length, partColumn(place, columns.length, chosen)));
		if (counts !== undefined) children.push(sizeData(this.#arrow, chosen, runs));
		const length = children[0]?.length ?? 0;
		const data = this.#arrow.makeData({ type: new this.#arrow.Struct(schema.fields), length, nullCount: 0, children });
		const written = new this.#arrow.RecordBatch(schema, data as never, batch.metadata);
		// The library pads columns that have different lengths, and its writer silently ends at a batch of another schema.
		if (this.#arrow.util.compareSchemas(schema, written.schema)) return written;
		throw new Error("the columns of a batch have different lengths");
	}

	/** A column with other references. */
	#replacedData(schema: Schema, index: number, data: Data, texts: TextColumn): Data {
		const { type } = schema.fields[index] as Arrow.Field;
		const element = elementField(this.#arrow, type);
		if (element === undefined) return this.#textsOf(type, texts);
		return withElements(this.#arrow, type, data, this.#textsOf(element.type, texts));
	}

	#textData(schema: Schema, index: number, texts: TextColumn): Data {
		return this.#textsOf((schema.fields[index] as Arrow.Field).type, texts);
	}

	#textsOf(type: Arrow.DataType, { rows, offsets, octets, valid }: TextColumn): Data {
		const isLarge = this.#arrow.DataType.isLargeUtf8(type);
		const buffers = { 0: isLarge ? asInt64(offsets) : offsets, 1: octets, 2: valid };
		return new this.#arrow.Data(type, 0, rows, valid === undefined ? 0 : -1, buffers as never);
	}
}

function columnOf(batch: Batch, index: number): Data {
	return batch.data.children[index] as Data;
}
