/** Whether any row of JSON has the columns that are read: a mistyped name would find nothing, in silence. */
import { textDecoder } from "../../utf8";
import { asPath, shownNames } from "./column-names";
import { columnPath } from "./column-path";
import { objectIn, PREFIX_FIELDS } from "./row-fields";
import { TableError } from "./table-error";
import type { TableSettings } from "./table-options";

/** Rows whose keys are kept for a message, and the most of these keys. */
const MAX_ROWS = 100;
const MAX_NAMES = 200;

/** The columns of a table of JSON that rows must have. Undefined for other formats, whose header names them. */
export function namesFor({ delimiter, column, by = [], joins = [], isCdx }: Columns): JsonNames | undefined {
	if (delimiter !== 0) return undefined;
	const inObject = joins.filter((name) => !(isCdx && PREFIX_FIELDS.includes(String(name))));
	return new JsonNames([column, ...by, ...inObject].filter((name) => typeof name === "string"));
}

type Columns = Pick<TableSettings, "delimiter" | "column" | "by" | "joins" | "isCdx">;

export class JsonNames {
	/** The columns that no row has had so far. */
	readonly #missing: Set<string>;
	/** The names of columns in the first rows. */
	readonly #names = new Set<string>();
	readonly #arrays = new Set<string>();
	#objects = 0;

	constructor(columns: readonly string[]) {
		this.#missing = new Set(columns);
	}

	/** Whether each column has been found. */
	get isDone(): boolean {
		return this.#missing.size === 0;
	}

	/** The names of columns in the first rows, for a message. */
	get names(): readonly string[] {
		return [...this.#names];
	}

	/** Notes that a row has a value in a column. */
	find(column: string): void {
		this.#missing.delete(column);
	}

	/** Looks for the other columns in rows without a value there: the key may have null. */
	look(rows: Uint8Array): void {
		const text = textDecoder.decode(rows);
		if (this.#objects < MAX_ROWS || this.#mayHave(text)) this.lookAt(text.split("\n"));
	}

	/** The same, row by row. */
	lookAt(rows: readonly string[]): void {
		for (const line of rows) {
			if (this.isDone && this.#objects >= MAX_ROWS) return;
			if (this.#objects < MAX_ROWS || this.#mayHave(line)) this.#take(objectIn(line));
		}
	}

	/** Throws TableError for a column that no row has. */
	refuseMissing(): void {
		const [column] = this.#missing;
		if (column === undefined || this.#objects === 0) return;
		const columns = this.names;
		const sentence = `No row has the column "${column}"; they have ${shownNames(columns)}${this.#arrayHint(column)}.`;
		throw new TableError("missing-column", sentence, { column, columns });
	}

	/** Advice for a column in an array: the path to write instead. */
	#arrayHint(column: string): string {
		const path = `${asPath(column)}.`;
		const array = [...this.#arrays].find((name) => path.startsWith(`${name}.`));
		if (array === undefined) return "";
		const rest = path.slice(array.length, -1);
		return `; "${array}" is an array: ${array}[]${rest} is ${rest === "" ? "each of its elements" : "a column of each element"}`;
	}

	#mayHave(text: string): boolean {
		const keys = [...this.#missing].map(lastKey);
		return text.includes("\\u") || keys.some((key) => text.includes(key));
	}

	#take(object: unknown): void {
		if (!isObject(object)) return;
		if (this.#objects++ < MAX_ROWS) this.#keepNames(object, "");
		for (const column of this.#missing) if (hasColumn(object, column)) this.#missing.delete(column);
	}

	/** The names in an array are those of its first element. */
	#keepArray([first]: readonly unknown[], path: string): void {
		this.#arrays.add(path);
		if (isObject(first) && !path.includes("[]")) this.#keepNames(first, `${path}[].`);
		else if (!path.includes("[]")) this.#names.add(`${path}[]`);
	}

	#keepNames(object: object, path: string): void {
		for (const [key, value] of Object.entries(object)) {
			if (this.#names.size === MAX_NAMES) return;
			if (isObject(value)) this.#keepNames(value, `${path}${key}.`);
			else if (Array.isArray(value)) this.#keepArray(value, path + key);
			else this.#names.add(path + key);
		}
	}
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The last key of a column's path. */
function lastKey(column: string): string {
	const path = columnPath(column);
	const { keys, whole } = path.element ?? path;
	return keys.at(-1) ?? whole;
}

/** Whether an object has a key of this name, or else a path of keys and, if the path has elements, an array there. */
function hasColumn(object: { readonly [key: string]: unknown }, column: string): boolean {
	if (Object.hasOwn(object, column)) return true;
	const { keys, hasElements, element } = columnPath(column);
	let value: unknown = object;
	for (const key of keys) {
		if (!isObject(value) || !Object.hasOwn(value, key)) return false;
		value = value[key];
	}
	if (!hasElements) return keys.length > 0;
	if (element === undefined || !Array.isArray(value)) return Array.isArray(value) || typeof value === "string";
	return value.length === 0 || value.some((each) => isObject(each) && hasColumn(each, element.whole));
}
