/** Every list in the docs and in --help has what the code has. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createNormalizer } from "urlsieve";
import { describe, expect, it } from "vitest";
import * as kernel from "../../assembly/index";
import { Address, Component, ComponentRecord, Limit, LineRecord, RejectRecord } from "../../assembly/layout/addresses";
import * as options from "../../assembly/layout/options";
import * as statuses from "../../assembly/layout/status";
import * as partition from "../../assembly/partition/index";
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import { HELP as DEDUPE_HELP } from "../../src/cli/commands/dedupe";
import { HELP as NORMALIZE_HELP } from "../../src/cli/commands/normalize";
import { EDITION_FACTS } from "../../src/editions/edition-facts";
import { editions } from "../../src/editions/editions";
import { RESOLUTIONS } from "../../src/uri/resolve";
import { membersOf } from "../support/members";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const text = (path: string) => readFileSync(join(ROOT, path), "utf8");

describe("layout/addresses.ts", () => {
	it("has records whose sizes are what their bits say", () => {
		expect([1 << LineRecord.SIZE_BITS, 1 << ComponentRecord.SIZE_BITS, 1 << Limit.GROWTH_BITS]).toEqual([
			LineRecord.SIZE,
			ComponentRecord.SIZE,
			Limit.GROWTH,
		]);
		expect([FINGERPRINT_SIZE, RejectRecord.SIZE % 4]).toEqual([16, 0]);
	});

	it("leaves room for every component at RECORD and BASE", () => {
		expect(Address.RECORD + Component.NONE * ComponentRecord.SIZE).toBeLessThanOrEqual(Address.FAILURE);
		expect(Address.BASE + Component.NONE * ComponentRecord.SIZE).toBeLessThanOrEqual(Address.RESOLUTION);
	});
});

/** The cells of the rows of a table of a page, from the first row that starts with `head` to the end of the table. */
function rows(page: string, head: string): string[][] {
	const lines = text(page).split("\n");
	const start = lines.findIndex((line) => line.startsWith(head)) + 2;
	expect(start).toBeGreaterThan(1);
	return lines
		.slice(start, lines.indexOf("", start))
		.map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")));
}

const quoted = (cell: string | undefined, pattern: RegExp) =>
	[...(cell ?? "").matchAll(pattern)].map(([, name]) => name as string);

/** The union that src/errors.ts declares: the one list of the codes. */
const CODES = quoted(/type UriErrorCode =([^;]*);/.exec(text("src/errors.ts"))?.[1], /"([\w-]+)"/g);

describe("error codes", () => {
	const listed = rows("docs/reference/normal-form.md", "| code | when |").flatMap(([cell]) => quoted(cell, /`([\w-]+)`/g));

	it("are those of docs/reference/normal-form.md, each in one row", () => {
		expect(CODES.length).toBeGreaterThan(20);
		expect(listed.toSorted()).toEqual(CODES.toSorted());
	});

	it.each(["docs/reference/editions.md", "docs/reference/schemes.md"])("%s names no other", (page) => {
		const codes = rows(page, "| code |").flatMap(([cell]) => quoted(cell, /`([\w-]+)`/g));
		expect(codes.length).toBeGreaterThan(3);
		expect(codes.filter((code) => !CODES.includes(code))).toEqual([]);
	});
});

describe("docs/internals/abi.md", () => {
	it("lists every bit of the options word, with its value", () => {
		const listed = rows("docs/internals/abi.md", "| bit | what |").flatMap(([cell]) => (cell ?? "").split(", ").map(Number));
		const { RULES, EDITION_SHIFT, EDITION_MASK, ...bits } = membersOf(options, "Flag");
		const flags = Object.values(bits).filter((bit) => bit > (RULES as number));
		const editionBits = [1, 2, 3].map((number) => number << (EDITION_SHIFT as number));
		expect(editionBits.at(-1)).toBe((EDITION_MASK as number) << (EDITION_SHIFT as number));
		expect(listed).toEqual([options.Level.SYNTAX, options.Level.SCHEME, ...flags.sort((a, b) => a - b), ...editionBits]);
	});

	it("lists every bit of a resolution, with its value", () => {
		const listed = rows("docs/internals/abi.md", "| bit of resolution |").map(([cell]) => Number(cell));
		expect(listed).toEqual(Object.values(membersOf(options, "Resolution")));
	});

	it("lists every status of the core", () => {
		const listed = rows("docs/internals/abi.md", "| status | name |").map(([number, name]) => `${name} ${number}`);
		const crawl = ["INVALID_DOMAIN", "PROFILE_CANNOT", "INVALID_PROGRAM"];
		const status = membersOf(statuses, "Status");
		const names = Object.keys(status).filter(
			(name) => /^[A-Z]/.test(name) && ![...crawl, "OK", "ILL_FORMED_STRING"].includes(name),
		);
		expect(listed).toEqual(names.map((name) => `${name} ${status[name]}`));
	});

	it.each([
		["assembly/index.ts", kernel],
		["assembly/partition/index.ts", partition],
	])("and the header of %s list every export", (file, exported) => {
		const header = text(file).split("*/")[0] ?? "";
		const listed = [...header.matchAll(/^ \* {3}(\w+)\(|, (\w+)\(\.\.\.\)/gm)].map(([, first, second]) => first ?? second);
		expect(listed.toSorted()).toEqual(Object.keys(exported).toSorted());
	});
});

describe("values of options", () => {
	/** The values that an option takes, from the message for a wrong one. */
	function valuesOfOption(option: string): string[] {
		try {
			createNormalizer({ [option]: "no such value" } as object);
		} catch (error) {
			return quoted((error as Error).message.replace(/, not ".*/, "").replace(/.*one of/, ""), /"([^"]+)"/g);
		}
		return [];
	}

	it.each(["level", "edition", "engine", "invalid"])("of %s are those of docs/reference/api.md and --help", (option) => {
		const values = valuesOfOption(option).toSorted();
		expect(values.length).toBeGreaterThan(2);
		const row = rows("docs/reference/api.md", "| option | values |").find(([name]) => name === `\`${option}\``);
		expect(quoted(row?.[1], /"([\w-]+)"/g).toSorted()).toEqual(values);
		for (const help of [NORMALIZE_HELP, DEDUPE_HELP]) {
			const line = new RegExp(`^ {2}--${option} +[A-Z]+ +(.*)$`, "m").exec(help)?.[1] ?? "";
			expect(values.filter((value) => !new RegExp(`(?<![\\w-])${value}(?![\\w-])`).test(line))).toEqual([]);
		}
	});

	it("of edition are the years of every table by edition", () => {
		const years = Object.keys(editions());
		expect(valuesOfOption("edition")).toEqual(years);
		expect(Object.keys(EDITION_FACTS)).toEqual(years);
		expect(["1994", ...Object.keys(RESOLUTIONS)]).toEqual(years);
		const [, ...columns] = (/^\|.*1994.*\|$/m.exec(text("docs/reference/editions.md"))?.[0] ?? "")
			.split("|")
			.map((cell) => cell.trim());
		expect(columns.filter((cell) => cell !== "")).toEqual(years);
	});
});
