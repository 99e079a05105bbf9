/** Every list in the docs and in --help has what the code has. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createNormalizer, resolve } from "urlsieve";
import { describe, expect, it } from "vitest";
import * as kernel from "../../assembly/index";
import * as options from "../../assembly/layout/options";
import * as statuses from "../../assembly/layout/status";
import * as partition from "../../assembly/partition/index";
import { built } from "../support/dist";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const text = (path: string) => readFileSync(join(ROOT, path), "utf8");

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

/** The members of a `const enum`, which TypeScript does not let code list. */
function membersOf(module: object, name: string): Readonly<Record<string, number>> {
	const members = Object.entries((module as Readonly<Record<string, object>>)[name] ?? {});
	return Object.fromEntries(members.filter((entry): entry is [string, number] => typeof entry[1] === "number"));
}

/** The codes of docs/reference/errors.md. */
const CODES = rows("docs/reference/errors.md", "| code | class |").flatMap(([cell]) => quoted(cell, /`([\w-]+)`/g));

describe("error codes", () => {
	it("are listed in docs/reference/errors.md, as build/errors.mjs generates it", () => {
		expect(CODES.length).toBeGreaterThan(50);
		expect(execFileSync(process.execPath, [join(ROOT, "build/errors.mjs"), "--check"], { encoding: "utf8" })).toBe("");
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
	function valuesOfOption(option: string, use: (options: object) => unknown = createNormalizer): string[] {
		try {
			use({ [option]: "no such value" });
		} catch (error) {
			return quoted((error as Error).message.replace(/, not ".*/, "").replace(/.*one of/, ""), /"([^"]+)"/g);
		}
		return [];
	}

	const HELPS = ["normalize", "dedupe"].map((command) =>
		execFileSync(process.execPath, [built("urlsieve.js"), command, "--help-all"], { encoding: "utf8" }),
	);

	it.each(["level", "edition", "engine", "invalid"])("of %s are those of docs/reference/api.md and --help", (option) => {
		const values = valuesOfOption(option).toSorted();
		expect(values.length).toBeGreaterThan(2);
		const row = rows("docs/reference/api.md", "| option | values |").find(([name]) => name === `\`${option}\``);
		expect(quoted(row?.[1], /"([\w-]+)"/g).toSorted()).toEqual(values);
		for (const help of HELPS) {
			const line = new RegExp(`^ {2}--${option} +[A-Z]+ +(.*)$`, "m").exec(help)?.[1] ?? "";
			expect(values.filter((value) => !new RegExp(`(?<![\\w-])${value}(?![\\w-])`).test(line))).toEqual([]);
		}
	});

	it("of edition are the years of every table by edition", () => {
		const years = valuesOfOption("edition");
		expect(["1994", ...valuesOfOption("edition", (options) => resolve("a", "x:", options))]).toEqual(years);
		const [, ...columns] = (/^\|.*1994.*\|$/m.exec(text("docs/reference/editions.md"))?.[0] ?? "")
			.split("|")
			.map((cell) => cell.trim());
		expect(columns.filter((cell) => cell !== "")).toEqual(years);
	});
});

describe("formats of tables", () => {
	const run = (...args: string[]) =>
		spawnSync(process.execPath, [built("urlsieve.js"), "normalize", ...args], { encoding: "utf8" });

	it("are those of docs/guide/tables.md", () => {
		const [, names = ""] = /--format must be (.*), not "x"/.exec(run("--column", "url", "--format", "x").stderr) ?? [];
		const row = rows("docs/guide/tables.md", "| option | meaning |").find(([cell]) => cell?.startsWith("`--format"));
		expect(quoted(row?.[1], /`([a-z]+)`/g)).toEqual(names.split(/, | or /));
	});

	it("have the endings of --help there", () => {
		const [, endings = ""] = /the names of files tell:\s([\s\S]*?) {2}--into/.exec(run("--help-all").stdout) ?? [];
		const shown = quoted(endings, /(\.[a-z]+)/g);
		expect(shown.length).toBeGreaterThan(5);
		expect(shown.filter((ending) => !text("docs/guide/tables.md").includes(`\`${ending}\``))).toEqual([]);
	});
});
