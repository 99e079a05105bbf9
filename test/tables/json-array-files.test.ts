/** One array of JSON, whose elements are rows, under every engine, against `JSON.parse`. */
import fc from "fast-check";
import { type Engine, normalize } from "urlsieve";
import { expect, it } from "vitest";
import { describeEngines } from "../support/engines";
import { runs } from "../support/extent";
import { runTable } from "./run";

const value = fc.constantFrom("http://a/", "HTTP://A", "http://[", "", "é", 'a"]b', "x,\ny", "http://h/%7e", null, 1);
const space = fc.constantFrom("", "", " ", "\n", "\r\n\t");
const element = fc.oneof(
	{
		weight: 5,
		arbitrary: fc
			.tuple(value, space, fc.constantFrom('"n":{"url":"HTTP://N"}', '"s":"],[}{"', '"e":[[],{}]'))
			.map(([url, gap, other]) => `{${gap}${other},${gap}"url":${gap}${JSON.stringify(url)}}`),
	},
	{ weight: 1, arbitrary: fc.constantFrom("null", "12", '"HTTP://T"', "[]", "{}", '["HTTP://A"]', "true") },
);
const array = fc
	.array(fc.tuple(space, element, space), { maxLength: 12 })
	.chain((elements) =>
		fc.tuple(space, space).map(([start, end]) => `${start}[${elements.map((parts) => parts.join("")).join(",")}${end}]${end}`),
	);

type Row = { url?: unknown } | null;

function formOf(url: unknown): string | undefined {
	try {
		return typeof url === "string" ? normalize(url) || undefined : undefined;
	} catch {
		return undefined;
	}
}

const urlOf = (row: unknown) => (typeof row === "object" && row !== null && !Array.isArray(row) ? (row as Row)?.url : undefined);
const table = (engine: Engine) => ({ format: "json", column: "url", engine }) as const;
/** An array with a last row that has the column: without one, it may be refused. */
const withColumn = (text: string) =>
	text.replace(/\](\s*)$/, (_, end) => `${/\[\s*$/.test(text.slice(0, text.lastIndexOf("]"))) ? "" : ","}{"url":null}]${end}`);

describeEngines("one array of JSON", (engine) => {
	it("has values replaced, and stays as it is otherwise", async () => {
		await fc.assert(
			fc.asyncProperty(array, fc.integer({ min: 1, max: 90 }), async (short, size) => {
				const text = withColumn(short);
				const rows = JSON.parse(text) as unknown[];
				const { output, counts } = await runTable(text, table(engine), false, size);
				const wanted = rows.map((row) => {
					const form = formOf(urlOf(row));
					return form === undefined ? row : { ...(row as object), url: form };
				});
				expect(JSON.parse(output)).toEqual(wanted);
				const bare = (all: string) => all.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
				expect(bare(output)).toBe(bare(text));
				expect(counts).toMatchObject({ rows: rows.length });
			}),
			{ numRuns: runs(500) },
		);
	});

	it("is an array still, without the rows that are dropped", async () => {
		await fc.assert(
			fc.asyncProperty(array, fc.integer({ min: 1, max: 90 }), async (short, size) => {
				const text = withColumn(short);
				const rows = JSON.parse(text) as unknown[];
				const seen = new Set<string>();
				const wanted = rows.flatMap((row) => {
					const form = formOf(urlOf(row));
					if (form === undefined) return [row];
					if (seen.has(form)) return [];
					seen.add(form);
					return [{ ...(row as object), url: form }];
				});
				expect(JSON.parse((await runTable(text, table(engine), true, size)).output)).toEqual(wanted);
				const { output, rejects } = await runTable(text, { ...table(engine), invalid: "drop" }, false, size);
				const dropped = new Set(rejects.map((line) => Number(line.split(" ")[0]) - 1));
				const kept = rows.filter((_, index) => !dropped.has(index));
				expect((JSON.parse(output) as unknown[]).length).toBe(kept.length);
			}),
			{ numRuns: runs(500) },
		);
	});

	it("may be of texts, with the column []", async () => {
		const texts = { format: "json", column: "[]", engine } as const;
		const { output, rejects } = await runTable('[\n"HTTP://A", null, {"a":1},\n"http://a/"]\n', texts, false, 3);
		expect([output, rejects]).toEqual(['[\n"http://a/", null, {"a":1},\n"http://a/"]\n', ["3 not-text"]]);
		expect((await runTable('["HTTP://A","http://a/"]', texts, true, 3)).output).toBe('["http://a/"]');
		expect((await runTable('["http://[","http://a/"]', { ...texts, invalid: "drop" }, false, 3)).output).toBe('["http://a/"]');
	});

	it("gets new columns", async () => {
		const { output } = await runTable('[{"url":"HTTP://A"} , {}]', { ...table(engine), into: "form" }, false, 4);
		expect(output).toBe('[{"url":"HTTP://A","form":"http://a/"} , {}]');
	});

	it("keeps a row that is not JSON, if its brackets are in pairs", async () => {
		const { output, rejects } = await runTable('[{"url":"HTTP://A"},{"a" 1},{"url":"HTTP://B"}]', table(engine), false, 5);
		expect([output, rejects]).toEqual(['[{"url":"http://a/"},{"a" 1},{"url":"http://b/"}]', ["2 invalid-json"]]);
	});

	it("may have more rows than a batch, on one line", async () => {
		const rows = Array.from({ length: 30_000 }, (_, id) => ({ id, url: `HTTP://H/${id}` }));
		const { output, counts } = await runTable(JSON.stringify(rows), table(engine), false, 65_536);
		expect(JSON.parse(output)).toEqual(rows.map(({ id }) => ({ id, url: `http://h/${id}` })));
		expect(counts).toMatchObject({ rows: 30_000, unique: 30_000 });
	});

	it.each([
		["", "it is empty"],
		[" \n", "it is empty"],
		['{"url":"a"}', 'it does not begin with "["; objects in lines are the format jsonl'],
		["[", "the array does not end, or an element is not JSON"],
		['[{"url":"a"}', "the array does not end, or an element is not JSON"],
		['[{"url":"a"},', "the array does not end, or an element is not JSON"],
		['[{"url":"a"},{"u', "the array does not end, or an element is not JSON"],
		['[{"url":"a"},x,{}]', "the array does not end, or an element is not JSON"],
		['[{"url":"a"},]', "an element is missing before or after a comma"],
		['[,{"url":"a"}]', "an element is missing before or after a comma"],
		['[{"url":"a"},,{}]', "an element is missing before or after a comma"],
		['[{"url":"a"}{}]', "a comma is missing between two elements"],
		['[{"url":"a"}] []', "text follows the array"],
	])("is refused for %j", async (text, clause) => {
		for (const size of [1, 1000])
			await expect(runTable(text, table(engine), false, size)).rejects.toMatchObject({
				code: "invalid-json",
				message: `The input is not a JSON array: ${clause}.`,
			});
	});

	it("may be empty", async () => {
		expect((await runTable("[ ]\n", table(engine), false, 1)).output).toBe("[ ]\n");
	});

	it("names the columns of its rows for one that none has", async () => {
		const text = '[\n{"id":1,\n"page":{"url":"a"}}]';
		await expect(runTable(text, table(engine), false, 9)).rejects.toMatchObject({
			message: 'No row has the column "url"; they have "id", "page.url".',
		});
	});
});

it("has no arrays in its rows, and texts have no columns", async () => {
	const refused = (column: string, options = {}) => runTable("[]", { format: "json", column, ...options }, false, 9);
	await expect(refused("links[]")).rejects.toThrow(
		`The column "links[]" is an array in a JSON array: make JSON lines of it, as jq -c '.[]' does.`,
	);
	await expect(refused("[]", { into: "x" })).rejects.toThrow(
		'A row that is a text has no columns: without new ones, the texts of "[]" are replaced in place.',
	);
});
