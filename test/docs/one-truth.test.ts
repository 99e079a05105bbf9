/**
 * Each rule, table and number stands in one place. These tests read the sources and fail if one is written a second time, and
 * they compare every list in the docs and in --help with the source that it describes.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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
import { createNormalizer } from "../../src/index";
import { RESOLUTIONS } from "../../src/uri/resolve";
import { membersOf } from "../support/members";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const text = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** Sources without comments, by path. */
const SOURCES = new Map(
	["assembly", "src", "bench"].flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
			.filter((name) => /(?<!\.d)\.ts$/.test(name))
			.map((name) => [`${folder}/${name}`, withoutComments(text(join(folder, name)))] as const),
	),
);

function withoutComments(code: string): string {
	return code.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:"'`\\])\/\/.*/g, "");
}

/** Which files contain a match, with the number of matches. */
function filesWith(pattern: RegExp, folders: string): string[] {
	return [...SOURCES]
		.filter(([path]) => new RegExp(`^(?:${folders})`).test(path))
		.map(([path, code]) => [path, [...code.matchAll(new RegExp(pattern, "g"))].length] as const)
		.filter(([, count]) => count > 0)
		.map(([path, count]) => (count === 1 ? path : `${path} ${count}`));
}

/** The default ports, from the calls that register them. */
const PORTS = [...text("assembly/reference/schemes.ts").matchAll(/register\("[\w.]+", (\d{3,}|80),/g)].map(([, port]) => port);

/** What is written down, in which folders it is looked for, and every file that may contain it. */
const RAW: readonly (readonly [what: string, pattern: RegExp, folders: string, homes: readonly string[]])[] = [
	[
		"a default port",
		new RegExp(`(?<![\\w.]|\\w = )(?:${PORTS.join("|")})(?![\\w.])`),
		// src/edge/ imports nothing.
		"assembly/|src/(?!cli/|edge/)",
		["assembly/reference/schemes.ts 17", "assembly/profiles/surt/authority.ts 2"], // SURT knows these two alone,
	],
	[
		"the name http or https",
		/"https?"/,
		"assembly/|src/(?!cli/|edge/)",
		[
			"assembly/policy/forms.ts 2", // a rule of policies
			"assembly/reference/schemes.ts 2",
			"assembly/profiles/surt/authority.ts 3",
			"assembly/whatwg/url.ts 2", // special schemes, URL Standard §4.2
			"src/admitted.ts 2", // what fast paths write
			"src/crawl/policy/key-options.ts", // an option's value
			"src/crawl/policy/policy-schema.ts 2",
			"src/crawl/policy/policy.ts",
			"src/learn/compose.ts", // an option's value
			"src/schemes/http.ts 2", // the syntax of one scheme
			"src/schemes/index.ts",
			"src/text/inspect/browser.ts 2", // special schemes again: src/ has no kernel of the URL Standard at hand
			"src/text/suffix.ts",
		],
	],
	[
		"the characters of a scheme",
		/a-z0-9[^\]]*\+[^\]]*\]/i,
		"assembly/|src/(?!edge/)",
		["src/schemes/news.ts 2", "src/text/familiar.ts"],
	],
	// src/edge/ imports nothing.
	["a hex digit of either case", /0-9a-f\]\{2\}|0-9[aA]-[fF][aA]-[fF]\]\{2\}/i, "assembly/|src/(?!edge/)", []],
	["LF or CR as a number", /\b0x0[ad]\b/, "assembly/|src/|bench/", ["assembly/octets/char.ts 2"]],
	[
		"65,536: a page of memory, or another power",
		/\b(?:65_?536|0x10000)\b/,
		"assembly/|src/|bench/",
		[
			"assembly/tables/json-string.ts", // the first character of two UTF-16 units
			"assembly/tables/utf-8.ts", // the first character of four octets
			"assembly/seen/seen.ts", // pages in the largest memory
			"assembly/octets/specials.host.ts", // pairs of octets
			"assembly/whatwg/ipv4.ts", // two octets of an address
			"src/files/input/text-lines.ts", // a buffer
			"src/crawl/lists/list-reports.ts", // states of an automaton
			"src/files/output/octet-writer.ts", // a buffer
			"src/reference/transcode.ts 2", // the first character of two UTF-16 units
			"src/text/inspect/ipv6.ts", // a group of an address
		],
	],
	[
		"the stride of a record, as a product",
		/(?<![\w.])(?:8|16|20|24) \* |\* (?:8|16|20|24)\b/,
		"assembly/|src/(?!cli/|dedupe/|files/|tables/columnar/|threads/)",
		[],
	],
	["the size of a fingerprint", /FINGERPRINT\w*(?:: i32)? = \d/, "assembly/|src/|bench/", ["assembly/seen/fingerprint.ts"]],
	["a list of editions", /1997[",]+ "?2003/, "assembly/|src/|bench/", []],
	["bits of a set in decimal", /= 1,\s+\w+ = 2,\s+\w+ = 4,\s+\w+ = 8,\s+\w+ = 16,/, "assembly/|src/", []],
];

it.each(RAW)("%s is written down only in its home", (_, pattern, folders, homes) => {
	expect(filesWith(pattern, folders).sort()).toEqual([...homes].sort());
});

it("no constant has the same name and the same value in two files", () => {
	const places = new Map<string, string[]>();
	for (const [path, code] of SOURCES) {
		for (const [, name, value] of code.matchAll(/^(?:export )?const ([A-Z][A-Z_0-9]+)(?:: \w+)? = ([^;\n]*);/gm)) {
			const constant = `${name} = ${value}`;
			if (path.endsWith(".host.ts") || constant.startsWith("ROOT = ") || constant.startsWith("WORDS = ")) continue;
			places.set(constant, [...(places.get(constant) ?? []), path]);
		}
	}
	expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([]);
});

it("no two files of the kernel export a function of the same name", () => {
	const names = [...SOURCES]
		.filter(([path]) => /^assembly\/[^/]+$/.test(path) && !path.endsWith(".host.ts"))
		.flatMap(([, code]) => [...code.matchAll(/^export function (\w+)/gm)].map(([, name]) => name as string));
	// The two kernels share the names of their ABI.
	const shared = ["fingerprintLines", "heapBase", "initialize", "normalize", "normalizeLines", "setBase"];
	expect(names.filter((name, index) => names.indexOf(name) < index && !shared.includes(name))).toEqual([]);
});

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

	it("have a status of the kernel, or are raised in src/", () => {
		const code = [...SOURCES].filter(([path]) => path.startsWith("src/") && path !== "src/failure.ts").map(([, code]) => code);
		const raised = code.join("").replace(/type UriErrorCode =[^;]*;/, "");
		expect(CODES.filter((name) => !raised.includes(`"${name}"`))).toEqual([]);
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
