/**
 * The key-value metadata of Parquet files that programs need to read columns as they were written. Other metadata is left out: it
 * may describe units and columns that are not those of the output.
 */

import { addedTexts } from "../text/column-names";
import { ArrowSchema, type NewField } from "./arrow-schema";
import type { ColumnSettings } from "./column-table";
import { identifier, literal } from "./duckdb";

const ARROW = "ARROW:schema";
/** Keys under which pandas and GeoParquet describe columns by their names. */
const BY_NAME = ["pandas", "geo"];

/** A query for the rows of a ParquetMetadata. `source`: the path in SQL. */
export function metadataQuery(source: string): string {
	const keys = [ARROW, ...BY_NAME].map((key) => `${literal(key)}::BLOB`).join(", ");
	return `SELECT decode(key), TRY(decode(value)) AS text FROM parquet_kv_metadata(${source}) WHERE key IN (${keys}) AND text IS NOT NULL`;
}

export class ParquetMetadata {
	readonly #values: ReadonlyMap<string, string>;
	readonly #arrow: ArrowSchema | undefined;
	/** Types in the schema of Arrow that Parquet does not know. */
	readonly meanings: readonly string[];

	/** From rows of key and value. */
	constructor(rows: Iterable<readonly unknown[]>) {
		this.#values = new Map([...rows].map(([key, value]) => [String(key), String(value)]));
		const schema = this.#values.get(ARROW);
		this.#arrow = schema === undefined ? undefined : ArrowSchema.parse(schema);
		this.meanings = this.#arrow?.meanings() ?? [];
	}

	/** Returns the metadata that several files share, this one included. */
	commonWith(others: readonly ParquetMetadata[]): ParquetMetadata {
		const values = [...this.#values].filter(
			([key, value]) => key === ARROW || others.every((other) => other.#values.get(key) === value),
		);
		return new ParquetMetadata(values);
	}

	/** The option of COPY for a table with these new columns, after a comma. `partitions`: columns that were directories. */
	option(settings: ColumnSettings, partitions: readonly string[] = []): string {
		const { counts } = settings;
		const texts = [...partitions, ...addedTexts(settings)].map((name) => ({ name, isText: true }));
		const added: NewField[] = [...texts, ...(counts === undefined ? [] : [{ name: counts, isText: false }])];
		const kept = BY_NAME.filter((key) => this.#values.has(key)).map((key) => [key, this.#values.get(key) as string] as const);
		const schema = added.length === 0 ? this.#values.get(ARROW) : this.#arrow?.extended(added);
		const all = [...(this.#arrow === undefined || schema === undefined ? [] : [[ARROW, schema] as const]), ...kept];
		if (all.length === 0) return "";
		return `, KV_METADATA {${all.map(([key, value]) => `${identifier(key)}: ${literal(value)}`).join(", ")}}`;
	}
}
