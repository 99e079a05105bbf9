/**
 * Lists of texts, each element of which is a reference. DuckDB passes a list as one text, and takes one text for it: vectors of lists take
 * several times as long.
 *
 * ```
 *   ['HTTP://A', NULL, 'http://[']   ──▶   LF HTTP://A LF LF http://[   ──▶   http://a/ LF LF   ──▶   ['http://a/', NULL, 'http://[']
 *                                                                             an empty line: the element stays as it is
 * ```
 */
import { Write } from "../../../assembly/tables/layout";
import type { ColumnSettings } from "./column-table";
import { identifier, type RowFunction } from "./duckdb";
import { asLine, isBlankText, TextLines } from "./text-lines";
import { hasForm, RowFate, type RowFates, type ValueBatch } from "./value-rows";

/** The type of a list of texts in DuckDB. */
export const LIST = "VARCHAR[]";

/** A line in place of a form: the element becomes empty. No form is a TAB. */
const BLANK = "\t";

/** Parameters of lambdas in SQL. No column has such a name. */
const ELEMENT = identifier("urlsieve element");
const PLACE = identifier("urlsieve place");

/** A list in SQL as a text: see above. TAB stands for an LF, as in `asLine`. */
export function listArgument(list: string): string {
	const text = `chr(10) || coalesce(replace(${ELEMENT}, chr(10), chr(9)), '')`;
	return `array_to_string(list_transform(${list}, lambda ${ELEMENT}: ${text}), '')`;
}

/** The list in SQL that the text `form` stands for. Null: the list stays as it is. */
export function listResult(form: string, list: string): string {
	const element = `CASE ${ELEMENT} WHEN '' THEN ${list}[${PLACE}] WHEN chr(9) THEN '' ELSE ${ELEMENT} END`;
	const replaced = `list_transform(string_split(${form}, chr(10)), lambda ${ELEMENT}, ${PLACE}: ${element})`;
	return `CASE WHEN ${form} IS NULL THEN ${list} ELSE ${replaced} END`;
}

/** The elements of lists as values. */
export function listBatch(texts: readonly (string | null)[]): ValueBatch {
	const owners: number[] = [];
	const elements: string[] = [];
	let bare = 0;
	for (const [row, text] of texts.entries()) {
		if (text === null || text === "") ++bare;
		else
			for (let start = 1; start <= text.length; ) {
				const end = text.indexOf("\n", start);
				elements.push(text.slice(start, end < 0 ? text.length : end));
				owners.push(row);
				start = end < 0 ? text.length + 1 : end + 1;
			}
	}
	const lacks = new Uint8Array(elements.length);
	const values: string[] = [];
	for (const [index, element] of elements.entries()) {
		if (isBlankText(element)) lacks[index] = 1;
		else values.push(asLine(element));
	}
	const lines = values.length === 0 ? new Uint8Array(0) : Buffer.from(`${values.join("\n")}\n`);
	return { rows: elements.length, lines: () => [lines], size: lines.length, lacks, lists: { rows: texts.length, owners, bare } };
}

/** Makes the texts of lists from the fates of their elements. */
export function listFunction({ write }: ColumnSettings, take: (batch: ValueBatch) => RowFates): RowFunction {
	const reject = (write & Write.BLANK_INVALID) !== 0 ? BLANK : "";
	return ([texts = []], set) => {
		const batch = listBatch(texts);
		const { owners = [] } = batch.lists ?? {};
		const { fates, forms } = take(batch);
		const lines = new TextLines(forms);
		let element = 0;
		for (const row of texts.keys()) {
			let form = "";
			const first = element;
			for (; owners[element] === row; ++element) {
				const fate = fates[element] as RowFate;
				const line = fate === RowFate.ABSENT ? "" : lines.next();
				form += `${element === first ? "" : "\n"}${hasForm(fate) ? line : fate === RowFate.REJECTED ? reject : ""}`;
			}
			set(row, { stays: true, form: element === first ? null : form, key: null, count: null, parts: [] });
		}
	};
}
