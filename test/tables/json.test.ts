/** JSON lines under every engine, against `JSON.parse`. */
import fc from "fast-check";
import type { Engine } from "urlsieve";
import { normalize } from "urlsieve";
import { createNormalizer } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { describeEngines } from "../support/engines";
import { runs } from "../support/extent";
import { runTable } from "./run";
import { jsonValue } from "./tables";

const REFERENCES = [
	..."http://a/ HTTP://A http:\\/\\/a\\u002F http://[ \\ud83d\\ude00 \\u00e9 é a\\nb \\t \\ud800 \\udc00x a\\\\b".split(" "),
	"",
	'a\\"b',
];
const KEYS = ["url", "u\\u0072l", "page", "page.url", "x", "\\ud800", "", "a\\" + '"b'];
const string = fc.constantFrom(...REFERENCES).map((text) => `"${text}"`);
const scalar = fc.oneof(string, fc.constantFrom("null", "true", "false", "0", "-1.5e+7", "1E9", "12"));
const space = fc.constantFrom("", "", " ", "\t ");
const { value } = fc.letrec<{ value: string; object: string }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3 },
		scalar,
		tie("object"),
		fc.array(tie("value"), { maxLength: 3 }).map((values) => `[${values.join(" , ")}]`),
	),
	object: fc
		.array(fc.tuple(space, fc.constantFrom(...KEYS), space, tie("value")), { maxLength: 4 })
		.map(
			(members) => `{${members.map(([before, key, after, member]) => `${before}"${key}"${after}:${before}${member}`).join(",")}}`,
		),
}));
/** Lines that are JSON, and such lines with a piece missing or too much. */
const line = fc.oneof(
	{ weight: 3, arbitrary: value },
	fc
		.tuple(value, fc.nat(60), fc.constantFrom("", "", ",", "}", '"', "]", "0", "\\", "-", ".", "e", " x"))
		.map(([text, at, piece]) => {
			const place = at % (text.length + 1);
			return text.slice(0, place) + piece + text.slice(place + (piece === "" ? 1 : 0));
		}),
	fc
		.tuple(value, fc.constantFrom("nuxl", "nulx", "trux", "tru", "falxe", "fals", "01", "1.", "-", "1e", "1e+", ".5", "+1"))
		.map(([text, word]) => text.replace(/null|true|false|12|1E9|\b0\b/, word)),
);
const lines = fc.array(line, { maxLength: 12 });

/** Whether `written` is `line` with nothing but the value `before` replaced by `form`. */
function isReplaced(line: string, written: string, before: string, form: string): boolean {
	const field = JSON.stringify(form);
	for (let at = written.indexOf(field); at >= 0; at = written.indexOf(field, at + 1)) {
		const [start, end] = [at, line.length - (written.length - at - field.length)];
		const isRest = line.startsWith(written.slice(0, start)) && line.endsWith(written.slice(at + field.length));
		if (isRest && end > start && jsonValue(`{"v":${line.slice(start, end)}}`, "v").value === before) return true;
	}
	return line === written && before === form;
}

/** Whether a line is an object that has the key. */
function hasKey(line: string, key: string): boolean {
	if (jsonValue(line, key).fault === "invalid-json") return false;
	const value: unknown = line.trim() === "" ? undefined : JSON.parse(line);
	return typeof value === "object" && value !== null && !Array.isArray(value) && Object.hasOwn(value, key);
}

function formOf(value: string): string {
	try {
		return `normal ${normalize(value)}`;
	} catch (error) {
		return (error as { code: string }).code;
	}
}

/** The last row has the column: without it, a table may fail. */
async function check(engine: Engine, others: readonly string[], column: string, size: number, into?: string): Promise<void> {
	const texts = [...others, JSON.stringify({ [column]: null })];
	const text = texts.map((line) => `${line}\n`).join("");
	const options = { format: "jsonl", column, engine, ...(into !== undefined && { into }) } as const;
	const { output, rejects, counts } = await runTable(text, options, false, size);
	const written = output.split("\n");
	const wanted: string[] = [];
	let unique = 0;
	texts.forEach((line, index) => {
		const { fault, value } = jsonValue(line, column);
		const form = fault ?? (value === undefined ? "normal " : formOf(value));
		if (!form.startsWith("normal ")) wanted.push(`${index + 1} ${form}`);
		if (!form.startsWith("normal ") || form === "normal ") {
			if (into === undefined || fault !== undefined || value === undefined || form === "normal ")
				expect(written[index]).toBe(line);
			return;
		}
		++unique;
		const normal = form.slice("normal ".length);
		if (into === undefined)
			expect([line, written[index], isReplaced(line, written[index] as string, value as string, normal)]).toEqual([
				line,
				written[index],
				true,
			]);
		else expect(JSON.parse(written[index] as string)).toEqual({ ...JSON.parse(line), [into]: normal });
	});
	expect(rejects).toEqual(wanted);
	expect(counts).toMatchObject({ rows: texts.length, unique, rejects: wanted.length });
}

describeEngines("JSON lines", (engine) => {
	it.each(["url", "page.url", "x"])("are read as JSON.parse reads them, column %s", async (column) => {
		await fc.assert(
			fc.asyncProperty(lines, fc.integer({ min: 1, max: 70 }), (texts, size) => check(engine, texts, column, size)),
			{ numRuns: runs(500) },
		);
	});

	it("are refused at the first row with the key of a new column, as JSON.parse reads it", async () => {
		const names = fc.constantFrom("x", "page", "page.url", 'a"b');
		await fc.assert(
			fc.asyncProperty(lines, names, fc.integer({ min: 1, max: 70 }), async (texts, into, size) => {
				const row = 1 + texts.findIndex((text) => hasKey(text, into));
				const table = runTable(
					`{"url":null}\n${texts.join("\n")}`,
					{ format: "jsonl", column: "url", into, engine },
					false,
					size,
				);
				if (row > 0) await expect(table).rejects.toMatchObject({ code: "duplicate-column", row: row + 1 });
				else expect((await table).counts).toMatchObject({ rows: texts.length + 1 });
			}),
			{ numRuns: runs(500) },
		);
	});

	it("have a value after objects and arrays beside it on the path", async () => {
		const rows = ['{"page":{"x":{},"y":[{}],"url":"HTTP://A"}}', '{"x":{"url":1},"page":{"url":"HTTP://B"}}'];
		await check(engine, rows, "page.url", 64);
		const { counts } = await runTable(rows.join("\n"), { format: "jsonl", column: "page.url", engine }, false, 64);
		expect(counts).toMatchObject({ rows: 2, unique: 2 });
	});

	it("are valid only with the words and numbers of RFC 8259", async () => {
		const words = ["true", "false", "null", "trux", "tru", "falxe", "fals", "nuxl", "nul", "nulll"];
		const numbers = [..."0 -0 12 01 -01 - +1 .5 1. 1.5 -1. 1.e1 1e 1e+ 1e- 1e-7 1E+7 0e0".split(" ")];
		const texts = [...words, ...numbers].flatMap((word) => [`{"x":${word},"url":"HTTP://A"}`, `{"url":"HTTP://A","x":${word}}`]);
		for (const size of [7, 10_000]) await check(engine, texts, "url", size);
		for (const word of [...words, ...numbers]) await check(engine, [`{"url":"HTTP://A","x":${word}`], "url", 10_000);
	});

	it("accept only the escapes of RFC 8259", async () => {
		const escapes = [..."\"\\/bfnrtuxav0'N"].map((octet) => `\\${octet}`);
		const units = ["\\u00e9", "\\u00E9x", "\\u00g9", "\\u00e", "\\u", "\\U00e9", "\\"];
		const texts = [...escapes, ...units].flatMap((text) => [
			`{"url":"http://A/${text}"}`,
			`{"x":"${text}","url":"HTTP://A"}`,
			`{"${text}":1,"url":"HTTP://A"}`,
		]);
		for (const size of [7, 10_000]) await check(engine, texts, "url", size);
	});

	it("have the characters of escapes", async () => {
		const units = ["\\u007f", "\\u0080", "\\u07ff", "\\u0800", "\\u20ac", "\\uffff", "\\ud800\\udc00", "\\udbff\\udfff"];
		const lone = [
			..."\\ud800 \\ud800x \\ud800xudc00 \\ud800\\\\udc00 \\ud800\\u0041 \\ud800\\ud800 \\udc00\\udc00".split(" "),
			'\\ud800\\"dc00',
		];
		await check(
			engine,
			[...units, ...lone].map((text) => `{"url":"http://a/${text}"}`),
			"url",
			10_000,
		);
	});

	it("have the value of the last of equal keys, or none", async () => {
		const pages = ['{"url":"HTTP://A"}', '{"url":"HTTP://B"}', '{"x":1}', "{}", "2", "null"];
		const texts = pages.flatMap((first) => pages.map((last) => `{"page":${first},"page":${last}}`));
		await check(engine, texts, "page.url", 10_000);
	});

	it("are not valid without what follows a comma or a colon", async () => {
		const texts = [
			'{"url":"HTTP://A",',
			'{"url":"HTTP://A", ',
			'{"url":',
			'{"url"',
			"[1,",
			'{"url":"HTTP://A"},',
			'{"url" "HTTP://A"}',
			'{"url";"HTTP://A"}',
		];
		await check(engine, texts, "url", 10_000);
	});

	it("escape the values that are written", async () => {
		// Text that is not a URL is its own key, in both columns.
		const values = ['"', "\\", 'not a "URL" \\\\ \u0001\t\u001f"', "http://A/b"];
		const text = values.map((url) => `${JSON.stringify({ url, id: 1 })}\n`).join("");
		const normalizer = createNormalizer({ profile: "crawlee@1", engine });
		const { output } = await runTable(text, { format: "jsonl", column: "url", normalizer, keyInto: "key" }, false, 99);
		const rows = values.map((url) => ({ url: normalizer.normalize(url), id: 1, key: normalizer.key(url) }));
		expect(
			output
				.trimEnd()
				.split("\n")
				.map((row) => JSON.parse(row)),
		).toEqual(rows);
	});

	it("get a new key", async () => {
		await fc.assert(
			fc.asyncProperty(lines, fc.integer({ min: 1, max: 70 }), (texts, size) => check(engine, texts, "url", size, "normal")),
			{ numRuns: runs(300) },
		);
	});

	it.each([
		[511, "http://a/"],
		[512, "http://A/"],
	])("may be nested %d deep below the object, and no deeper", async (depth, url) => {
		const line = `{"n":${"[".repeat(depth)}${"]".repeat(depth)},"url":"http://A/"}\n`;
		const { output } = await runTable(line, { format: "jsonl", column: "url", engine }, false, 99);
		expect(output).toBe(line.replace("http://A/", url));
	});
});
