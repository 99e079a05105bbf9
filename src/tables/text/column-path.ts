/**
 * The column of JSON that a name stands for:
 *
 * ```
 *   url               a key of the outermost object
 *   page.url          the same, or else a path of keys
 *   /page/a.b~1c      a JSON pointer (RFC 6901), whose keys may contain dots: "page", then "a.b/c"
 *   page.links[]      each element of an array
 *   links[].href      a column of each element, which is an object
 *   []                each element of a row that is an array
 * ```
 *
 * A key of the outermost object that equals the whole name precedes all of these.
 */
import { Keys } from "../../../assembly/tables/layout";
import { OptionError } from "../../errors";

/** The mark of an array, after its name. */
const ELEMENTS = "[]";

export interface ColumnPath {
	/** The name as a whole: a key. */
	readonly whole: string;
	/** The keys of the path. None: the name is no path, or the array is the row itself. */
	readonly keys: readonly string[];
	/** Whether each element of an array has a value. */
	readonly hasElements: boolean;
	/** Whether the row itself is the value: `[]` of rows that are the elements of an array. */
	readonly isRow?: boolean;
	/** The column of each element. Undefined: the element itself. */
	readonly element?: ColumnPath | undefined;
}

/** The name of the elements of one array of JSON that are values themselves. */
const ROW = ELEMENTS;

/** Equal for paths to the same value, however they are written. */
export function pathIdentity({ keys, whole, hasElements, element }: ColumnPath): string {
	return JSON.stringify([keys.length === 0 ? [whole] : keys, hasElements, element && pathIdentity(element)]);
}

/** The same for a row of one array of JSON. Throws OptionError for an array in a row. */
export function arrayRowPath(column: string): ColumnPath {
	if (column === ROW) return { whole: column, keys: [], hasElements: false, isRow: true };
	const path = columnPath(column);
	if (!path.hasElements) return path;
	const sentence = `The column "${column}" is an array in a JSON array: make JSON lines of it, as jq -c '.[]' does.`;
	throw new OptionError("invalid-option", sentence);
}

/** Returns the path that a name stands for. Throws OptionError `invalid-option` for arrays in arrays, and for a path that is too long. */
export function columnPath(column: string): ColumnPath {
	if (column.startsWith("/")) return checked(column, pointerKeys(column));
	const parts = atElements(column);
	if (parts === undefined) return checked(column, keysOf(column));
	const { array, element } = parts;
	if (array.includes(ELEMENTS) || element?.includes(ELEMENTS)) {
		throw new OptionError("invalid-option", `The column "${column}" has ${ELEMENTS} twice: arrays in arrays are not read.`);
	}
	const keys = array === "" ? [] : array.split(".");
	return {
		...checked(column, keys),
		hasElements: true,
		element: element === undefined ? undefined : checked(element, keysOf(element)),
	};
}

/** Whether a row may have several values in a column of JSON. */
export function hasElements(column: string | number): boolean {
	return typeof column === "string" && !column.startsWith("/") && atElements(column) !== undefined;
}

/** The array of a column, and the column of its elements, if they are objects. Undefined for a column without `[]` after a key. */
function atElements(column: string): { readonly array: string; readonly element: string | undefined } | undefined {
	const match = /^(.*?)\[\](?:\.(.+))?$/s.exec(column);
	return match === null ? undefined : { array: match[1] as string, element: match[2] };
}

function checked(whole: string, keys: readonly string[]): ColumnPath {
	if (keys.length <= Keys.MAX) return { whole, keys, hasElements: false };
	throw new OptionError("invalid-option", `The name of a column must have at most ${Keys.MAX} keys.`);
}

function keysOf(column: string): string[] {
	const path = column.split(".");
	return path.length > 1 ? path : [];
}

/** The reference tokens of a JSON pointer, RFC 6901 §4. */
function pointerKeys(pointer: string): string[] {
	return pointer
		.slice(1)
		.split("/")
		.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A query of jq that makes a row of each element, with the value under "url". */
export function jqQuery({ keys, element }: ColumnPath): string {
	const value = `${jqPath(keys) || "."}[]${element === undefined ? "" : jqPath(element.keys.length === 0 ? [element.whole] : element.keys)}`;
	return keys.length === 0 ? `{url: ${value}}` : `. + {url: ${value}}`;
}

function jqPath(keys: readonly string[]): string {
	return keys.map((key) => `.${/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key)}`).join("");
}
