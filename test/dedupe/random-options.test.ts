/** `dedupe` under random options, in every way that it takes through a list or table, against a literal model. */
import { readFileSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { normalize } from "urlsieve";
import { createNormalizer, type Policy } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { random } from "../../bench/lists/random.mjs";
import { run, useFolder } from "../cli/command";
import { size } from "../support/extent";
import { type Choice, type Dropped, dedupeLiterally, type Read, type Written } from "../support/literal-dedupe";
import { type Below, type Given, recordsFrom } from "./random-records";
import { type Cells, FORMATS, type Format, isColumnar, readColumns, textOf, writeColumns } from "./row-formats";

const { path, write } = useFolder();

/** Sets of options: `URLSIEVE_RUNS=2000` tries this many. */
const SETS = Number(process.env.URLSIEVE_RUNS ?? size(400, 34));

const PROFILES = ["rfc3986@1", "whatwg@1", "crawl@1"] as const;
/** A policy with rules of each kind. */
const POLICY: Policy = {
	policy: "random@1",
	base: "crawl@1",
	key: {
		scheme: "https",
		www: "drop",
		hostAlias: { "h.example": "h" },
		hostLabels: ["m"],
		pathCase: "lower",
		query: { remove: ["utm_*", { name: "page", values: ["1"] }], lists: ["tracking@1"] },
	},
	rewrite: [{ name: "print", from: "http://h/print/*", to: "/*" }],
	fetch: { query: { remove: ["utm_source"] } },
};
/** Formats in which every row has every cell. */
const TEXTS: readonly Format[] = ["lines", "csv", "tsv"];
const MEMORY = ["--memory", "16M"];
const THREADS = ["--threads", "2"];
const PRINTS = ["normalized", "original", "key"] as const;

interface Options extends Choice {
	readonly format: Format;
	readonly profile: (typeof PROFILES)[number] | "policy";
	readonly engine: "wasm" | "js";
	readonly way: readonly string[];
	readonly isPiped: boolean;
	readonly print: (typeof PRINTS)[number];
	readonly counts: boolean;
	/** New last columns for the results, and for the keys. */
	readonly into: boolean;
	readonly keyInto: boolean;
	readonly completes: boolean;
	readonly audits: boolean;
	readonly comments: boolean;
	/** An earlier run has put the first half into a set. */
	readonly seen: boolean;
}

function optionsFrom(below: Below): Options {
	const one = <Of>(values: readonly Of[]): Of => values[below(values.length)] as Of;
	const format = one(FORMATS);
	const isTable = format !== "lines";
	const print = one(PRINTS);
	const seen = below(40) === 0;
	const profile = one([...PROFILES, "policy", "policy"] as const);
	const choice = seen
		? FIRST
		: choiceFrom(below, { isTable, mayPrefer: print === "original" || (print !== "key" && hasForms(profile)) });
	return {
		format,
		profile,
		engine: one(["wasm", "js"]),
		way: [...(below(2) === 0 ? MEMORY : []), ...(below(60) === 0 ? THREADS : [])],
		isPiped: below(3) === 0 && !isColumnar(format),
		...choice,
		invalid: one(["keep", "drop", "blank"]),
		by: isTable && !seen ? one(["value", "group", undefined, undefined, undefined]) : undefined,
		print,
		counts: !seen && below(3) === 0,
		into: isTable && print !== "original" && below(3) === 0,
		keyInto: isTable && profile !== "rfc3986@1" && print !== "key" && below(3) === 0,
		completes: below(3) === 0,
		audits: choice === FIRST && below(2) === 0,
		comments: !isTable && below(3) === 0,
		seen,
	};
}

/** Whether the written form differs from the key. */
function hasForms(profile: Options["profile"]): boolean {
	return profile === "crawl@1" || profile === "policy";
}

type Chosen = Pick<Options, "prefer" | "orders" | "keep">;

const FIRST: Chosen = { prefer: [], orders: [], keep: "first" };
const WORDS = ["https", "shortest", "www", "no-www"] as const;

function choiceFrom(below: Below, { isTable, mayPrefer }: { readonly isTable: boolean; readonly mayPrefer: boolean }): Chosen {
	const words = WORDS.slice(0, 3 + below(2)).filter(() => mayPrefer && below(3) === 0);
	const prefer = words.filter((word) => word !== "www" || !words.includes("no-www"));
	if (below(2) === 0) prefer.reverse();
	const orders = (["value", "group"] as const).flatMap((of) => {
		if (!isTable || below(3) > 0) return [];
		return [{ which: below(2) === 0 ? ("min" as const) : ("max" as const), of }];
	});
	if (below(2) === 0) orders.reverse();
	const keep = below(2) === 0 ? "first" : "last";
	return prefer.length + orders.length === 0 && keep === "first" ? FIRST : { prefer, orders, keep };
}

const NORMALIZERS = new Map([
	...PROFILES.map((profile) => [profile, createNormalizer({ profile })] as const),
	["policy", createNormalizer({ policy: POLICY })] as const,
]);

function read(given: Given, { profile, completes, format, print }: Options): Read {
	const normalizer = NORMALIZERS.get(profile);
	const isAbsent = format !== "lines" && given.reference === "";
	const record = { ...given, completed: completes ? given.reference.replace(/^(?:\/\/)?h\./, "https://h.") : given.reference };
	const refused = { ...record, isAbsent, form: undefined, key: undefined, judged: undefined };
	if (isAbsent) return refused;
	try {
		const both = normalizer?.both(record.completed);
		const judged = print === "original" ? record.completed : both?.fetch;
		return { ...record, isAbsent, form: both?.fetch, key: both?.key, judged };
	} catch {
		return refused;
	}
}

const cellsOf = ({ reference, value, group }: Given): Cells => [
	["u", reference],
	["n", value],
	["g", group],
];

/** The columns of the output, and its rows. */
function outputOf(rows: readonly Written[], options: Options): { names: readonly string[]; rows: Cells[] } {
	const { format, into, keyInto, counts } = options;
	const names = ["u", "n", "g", ...(into ? ["v"] : []), ...(keyInto ? ["k"] : []), ...(counts ? ["c"] : [])];
	const cells = rows.map(({ record, count, isBlank }): Cells => {
		const result = isBlank ? "" : resultOf(record, options);
		if (format === "lines") return [["u", counts ? `${count ?? 1}\t${result}` : result]];
		const replaced = cellsOf(into ? record : { ...record, reference: result });
		const key = isBlank ? "" : (record.key ?? record.completed);
		// Only text has a cell for what a row has not.
		const made = (text: string) => (record.isAbsent && !TEXTS.includes(format) ? undefined : text);
		const columns: readonly (Cells[number] | false)[] = [
			into && ["v", made(result)],
			keyInto && ["k", made(key)],
			counts && ["c", count],
		];
		return [...replaced, ...columns.filter((column) => column !== false)];
	});
	return { names, rows: cells };
}

function resultOf({ reference, completed, form, key }: Read, { print, format }: Options): string {
	return { original: format === "lines" ? completed : reference, normalized: form ?? completed, key: key ?? completed }[print];
}

function argumentsOf(options: Options, file: string): string[] {
	const { format, profile, engine, way, invalid, print, into, keyInto, counts, by, completes, audits, comments, isPiped, seen } =
		options;
	const isTable = format !== "lines";
	const rules = profile === "policy" ? ["--policy", write("policy.json", JSON.stringify(POLICY))] : ["--profile", profile];
	return [
		...["dedupe", "--quiet", ...rules, "--engine", engine, ...way, "--invalid", invalid, "--print", print],
		...["--keep", [...options.orders.map(({ which, of }) => `${which}:${of === "value" ? "n" : "g"}`), options.keep].join(",")],
		...(options.prefer.length > 0 ? ["--prefer", options.prefer.join(",")] : []),
		...(isTable ? ["--format", format, "--column", "u"] : []),
		...(into ? ["--into", "v"] : []),
		...(keyInto ? ["--key-into", "k"] : []),
		...(counts ? (isTable ? ["--count-into", "c"] : ["--count"]) : []),
		...(by === undefined ? [] : ["--by", `u,${by === "value" ? "n" : "g"}`]),
		...(completes ? ["--default-scheme", "https"] : []),
		...(comments ? ["--comments"] : []),
		...(audits ? ["--audit", path("audit.tsv")] : []),
		...(seen ? ["--seen", path("random.seen")] : []),
		...(isColumnar(format) ? ["-o", path("output")] : []),
		...(isPiped ? [] : [file]),
	];
}

/** A row of the log: both references, the reason under the rules of RFC 3986, and both numbers. */
function auditOf(duplicates: readonly Dropped[], { profile }: Options): string[][] {
	return duplicates.map(({ kept, dropped }) => [
		kept?.completed.replaceAll("\t", "%09") ?? "-",
		dropped.completed.replaceAll("\t", "%09"),
		profile === "rfc3986@1" ? levelOf(kept?.completed, dropped.completed) : "",
		`${kept?.number ?? "-"}`,
		`${dropped.number}`,
	]);
}

/** The level at which two references are equal. */
function levelOf(kept: string | undefined, dropped: string): string {
	if (kept === undefined) return "-";
	if (kept === dropped) return "string";
	return normalize(kept, { level: "syntax" }) === normalize(dropped, { level: "syntax" }) ? "syntax" : "scheme";
}

function loggedRows({ profile }: Options): string[][] {
	const lines = readFileSync(path("audit.tsv"), "utf8").split("\n").slice(0, -1);
	const rows = lines.map((line) => line.split("\t"));
	for (const row of rows) if (profile !== "rfc3986@1") row[2] = "";
	return rows.sort(([, , , , a], [, , , , b]) => Number(a) - Number(b));
}

/** Writes records as a file. Returns its text, if it is text. */
async function give({ format }: Options, file: string, records: readonly Given[]): Promise<string> {
	const rows = records.map(cellsOf);
	if (isColumnar(format)) await writeColumns(format, file, rows);
	const text = isColumnar(format) ? "" : textOf(format, ["u", "n", "g"], rows);
	if (!isColumnar(format)) write(basename(file), text);
	return text;
}

/** Runs the first half of the records with a new set. Returns the keys that the set has then. */
async function seeHalf(records: readonly Read[], options: Options): Promise<Set<string | undefined>> {
	rmSync(path("random.seen"), { force: true });
	if (!options.seen) return new Set();
	const half = records.slice(0, Math.ceil(records.length / 2));
	await give(options, path("half"), half);
	const args = argumentsOf({ ...options, isPiped: false }, path("half"));
	expect(run(args).status, args.join(" ")).toBe(0);
	return new Set(half.filter(isRecordOf(options)).map(({ key }) => key));
}

const isRecordOf =
	({ comments }: Options) =>
	({ reference }: Given) =>
		!comments || !/^(?:#|$)/.test(reference);

async function expectOutput(stdout: string, { names, rows }: ReturnType<typeof outputOf>, format: Format, context: string) {
	if (isColumnar(format)) {
		const wanted = rows.map((cells) => cells.map(([name, value]) => [name, value ?? null]));
		expect(await readColumns(format, path("output")), context).toEqual(wanted);
	} else if (format === "json") {
		expect(JSON.parse(stdout), context).toEqual(JSON.parse(textOf(format, names, rows)));
	} else expect(stdout, context).toBe(textOf(format, names, rows));
}

it("writes and logs what a literal model does, under random options", async () => {
	for (let seed = 1; seed <= SETS; ++seed) {
		const below = random(seed);
		for (let skipped = 0; skipped < 8; ++skipped) below(2);
		const options = optionsFrom(below);
		const records = recordsFrom(below, options.format).map((record) => read(record, options));
		const known = await seeHalf(records, options);
		const model = dedupeLiterally(records.filter(isRecordOf(options)), { ...options, known });
		const text = await give(options, path("input"), records);
		const args = argumentsOf(options, path("input"));
		const { status, stdout, stderr } = run(args, options.isPiped ? text : "");
		const context = `seed ${seed}: ${args.join(" ")}`;
		expect([status, stderr], context).toEqual([0, ""]);
		await expectOutput(stdout, outputOf(model.written, options), options.format, context);
		if (options.audits) expect(loggedRows(options), context).toEqual(auditOf(model.duplicates, options));
	}
});
