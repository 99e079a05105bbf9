/** CSV and TSV under every engine, against a literal reading. */
import fc from "fast-check";
import type { Engine } from "urlsieve";
import { createNormalizer } from "urlsieve/crawl";
import type { TableOptions } from "urlsieve/tables";
import { expect, it } from "vitest";
import { describeEngines } from "../support/engines";
import { runs } from "../support/extent";
import { runTable } from "./run";
import { type Choice, csvResult } from "./tables";

const CHOICES: readonly Choice[] = [
	{ isUnique: false },
	{ isUnique: true },
	{ isUnique: true, print: "original" },
	{ isUnique: false, into: "normal" },
	{ isUnique: true, into: "normal", invalid: "blank" },
	{ isUnique: false, invalid: "blank" },
	{ isUnique: true, invalid: "drop" },
];

const PIECES = [
	..."http://a/ HTTP://A http://a/b,c http://[ %7e a é , ; \t \r \n \r\n ,".split(" "),
	'"',
	'""',
	'",',
	',"',
	'"\n',
];
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(""));

async function check(engine: Engine, body: string, choice: Choice, size: number, delimiter = ","): Promise<void> {
	const { isUnique, ...others } = choice;
	const whole = `x${delimiter}"url"${delimiter}y\r\n${body}\n`;
	const options: TableOptions = { format: "csv", column: "url", delimiter, engine, ...others };
	expect(await runTable(whole, options, isUnique, size)).toEqual(csvResult(whole, delimiter, 1, choice));
}

describeEngines("CSV", (engine) => {
	it.each(CHOICES)("is read and written as a literal reading does, with %j", async (choice) => {
		await fc.assert(
			fc.asyncProperty(text, fc.integer({ min: 1, max: 70 }), (body, size) => check(engine, body, choice, size)),
			{ numRuns: runs(400) },
		);
	});

	it("gets a value that begins with the old one", async () => {
		for (const isUnique of [true, false]) await check(engine, '1,http://b,3\n2,"http://c",4', { isUnique }, 99);
	});

	it("keeps a field that has its value, quotation marks included", async () => {
		// Text that is not a URL is its own form.
		const normalizer = createNormalizer({ profile: "crawlee@1", engine });
		const text = 'url,y\nnot a "URL",1\n';
		expect((await runTable(text, { format: "csv", column: "url", normalizer }, false, 99)).output).toBe(text);
	});

	it.each([",", ";", "\t", "|", " "])("has any delimiter, such as %j", async (delimiter) => {
		await check(
			engine,
			`1${delimiter}HTTP://A${delimiter}3\n1${delimiter}"http://a/${delimiter}"${delimiter}3`,
			{ isUnique: true },
			7,
			delimiter,
		);
	});
});
