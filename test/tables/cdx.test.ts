/** CDX and CDXJ under every engine, against a literal reading. */
import fc from "fast-check";
import type { Engine } from "urlsieve";
import { normalize } from "urlsieve";
import type { TableOptions } from "urlsieve/tables";
import { expect, it } from "vitest";
import { describeEngines } from "../support/engines";
import { runs } from "../support/extent";
import { runTable } from "./run";
import { jsonValue } from "./tables";

const LEGEND = " CDX N b a m s k r M S V g";

/** The normal form; undefined for a value that is rejected. */
function formOf(value: string): string | undefined {
	try {
		return normalize(value);
	} catch {
		return undefined;
	}
}

/** Reads rows literally: `placeOf` returns start and end of the value in a line, undefined without one, and a code for a fault. */
function literal(
	lines: readonly string[],
	placeOf: (line: string) => readonly [number, number] | string | undefined,
	isUnique: boolean,
) {
	const seen = new Set<string>();
	const rejects: string[] = [];
	const counts = { rows: lines.length, unique: 0, duplicates: 0, rejects: 0, empty: 0 };
	const written = lines.map((line, index) => {
		const place = placeOf(line);
		const form = place === undefined ? "" : typeof place === "string" ? undefined : formOf(line.slice(...place));
		if (form === "") ++counts.empty;
		else if (form === undefined) rejects.push(`${index + 1}`);
		else if (isUnique && seen.has(form)) {
			++counts.duplicates;
			return "";
		} else {
			++counts.unique;
			seen.add(form);
			const [start, end] = place as readonly [number, number];
			return `${line.slice(0, start)}${form}${line.slice(end)}\n`;
		}
		return `${line}\n`;
	});
	counts.rejects = rejects.length;
	return { output: written.join(""), rejects, counts };
}

const FIELDS = ["http://a/", "HTTP://A", '"HTTP://A"', '"', "-", "", "http://[", "%7e", "x,y", "\t", "\u00e9", "\r"];
const cdxLine = fc.array(fc.constantFrom(...FIELDS), { minLength: 9, maxLength: 12 }).map((fields) => fields.join(" "));
const cdxjPrefix = fc.constantFrom("com,a)/ 2026 ", "com,a)/{ 2026 response ", "", "!", " CDXJ ", "@", "x ", "- ");
const cdxjValue = fc.constantFrom('"http://a/"', '"HTTP://A"', '"http://["', "null", "7", '""', '"{\\"\\u007b"');
const cdxjLine = fc
	.tuple(cdxjPrefix, cdxjValue, fc.constantFrom("", "}", "\r", " "))
	.map(([prefix, value, end]) => `${prefix}{"mime": "a {", "url": ${value}, "digest": "-"}${end}`);

/** Place of the third field of a line, which must have `width` fields. */
function thirdField(line: string, width: number | undefined) {
	const fields = line.replace(/\r$/, "").split(" ");
	if (line === "" || line === "\r") return undefined;
	if (width !== undefined && fields.length !== width) return "ragged-row";
	const field = fields[2];
	if (field === undefined || field === "-" || field.trim() === "") return undefined;
	const start = (fields[0] as string).length + (fields[1] as string).length + 2;
	return [start, start + field.length] as const;
}

/** Place of the value of "url" in a line of CDXJ. */
function urlOf(line: string) {
	if (/^[!@ ]/.test(line) || line.trim() === "") return undefined;
	const start = line.indexOf(" {") + 1;
	if (start === 0) return "invalid-json";
	const { fault, value } = jsonValue(line.slice(start), "url");
	if (fault !== undefined || value === undefined || value.trim() === "") return fault;
	const field = line.indexOf('"url": "', start) + '"url": "'.length;
	return [field, line.indexOf('", "digest"', field)] as const;
}

async function check(
	engine: Engine,
	head: string,
	lines: readonly string[],
	options: TableOptions,
	isUnique: boolean,
	size: number,
) {
	const isCdx = options.format === "cdx";
	const width = isCdx && head !== "" ? 11 : undefined;
	const wanted = literal(lines, (line) => (isCdx ? thirdField(line, width) : urlOf(line)), isUnique);
	const text = `${head}${lines.map((line) => `${line}\n`).join("")}`;
	const { output, rejects, counts } = await runTable(text, { ...options, engine }, isUnique, size);
	const rows = rejects.map((reject) => reject.split(" ")[0]);
	expect({ output, rejects: rows, counts }).toEqual({ ...wanted, output: `${head}${wanted.output}` });
}

describeEngines("indexes of web archives", (engine) => {
	const chunk = fc.integer({ min: 1, max: 70 });

	it.each(["", `${LEGEND}\n`, `${LEGEND} \r\n`])("CDX is read as a literal reading does, after %j", async (head) => {
		await fc.assert(
			fc.asyncProperty(fc.array(cdxLine, { maxLength: 12 }), chunk, fc.boolean(), (lines, size, isUnique) =>
				check(engine, head, lines, { format: "cdx" }, isUnique, size),
			),
			{ numRuns: runs(400) },
		);
	});

	it("CDXJ is read as JSON.parse reads its objects", async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(cdxjLine, { maxLength: 12 }), chunk, fc.boolean(), (lines, size, isUnique) =>
				check(
					engine,
					"",
					lines.filter((line) => !line.includes("u007b")),
					{ format: "cdxj" },
					isUnique,
					size,
				),
			),
			{ numRuns: runs(400) },
		);
	});

	it.each<[string, string, string]>([
		["the letter of the legend", " CDX a b g\nHTTP://A 2 3\n", " CDX a b g\nhttp://a/ 2 3\n"],
		["the delimiter of the legend", "\tCDX\tb\ta\n1 2\tHTTP://A\n", "\tCDX\tb\ta\n1 2\thttp://a/\n"],
		["no delimiter but SPACE and TAB", ",CDX,b,a 2 -\n1,2,HTTP://A 2 -\n", ",CDX,b,a 2 -\n1,2,HTTP://A 2 -\n"],
		[
			"the first column of a letter that the legend repeats, as that of wget does",
			" CDX a b a m\nHTTP://A 2 HTTP://A 4\n",
			" CDX a b a m\nhttp://a/ 2 HTTP://A 4\n",
		],
		["only a legend", LEGEND, LEGEND],
		["nothing", "", ""],
	])("CDX has %s", async (_title, text, written) => {
		for (const size of [1, 99]) expect((await runTable(text, { format: "cdx", engine }, false, size)).output).toBe(written);
	});

	it("CDXJ has no lines without an object but those of metadata, and those of white space", async () => {
		const text = '!x\ncom,a)/ 2026 HTTP://A\nx\n\n \t\r\n@x\na) 1 {"url":"HTTP://A"}\n{"url":"HTTP://A"}\n';
		const { output, rejects, counts } = await runTable(text, { format: "cdxj", engine }, false, 99);
		expect(output).toBe(text.replace('a) 1 {"url":"HTTP://A"}', 'a) 1 {"url":"http://a/"}'));
		expect(rejects).toEqual(["2 invalid-json", "3 invalid-json", "8 invalid-json"]);
		expect(counts).toEqual({ rows: 8, unique: 1, duplicates: 0, rejects: 3, empty: 4 });
	});

	it("CDX has other columns by letter and by number", async () => {
		const text = `${LEGEND}\nHTTP://A 2 HTTP://B 4 5 6 7 8 9 10 11\n`;
		for (const column of ["N", 1]) {
			const { output } = await runTable(text, { format: "cdx", column, engine }, false, 9);
			expect(output).toBe(text.replace("HTTP://A", "http://a/"));
		}
		const missing = runTable(text, { format: "cdx", column: "z", engine }, false, 9);
		await expect(missing).rejects.toMatchObject({ code: "missing-column", columns: [..."NbamskrMSVg"] });
	});
});
