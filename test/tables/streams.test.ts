/** Streams of tables: columns, errors, byte order marks, rows that are too long, and sets. */

import { createNormalizer } from "urlsieve";
import { createNormalizer as createCrawlNormalizer } from "urlsieve/crawl";
import { dedupeTable, normalizeTable, SeenSet, type TableOptions } from "urlsieve/tables";
import { expect, it } from "vitest";
import { describeEngines } from "../support/engines";
import { runsLargest, size, sizeOn } from "../support/extent";
import { runTable } from "./run";

const CSV = { format: "csv", column: "url" } as const;
const JSONL = { format: "jsonl", column: "url" } as const;
const NOT_JSON = "it is not JSON, or more than 512 brackets deep.";

async function output(text: string, options: TableOptions): Promise<string> {
	return (await runTable(text, options, false, 5)).output;
}

describeEngines("a stream of a table", (engine) => {
	it.each<[string, TableOptions, string, string]>([
		["by number", { format: "csv", column: 2 }, "a,url\n1,HTTP://A\n", "a,url\n1,http://a/\n"],
		["without header", { format: "tsv", column: 1, header: false }, "HTTP://A\tx\n", "http://a/\tx\n"],
		["of an escaped name", { format: "csv", column: 'u"rl' }, '"u""rl"\nHTTP://A\n', '"u""rl"\nhttp://a/\n'],
		["after a byte order mark", CSV, "\ufeffurl\nHTTP://A\n", "\ufeffurl\nhttp://a/\n"],
		["in a table without final line end", CSV, "url\nHTTP://A", "url\nhttp://a/\n"],
		["only in a header", CSV, "url", "url\n"],
		["in an empty table", CSV, "", ""],
		["into a new column", { ...CSV, into: "a,b" }, "url\r\nHTTP://A\r\n", 'url,"a,b"\r\nHTTP://A,http://a/\r\n'],
		["into a new column, in quotes", { ...CSV, into: "n" }, 'url\n"HTTP://A/b,c"\n', 'url,n\n"HTTP://A/b,c","http://a/b,c"\n'],
		["that is white space", CSV, "url,x\n ,1\n ,2\n", "url,x\n ,1\n ,2\n"],
		["in quotes, over two lines", CSV, 'url\n"HTTP://A/\nb"\n', 'url\n"http://a/b"\n'],
		["of nested keys", { format: "jsonl", column: "a.b" }, '{"a":{"b":"HTTP://A"}}\n', '{"a":{"b":"http://a/"}}\n'],
		[
			"whose name is a key before a path",
			{ format: "jsonl", column: "a.b" },
			'{"a":{"b":"HTTP://B"},"a.b":"HTTP://A"}\n',
			'{"a":{"b":"HTTP://B"},"a.b":"http://a/"}\n',
		],
	])("normalizes a column %s", async (_title, options, text, expected) => {
		expect(await output(text, { ...options, engine })).toBe(expected);
	});

	it.each<[string, TableOptions, string, string]>([
		["missing-column", CSV, "id,link\n", 'The table has no column "url"; it has "id", "link".'],
		["missing-column", { format: "csv", column: 3 }, "id,link\n", 'The table has 2 columns, not 3: "id", "link".'],
		["ambiguous-column", CSV, "url,url\n", 'Several columns are named "url": pass the number of one, from 1.'],
		["duplicate-column", { ...CSV, into: "id" }, "id,url\n", 'The table already has a column "id".'],
		["unclosed-quote", CSV, 'id,"url\n', "The header cannot be read: a quoted field does not end."],
		["ragged-row", { ...CSV, invalid: "fail" }, "id,url\n1,\n2\n", "Row 2: it has another number of fields than the header."],
		[
			"invalid-ip-literal",
			{ ...CSV, invalid: "fail" },
			"url,x\n,\nhttp://[,\n",
			"Row 2: The bracketed host is neither IPv6 address nor IPvFuture (at 7).",
		],
		["duplicate-column", { ...JSONL, into: "é" }, '{}\n\n{"\\u00e9":1}\n', 'The table already has a column "é" in row 3.'],
		["invalid-json", { ...JSONL, into: "n", invalid: "fail" }, '{"n":1}}\n{"n":1}\n', `Row 1: ${NOT_JSON}`],
	])("fails with %s", async (code, options, text, message) => {
		await expect(output(text, { ...options, engine })).rejects.toMatchObject({ code, message });
	});

	it.each([
		'{"n":1}',
		' { "n" : null }\r',
		'{"url":"http://a/","\\u006E":{}}',
		'{"url":"http://a/","x":[{}],"n":[]}',
		'{"url":"http://[","n":""}',
		'{"url":1,"n":""}',
	])("refuses a new column of JSON lines for the row %s, whose key it is", async (row) => {
		const text = `{"url":"http://a/"}\n${row}\n{"n":2}\n`;
		const normalizer = createCrawlNormalizer({ profile: "crawl@1", engine });
		const message = 'The table already has a column "n" in row 2.';
		for (const options of [
			{ ...JSONL, into: "n", engine },
			{ ...JSONL, into: "m", keyInto: "n", normalizer },
		])
			for (const size of [7, 1000])
				await expect(runTable(text, options, false, size)).rejects.toMatchObject({ code: "duplicate-column", row: 2, message });
	});

	it("adds a column of JSON lines to rows whose text, nested objects or longer keys have its name", async () => {
		const rows = ['{"x":{"n":1},"y":[{"n":1}],"z":"n","t":"\\"n\\":","nn":1,"N":1', `{"${"n".repeat(33)}":1,"\\u006en":"n"`];
		const text = rows.map((row) => `${row},"url":"HTTP://A"}\n`).join("");
		const wanted = rows.map((row) => `${row},"url":"HTTP://A","n":"http://a/"}\n`).join("");
		expect(await output(`["n",{"n":1}]\n{"n":1}}\n${text}`, { ...JSONL, into: "n", engine })).toBe(
			`["n",{"n":1}]\n{"n":1}}\n${wanted}`,
		);
	});

	it("refuses a new column of CDXJ that an object has, and no line about the file", async () => {
		const options = { format: "cdxj", column: "url", into: "n", engine } as const;
		const text = '!meta {"n":1}\n@x {"n":1}\nn)/ 2026 {"url":"HTTP://A"}\n';
		expect(await output(text, options)).toBe(text.replace('"}', '","n":"http://a/"}'));
		const message = 'The table already has a column "n" in row 4.';
		await expect(output(`${text}n)/ 2026 {"n":1}\n`, options)).rejects.toMatchObject({ code: "duplicate-column", message });
	});

	if (runsLargest(engine))
		it("keeps a row that is too long, and the rows around it", async () => {
			const long = `1,"${"\n".repeat(100)}`;
			const text = `id,url\n1,HTTP://A\n2,${"x".repeat(2 ** 24 + 9)}\n3,HTTP://B\n${long}`;
			const { output, rejects, counts } = await runTable(text, { ...CSV, engine }, false, 2 ** 20);
			expect(output.replaceAll("x", "")).toBe(`id,url\n1,http://a/\n2,\n3,http://b/\n${long}`);
			expect(rejects).toEqual(["2 row-too-long", "4 unclosed-quote"]);
			expect(counts).toEqual({ rows: 103, unique: 2, duplicates: 0, rejects: 2, empty: 99 });
		});

	it.each(runsLargest(engine) ? [2 ** 20, 2 ** 16, 2 ** 25] : [])(
		"gives up a quoted field that is too long, by chunks of %d octets",
		async (size) => {
			const text = `id,url\n0,HTTP://B\n1,"${`${"a".repeat(2047)}\n`.repeat(2 ** 13)}b"\n2,HTTP://A\n`;
			const { rejects, counts } = await runTable(text, { ...CSV, engine }, true, size);
			expect([rejects[0], rejects.length, counts]).toEqual([
				"2 unclosed-quote",
				2 ** 13 + 1,
				{ rows: 2 ** 13 + 3, unique: 2, duplicates: 0, rejects: 2 ** 13 + 1, empty: 0 },
			]);
		},
	);

	it("reads short rows after a long one in linear time", async () => {
		const count = sizeOn(engine, 2 ** 19, 2 ** 15);
		const text = `url\n${"x".repeat(16 * count)}\n${"a\n".repeat(count)}`;
		const { counts } = await runTable(text, { ...CSV, engine }, true, 2 ** 20);
		expect(counts).toMatchObject({ rows: count + 1, unique: 2 });
	});

	it("reads a header of very many columns, and names some of them", async () => {
		const count = size(1_000_000, 100_000);
		const message = `The table has no column "url"; it has ${Array(40).fill('""').join(", ")} and ${count - 39} more.`;
		await expect(output(`${",".repeat(count)}\n`, { ...CSV, engine })).rejects.toMatchObject({ message });
	});

	it("has room for whatever it writes", async () => {
		const bad = `http://[${"x".repeat(1_000)}`;
		const rows = Array.from({ length: sizeOn(engine, 5_000, 1_000) }, (_, row) => `${row},${bad}\n`).join("");
		const { output } = await runTable(`id,url\n${rows}`, { ...CSV, into: "new", engine }, false, 2 ** 20);
		expect(output).toBe(`id,url,new\n${rows.replaceAll("\n", `,${bad}\n`)}`);
		const line = `{"url":"${"\\u0001".repeat(1_000)}"}\n`;
		const options = { format: "jsonl", column: "url", into: "new", level: "string", engine } as const;
		const written = (await runTable(line.repeat(500), options, false, 2 ** 20)).output;
		expect(written).toBe(line.replace("}", `,"new":"${"\\u0001".repeat(1_000)}"}`).repeat(500));
	});

	it("reads a hostile table in linear time", async () => {
		// Each line opens a quoted field that the next one closes with text after it.
		const text = `url\n${'"a\n'.repeat(50_000)}`;
		expect((await runTable(text, { ...CSV, engine }, true, 2 ** 20)).counts).toEqual({
			rows: 50_000,
			unique: 0,
			duplicates: 0,
			rejects: 50_000,
			empty: 0,
		});
	});

	it("goes by a set from before, and adds to it", async () => {
		const seen = new SeenSet({ normalizer: createNormalizer({ engine }) });
		seen.add("http://a/");
		const stream = dedupeTable(seen, CSV);
		const text = await new Response(new Blob(["url\nHTTP://A\nHTTP://B\n"]).stream().pipeThrough(stream)).text();
		expect([text, seen.size, { ...stream.counts }]).toEqual([
			"url\nhttp://b/\n",
			2,
			{ rows: 2, unique: 1, duplicates: 1, rejects: 0, empty: 0 },
		]);
	});
});

it.each<[object, string]>([
	[{ format: "xml", column: "url" }, 'The option "format" must be "csv", "tsv", "jsonl", "json", "cdx" or "cdxj".'],
	[{ format: "csv" }, 'The option "column" must be the name of a column or, for "csv", "tsv" and "cdx", its number from 1.'],
	[
		{ format: "csv", column: 0 },
		'The option "column" must be the name of a column or, for "csv", "tsv" and "cdx", its number from 1.',
	],
	[
		{ format: "jsonl", column: 1 },
		'The option "column" must be the name of a column or, for "csv", "tsv" and "cdx", its number from 1.',
	],
	[{ format: "csv", column: "url", header: false }, 'Without "header", the option "column" must be a number.'],
	[{ format: "csv", column: "url", into: "" }, 'The option "into" must be the name of a new column.'],
	[
		{ format: "csv", column: "url", delimiter: '"' },
		'The option "delimiter" must be one character of US-ASCII between the fields of "csv" or "tsv".',
	],
	[
		{ format: "jsonl", column: "url", delimiter: "," },
		'The option "delimiter" must be one character of US-ASCII between the fields of "csv" or "tsv".',
	],
	[{ format: "jsonl", column: "url", header: false }, 'The option "header" is only for "csv" and "tsv".'],
	[{ format: "cdx", header: false }, 'The option "header" is only for "csv" and "tsv".'],
	[{ format: "jsonl", column: "url", into: "url" }, 'The option "into" must be the name of another column than "url".'],
	[{ format: "cdx", into: "n" }, 'The option "into" is not for "cdx", whose columns are those of its legend.'],
	[
		{ format: "cdx", delimiter: "," },
		'The option "delimiter" must be one character of US-ASCII between the fields of "csv" or "tsv".',
	],
	[
		{ format: "csv", column: "url", invalid: "skip" },
		'The option "invalid" must be one of "keep", "drop", "blank", "fail", not "skip".',
	],
	[
		{ format: "csv", column: "url", levels: 1 },
		'Unknown option "levels"; known: level, strict, idna, edition, engine, profile, format, column, into, keyInto, parts, publicSuffix, delimiter, header, print, invalid, normalizer.',
	],
])("refuses the options %j", (options, message) => {
	expect(() => normalizeTable(options as TableOptions)).toThrow(expect.objectContaining({ code: "invalid-option", message }));
});

it("refuses an object that is not a set, and rules besides those of a set or a normalizer", () => {
	expect(() => dedupeTable({} as SeenSet, CSV)).toThrow('The argument "seen" must be a SeenSet; got [object Object].');
	expect(() => dedupeTable(new SeenSet(), { ...CSV, strict: true } as never)).toThrow('Unknown option "strict"');
	const normalizer = createNormalizer();
	expect(() => normalizeTable({ ...CSV, normalizer, level: "syntax" })).toThrow('The option "level" is for the normalizer.');
	expect(() => normalizeTable({ ...CSV, normalizer: {} as never })).toThrow("must be what createNormalizer returns");
	expect(() => normalizeTable(null as never)).toThrow("The options must be an object; got [object Null].");
});
