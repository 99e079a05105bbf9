/**
 * The schema of a Parquet file, and which of its columns DuckDB copies without changing a value
 * (https://github.com/apache/parquet-format/blob/master/LogicalTypes.md). It would round nanoseconds to microseconds, and turn
 * decimals of more than 38 digits into floating-point numbers. Any type not listed here is taken for changed.
 */

/** A row of `parquet_schema`: a node of the schema, before its children. */
export interface SchemaRow {
	readonly name: string;
	/** The physical type. Null for a group. */
	readonly type: string | null;
	/** Number of children of a group. */
	readonly children: number;
	/** The annotation of files in the format 1.0. */
	readonly converted: string | null;
	/** The annotation, such as `DecimalType(scale=2, precision=50)`. */
	readonly logical: string | null;
	readonly precision: number | null;
}

/** The columns of `parquet_schema` for a SchemaRow, in order. */
export const SCHEMA_COLUMNS = "name, type, num_children, converted_type, logical_type, precision";

/** A row of SCHEMA_COLUMNS. */
export function schemaRow([name, type, children, converted, logical, precision]: readonly unknown[]): SchemaRow {
	return {
		name: String(name),
		type: type as string | null,
		children: Number(children ?? 0),
		converted: converted as string | null,
		logical: logical as string | null,
		precision: precision === null ? null : Number(precision),
	};
}

export interface SchemaNode {
	readonly row: SchemaRow;
	readonly children: readonly SchemaNode[];
}

/** The top-level columns of a schema, whose root comes first. */
export function columnsOf(rows: readonly SchemaRow[]): readonly SchemaNode[] {
	let at = 0;
	const next = (): SchemaNode => {
		const row = rows[at++] as SchemaRow;
		const children: SchemaNode[] = [];
		while (children.length < row.children && at < rows.length) children.push(next());
		return { row, children };
	};
	return rows.length === 0 ? [] : next().children;
}

/** A column, or a part of one, that DuckDB would change. */
export interface ChangedColumn {
	/** The names from the column down to the part. */
	readonly path: readonly string[];
	/** A clause: what it is. */
	readonly what: string;
	/** A clause: what to do about it. */
	readonly remedy: string;
}

/** The first part of these columns that DuckDB would change. Undefined if there is none. */
export function changedColumn(nodes: readonly SchemaNode[], path: readonly string[] = []): ChangedColumn | undefined {
	for (const { row, children } of nodes) {
		const own = [...path, row.name];
		const changed = row.type === null ? changedGroup(row, children, own) : changedLeaf(row, own);
		if (changed !== undefined) return changed;
	}
	return undefined;
}

function changedGroup(row: SchemaRow, children: readonly SchemaNode[], path: readonly string[]): ChangedColumn | undefined {
	const kind = annotationOf(row);
	if (!GROUPS.includes(kind)) return { path, what: `has the type ${kind}`, remedy: "leave it out" };
	const names = children.map(({ row: { name } }) => asciiLowerCase(name));
	const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
	if (twice < 0) return changedColumn(children, path);
	const name = children[twice]?.row.name;
	return { path, what: `has two fields named "${name}", regardless of case`, remedy: "rename one" };
}

function changedLeaf(row: SchemaRow, path: readonly string[]): ChangedColumn | undefined {
	const annotation = annotationOf(row);
	const { type, precision } = row;
	const isKept = LEAVES[type as string]?.includes(annotation) && (annotation !== "DECIMAL" || (precision ?? 0) <= MAX_DIGITS);
	if (isKept) return undefined;
	if (annotation === "DECIMAL")
		return { path, what: `has the type DECIMAL of ${precision} digits`, remedy: `store it with ${MAX_DIGITS} at most` };
	const what = `has the type ${annotation || type}`;
	const isTime = type === "INT96" || annotation.includes("NANOS");
	return { path, what, remedy: isTime ? "store it in microseconds" : "leave it out" };
}

/** Digits of a decimal in DuckDB. */
const MAX_DIGITS = 38;

const GROUPS = ["", "LIST", "MAP", "MAP_KEY_VALUE"];

const TIMES = ["TIME(MILLIS)", "TIME(MILLIS, UTC)", "TIMESTAMP(MILLIS)", "TIMESTAMP(MILLIS, UTC)"];

/** By physical type, the annotations whose values are kept. */
const LEAVES: { readonly [type: string]: readonly string[] } = {
	BOOLEAN: [""],
	INT32: ["", "INT", "DATE", "DECIMAL", "NULL", ...TIMES],
	INT64: ["", "INT", "DECIMAL", ...TIMES, ...TIMES.map((time) => time.replace("MILLIS", "MICROS")), "TIMESTAMP(NANOS)"],
	FLOAT: [""],
	DOUBLE: [""],
	BYTE_ARRAY: ["", "STRING", "ENUM", "JSON", "BSON", "DECIMAL"],
	FIXED_LEN_BYTE_ARRAY: ["", "DECIMAL", "UUID", "FLOAT16", "INTERVAL"],
};

/** Converted types whose logical type has another name. */
const CONVERTED: { readonly [type: string]: string } = {
	UTF8: "STRING",
	TIME_MILLIS: "TIME(MILLIS, UTC)",
	TIME_MICROS: "TIME(MICROS, UTC)",
	TIMESTAMP_MILLIS: "TIMESTAMP(MILLIS, UTC)",
	TIMESTAMP_MICROS: "TIMESTAMP(MICROS, UTC)",
};

/** The annotation in the words of the format. Empty if there is none. */
function annotationOf({ logical, converted }: SchemaRow): string {
	const [, name] = /^(\w+)Type\(/.exec(logical ?? "") ?? [];
	if (name === undefined) return CONVERTED[converted ?? ""] ?? (converted ?? "").replace(/^U?INT_\d+$/, "INT");
	if (name !== "Time" && name !== "Timestamp") return name.toUpperCase();
	const [, unit = "unknown unit"] = /(\w+)=(?:Milli|Micro|Nano)Seconds\(/.exec(logical ?? "") ?? [];
	const isInstant = logical?.includes("isAdjustedToUTC=1");
	return `${name.toUpperCase()}(${unit}${isInstant ? ", UTC" : ""})`;
}

/** DuckDB ignores the case only of US-ASCII. */
function asciiLowerCase(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
