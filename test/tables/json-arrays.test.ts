/** Arrays in JSON lines, each element of which has a value, under every engine, against `JSON.parse`. */
import fc from "fast-check";
import { type Engine, normalize, OptionError } from "urlsieve";
import { createNormalizer } from "urlsieve/crawl";
import { dedupeTable, normalizeTable, SeenSet } from "urlsieve/tables";
import { expect, it } from "vitest";
import { describeEngines } from "../support/engines";
import { runs } from "../support/extent";
import { runTable } from "./run";

/** The form of a value, or the code of its error. Undefined: it has none, and stays. */
function formOf(value: unknown): { readonly form?: string; readonly code?: string } {
	if (value === null || value === undefined) return {};
	if (typeof value !== "string") return { code: "not-text" };
	if (value.trim() === "") return {};
	try {
		return { form: normalize(value) };
	} catch (error) {
		return { code: (error as { code: string }).code };
	}
}

type Json = { [key: string]: unknown };

/** Replaces the values under a key of `holder`: the elements of an array, in each of them the value under `inner`, or a single value. */
function replaceIn(holder: Json, key: string, inner: string | undefined, codes: string[]): number {
	const replace = (object: Json, name: string) => {
		const { form, code } = formOf(object[name]);
		if (code !== undefined) codes.push(code);
		if (form !== undefined) object[name] = form;
	};
	const array = holder[key];
	if (!Array.isArray(array)) {
		replace(holder, key);
		return 1;
	}
	for (const [index, each] of array.entries()) {
		if (inner === undefined) replace(array as unknown as Json, String(index));
		else if (typeof each === "object" && each !== null && !Array.isArray(each)) replace(each as Json, inner);
	}
	return Math.max(array.length, 1);
}

/** Without strings: all else of a row stays, octet for octet. */
function bare(line: string): string {
	return line.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
}

const string = fc
	.constantFrom("http://a/", "HTTP://A", "http://[", "", " ", "a b", "é", 'a"b', "x\ny", "\\u0041", "http://h/%7e")
	.map((text) => JSON.stringify(text).replaceAll("/", "\\/"));
const scalar = fc.oneof(
	{ weight: 4, arbitrary: string },
	{ weight: 1, arbitrary: fc.constantFrom("null", "1", "true", "[]", "{}", '["HTTP://N"]') },
);
const space = fc.constantFrom("", "", " ", "\t ");
const object = fc
	.tuple(scalar, fc.boolean())
	.map(([value, has]) => (has ? `{"x":["HTTP://X"],"href":${value},"y":{"href":"HTTP://Y"}}` : "{}"));
const array = (element: fc.Arbitrary<string>) =>
	fc
		.array(fc.tuple(space, element, space), { maxLength: 12 })
		.map((each) => `[${each.map((parts) => parts.join("")).join(",")}]`);
const lineOf = (element: fc.Arbitrary<string>) =>
	fc
		.tuple(fc.oneof({ weight: 6, arbitrary: array(element) }, { weight: 1, arbitrary: element }), space, fc.boolean())
		.map(
			([links, gap, isLast]) =>
				`{"n":["HTTP://N"],${gap}"page":{"m":1,"links":${gap}${links}${isLast ? "" : ',"o":"HTTP://O"'}}}`,
		);

/** Checks rows with the array `links` of the object `page`. */
async function check(engine: Engine, lines: readonly string[], inner: string | undefined, size: number): Promise<void> {
	const column = `page.links[]${inner === undefined ? "" : `.${inner}`}`;
	const wanted: string[] = [];
	let values = 0;
	const rows = lines.map((line, index) => {
		const row = JSON.parse(line) as { page: Json };
		const codes: string[] = [];
		const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
		values += replaceIn(row.page, "links", isObject(row.page.links) ? undefined : inner, codes);
		wanted.push(...codes.sort().map((code) => `${index + 1} ${code}`));
		return row;
	});
	// Without a row that has the column, a table may fail.
	const last = '{"page":{"links":[]}}\n';
	const text = lines.map((line) => `${line}\n`).join("") + last;
	const { output, rejects, counts } = await runTable(text, { format: "jsonl", column, engine }, false, size);
	const written = output.split("\n").slice(0, -2);
	expect(written.map((line) => JSON.parse(line))).toEqual(rows);
	expect(written.map(bare)).toEqual(lines.map(bare));
	expect([...rejects].sort()).toEqual([...wanted].sort());
	expect(counts).toMatchObject({ rows: lines.length + 1, values: values + 1, rejects: wanted.length });
	const { unique, empty } = counts as { unique: number; empty: number };
	expect(unique + empty + wanted.length).toBe(values + 1);
}

async function written(engine: Engine, column: string, lines: readonly string[], size = 1000): Promise<string[]> {
	const text = lines.map((line) => `${line}\n`).join("");
	const { output } = await runTable(text, { format: "jsonl", column, engine }, false, size);
	return output.split("\n").slice(0, -1);
}

describeEngines("arrays in JSON lines", (engine) => {
	it("have each element replaced in place, whatever else is in them", async () => {
		const lines = fc.array(lineOf(scalar), { minLength: 1, maxLength: 8 });
		await fc.assert(
			fc.asyncProperty(lines, fc.integer({ min: 1, max: 70 }), (texts, size) => check(engine, texts, undefined, size)),
			{ numRuns: runs(500) },
		);
	});

	it("have the value of a key of each element replaced", async () => {
		const lines = fc.array(lineOf(object), { minLength: 1, maxLength: 8 });
		await fc.assert(
			fc.asyncProperty(lines, fc.integer({ min: 1, max: 70 }), (texts, size) => check(engine, texts, "href", size)),
			{ numRuns: runs(500) },
		);
	});

	it("may be the row itself, or be of objects with a path of keys", async () => {
		expect(await written(engine, "[]", ['["HTTP://A", 1]', "[]", '"HTTP://B"', '{"a":"HTTP://C"}'])).toEqual([
			'["http://a/", 1]',
			"[]",
			'"http://b/"',
			'{"a":"HTTP://C"}',
		]);
		expect(await written(engine, "[].a.b", ['[{"a":{"b":"HTTP://A"}},{"a.b":"HTTP://B"}, "HTTP://C"]'])).toEqual([
			'[{"a":{"b":"http://a/"}},{"a.b":"http://b/"}, "HTTP://C"]',
		]);
	});

	it("count as the last of equal keys, and after a key that is the whole name", async () => {
		const lines = [
			'{"a":["HTTP://A"],"a":["HTTP://B"]}',
			'{"a":["HTTP://A"],"a[]":"HTTP://B"}',
			'{"a[]":["HTTP://A"],"a":["HTTP://B"]}',
		];
		expect(await written(engine, "a[]", lines)).toEqual([
			'{"a":["HTTP://A"],"a":["http://b/"]}',
			'{"a":["HTTP://A"],"a[]":"http://b/"}',
			'{"a[]":["HTTP://A"],"a":["HTTP://B"]}',
		]);
	});

	it("stay as they are in a row that is not JSON", async () => {
		const lines = ['{"a":["HTTP://A","HTTP://B"}', '{"a":["HTTP://A",]}', '{"a":["HTTP://A" "HTTP://B"]}', '{"a":["HTTP://A"'];
		const { output, rejects, counts } = await runTable(lines.join("\n"), { format: "jsonl", column: "a[]", engine }, false, 7);
		expect(output.trim()).toBe(lines.join("\n"));
		expect(rejects).toEqual(lines.map((_, index) => `${index + 1} invalid-json`));
		expect(counts).toMatchObject({ rows: 4, values: 4, rejects: 4 });
	});

	it("may have more elements than a batch has rows, and are read once", async () => {
		const count = 20_000;
		const elements = Array.from({ length: count }, (_, index) => `"HTTP://H/${index}"`);
		const lines = ['{"a":["HTTP://A"]}', `{"a":[${elements.join(", ")}],"b":"HTTP://B"}`, '{"a":["http://["]}'];
		for (const size of [997, 1 << 20]) {
			const text = lines.join("\n");
			const { output, rejects, counts } = await runTable(text, { format: "jsonl", column: "a[]", engine }, false, size);
			expect(output.trimEnd()).toBe(text.replaceAll('"HTTP://H', '"http://h').replace('["HTTP://A"]', '["http://a/"]'));
			expect(rejects).toEqual(["3 invalid-ip-literal"]);
			expect(counts).toMatchObject({ rows: 3, values: count + 2, unique: count + 1, rejects: 1 });
		}
	});

	it("may have more objects than a batch has rows", async () => {
		const objects = Array.from({ length: 12_000 }, (_, id) => `{"n":[${id},"]"],"href":"HTTP://H/${id}"}`);
		const text = `{"a":[${objects.join(",")}]}\n`;
		const { output } = await runTable(text, { format: "jsonl", column: "a[].href", engine }, false, 60_000);
		expect(output).toBe(text.replaceAll("HTTP://H", "http://h"));
	});

	it("have blank texts for elements without a form under blank, and fail at the first one under fail", async () => {
		const text = '{"a":["HTTP://A"]}\n{"a":["HTTP://A","http://[",1,null]}\n';
		const blank = await runTable(text, { format: "jsonl", column: "a[]", engine, invalid: "blank" }, false, 9);
		expect(blank.output).toBe('{"a":["http://a/"]}\n{"a":["http://a/","",1,null]}\n');
		const fail = (lines: string) => runTable(lines, { format: "jsonl", column: "a[]", engine, invalid: "fail" }, false, 9);
		await expect(fail(text)).rejects.toMatchObject({ code: "invalid-ip-literal", line: 2 });
		await expect(fail('{"a":[null,1]}')).rejects.toMatchObject({ code: "not-text", row: 1 });
	});

	it("take the keys of a profile", async () => {
		const normalizer = createNormalizer({ profile: "crawl@1", engine });
		const { output } = await runTable(
			'{"a":["http://www.h/?utm_source=x",null]}\n',
			{ format: "jsonl", column: "a[]", normalizer },
			false,
			9,
		);
		expect(output).toBe(`{"a":[${JSON.stringify(normalizer.normalize("http://www.h/?utm_source=x"))},null]}\n`);
	});

	it("take a JSON pointer for a path whose keys may have dots and slashes", async () => {
		const line = '{"p":{"a.b/c~":"HTTP://A","q":["HTTP://B"]},"/p/q":"HTTP://C"}';
		expect(await written(engine, "/p/a.b~1c~0", [line])).toEqual([line.replace("HTTP://A", "http://a/")]);
		expect(await written(engine, "/p/q", [line])).toEqual([line.replace("HTTP://C", "http://c/")]);
	});
});

it("refuses what needs one value of each row", () => {
	const table = { format: "jsonl", column: "page.links[]" } as const;
	const refused = (make: () => unknown) => {
		try {
			make();
		} catch (error) {
			if (error instanceof OptionError) return error.message;
			throw error;
		}
		throw new Error("not refused");
	};
	const added =
		'A new column has one value in a row, and "page.links[]" has several: without new columns, they are replaced in place.';
	expect(refused(() => normalizeTable({ ...table, into: "x" }))).toBe(added);
	expect(refused(() => normalizeTable({ ...table, parts: { host: "h" } }))).toBe(added);
	const normalizer = createNormalizer({ profile: "crawl@1" });
	expect(refused(() => normalizeTable({ ...table, normalizer, keyInto: "k" }))).toBe(added);
	expect(refused(() => normalizeTable({ ...table, invalid: "drop" }))).toBe(
		'The option "invalid" must be "keep", "blank" or "fail" for "page.links[]": "drop" would drop rows for one of their values.',
	);
	expect(refused(() => dedupeTable(new SeenSet(), table))).toBe(
		`Rows are compared by one value each, and "page.links[]" has several: make a row of each, as jq -c '. + {url: .page.links[]}' does, and compare by "url".`,
	);
	expect(refused(() => normalizeTable({ format: "jsonl", column: "a[].b[]" }))).toBe(
		'The column "a[].b[]" has [] twice: arrays in arrays are not read.',
	);
	expect(refused(() => normalizeTable({ format: "jsonl", column: `${"a.".repeat(16)}a[]` }))).toBe(
		"The name of a column must have at most 16 keys.",
	);
});

it("names the array of a column that no row has", async () => {
	const message = (column: string) =>
		runTable('{"page":{"links":["HTTP://A"],"n":"x"}}\n', { format: "jsonl", column }, false, 99).catch((error) => error.message);
	const names = 'they have "page.links[]", "page.n"';
	expect(await message("page.links.href")).toBe(
		`No row has the column "page.links.href"; ${names}; "page.links" is an array: page.links[].href is a column of each element.`,
	);
	for (const column of ["/page/links/0", ".page.links[0]", "$.page.links[*]"]) {
		expect(await message(column)).toBe(
			`No row has the column "${column}"; ${names}; "page.links" is an array: page.links[] is each of its elements.`,
		);
	}
	expect(await message("page.n[]")).toMatchObject({ output: '{"page":{"links":["HTTP://A"],"n":"x"}}\n' });
	expect(await message("page.l[]")).toBe(`No row has the column "page.l[]"; ${names}.`);
});
