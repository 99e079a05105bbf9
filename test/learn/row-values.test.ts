/** Values of rows, column by column: the first, the last, and those between. */
import { expect, it } from "vitest";
import type { Column } from "../../src/learn/row-batch";
import { isAbsent, isAbsolute, isText, isTruncated, statusAt, textAt, textOfUrl, valueAt } from "../../src/learn/row-values";
import { columnOf } from "../../src/tables/rows/columns";

const octets = (text: string) => new TextEncoder().encode(text);
const column = (...values: string[]) => columnOf(values.map(octets));
/** What is read of a value in the first row, between others, and in the last row. */
function everywhere<Result>(value: string, read: (column: Column, row: number) => Result): Result {
	const [first, ...others] = [
		[[value, "http://x"], 0],
		[["200", value, "7"], 1],
		[["-", "false", value], 2],
		[[value], 0],
	].map(([values, row]) => read(column(...(values as string[])), row as number)) as [Result, ...Result[]];
	for (const other of others) expect(other).toEqual(first);
	return first;
}

it.each([
	["200", 200],
	["404", 404],
	["0304", 304],
	["", 200],
	["-", 200],
	["--", Number.NaN],
	["2o0", Number.NaN],
	["20:", Number.NaN],
	[" 301 ", 301],
])("the status %j is %d", (text, status) => {
	expect(everywhere(text, statusAt)).toBe(status);
});

it("a row without a column has the status 200, and is not truncated", () => {
	expect([statusAt(undefined, 0), isTruncated(undefined, 0), isAbsent(undefined, 3), textAt(undefined, 3)]).toEqual([
		200,
		false,
		true,
		"",
	]);
	expect(isText(undefined, 0, octets(""))).toBe(false);
});

it.each([
	["", false],
	["-", false],
	["false", false],
	["length", true],
	["true", true],
	["falsehood", true],
])("a row with %j in its column of truncation is truncated: %j", (text, isCut) => {
	expect(everywhere(text, isTruncated)).toBe(isCut);
});

it.each([
	["http://a.com/", true],
	["https://a", true],
	["http://", true],
	["http:/", false],
	["https:/", false],
	["//a.com/", false],
	["/x", false],
	["", false],
	["ftp://a.com/", false],
	["xhttp://a.com/", false],
])("the target %j is absolute: %j", (text, isWhole) => {
	expect(everywhere(text, isAbsolute)).toBe(isWhole);
});

it.each(["", "a", "200", "http://x/é"])("the value %j is what was written", (text) => {
	expect([...everywhere(text, valueAt)]).toEqual([...octets(text)]);
	expect(everywhere(text, isAbsent)).toBe(text === "");
	for (const other of ["", "a", "b", "aa", "200", "20", "http://x/é"])
		expect(everywhere(text, (values, row) => isText(values, row, octets(other)))).toBe(other === text);
	expect(everywhere(text, textAt)).toBe(Buffer.from(text).toString("latin1"));
});

it("a URL is text, and of a long value its first 8,192 octets are", () => {
	const { bytes: urls, ends: urlEnds } = column("http://a/é", "http://b/\u{1f600}");
	const batch = { urls, urlEnds } as unknown as Parameters<typeof textOfUrl>[0];
	expect([textOfUrl(batch, 0), textOfUrl(batch, 1)]).toEqual(["http://a/é", "http://b/\u{1f600}"]);
	expect(textAt(column("x", `${"a".repeat(8192)}b`), 1)).toBe("a".repeat(8192));
});
