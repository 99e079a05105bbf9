/** `dedupe` under random options, in every way that it takes through a list or table, against a literal model. */
import { readFileSync, rmSync } from "node:fs";
import { createNormalizer, type Policy } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { run, useFolder } from "../cli/command";
import { size } from "../support/extent";
import { type Choice, type Dropped, dedupeLiterally, type Read, type Written } from "../support/literal-dedupe";
import { random } from "../support/literal-merges";

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
const FORMATS = ["lines", "csv", "tsv", "jsonl"] as const;
const MEMORY = ["--memory", "16M"];
const THREADS = ["--threads", "2"];
const PRINTS = ["normalized", "original", "key"] as const;

interface Options extends Choice {
	readonly format: (typeof FORMATS)[number];
	readonly profile: (typeof PROFILES)[number] | "policy";
	readonly engine: "wasm" | "js";
	readonly way: readonly string[];
	readonly isPiped: boolean;
	readonly print: (typeof PRINTS)[number];
	readonly counts: boolean;
	/** A new last column for the results. */
	readonly into: boolean;
	readonly completes: boolean;
	readonly audits: boolean;
	readonly comments: boolean;
	/** An earlier run has put the first half into a set. */
	readonly seen: boolean;
}

/** A record before it is normalized. */
type Given = Omit<Read, "completed" | "form" | "key" | "judged" | "isAbsent">;
type Below = (limit: number) => number;

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
		isPiped: below(3) === 0,
		...choice,
		invalid: one(["keep", "drop", "blank"]),
		byGroup: isTable && !seen && below(3) === 0,
		print,
		counts: !seen && below(3) === 0,
		into: isTable && print !== "original" && below(3) === 0,
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

const SPELLINGS: readonly ((name: string) => string)[] = [
	(name) => `http://h/${name}`,
	(name) => `HTTP://H/${name}`,
	(name) => `http://h:80/./${name}`,
	(name) => `http://h/${name}?utm_source=x`,
	(name) => `http://h/${name}#top`,
	(name) => `https://h/${name}`,
	(name) => `HTTPS://www.h/${name}`,
	(name) => `http://user@www.h/${name} `,
	(name) => `//h.example/${name}`,
	(name) => `h.example/${name}`,
	(name) => `http://é.example/${name}`,
	(name) => `http://[/${name}`,
	(name) => `# ${name}`,
	(name) => `https://h/Print/${name}?page=1`,
	(name) => `http://m.h.example/${name}?utm_x=1&b`,
	(name) => `http://h/${name}/${"x".repeat(40)}`,
	() => "",
];

/** References with duplicates in several spellings, refused ones, comments, empty and long ones. */
function recordsFrom(below: Below): Given[] {
	const kind = below(60);
	// None or few, more than a batch has, or some hundreds.
	const count = kind < 4 ? below(4) : kind === 4 ? 5_000 : below(400);
	return Array.from({ length: count }, (_, index) => ({
		number: index + 1,
		reference: (SPELLINGS[below(SPELLINGS.length)] as (name: string) => string)(`${below(Math.ceil(count / 4))}`),
		value: below(20),
		group: `g${below(3)}`,
	}));
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

const SEPARATORS = { csv: ",", tsv: "\t" } as const;
type Cells = readonly (readonly [name: string, value: string | number | undefined])[];

/** Rows as a table, or the first cells as a list. */
function written(format: Options["format"], names: readonly string[], rows: readonly Cells[]): string {
	if (format === "lines") return rows.map(([first]) => `${first?.[1]}\n`).join("");
	if (format === "jsonl") return rows.map((cells) => `${JSON.stringify(Object.fromEntries(cells))}\n`).join("");
	return [names, ...rows.map((cells) => cells.map(([, value]) => value ?? ""))]
		.map((row) => `${row.join(SEPARATORS[format])}\n`)
		.join("");
}

const cellsOf = ({ reference, value, group }: Given): Cells => [
	["u", reference],
	["n", value],
	["g", group],
];

function outputOf(rows: readonly Written[], options: Options): string {
	const { format, into, counts } = options;
	const names = ["u", "n", "g", ...(into ? ["v"] : []), ...(counts ? ["c"] : [])];
	const cells = rows.map((row) => {
		const { record, count, isBlank } = row;
		const result = isBlank ? "" : resultOf(record, options);
		if (format === "lines") return [["u", counts ? `${count ?? 1}\t${result}` : result]] as Cells;
		const replaced = cellsOf(into ? record : { ...record, reference: result });
		// JSON has no member for what a row has not.
		const made = format === "jsonl" && record.isAbsent ? undefined : result;
		return [...replaced, ...(into ? ([["v", made]] as Cells) : []), ...(counts ? ([["c", count]] as Cells) : [])];
	});
	return written(format, names, cells);
}

function resultOf({ reference, completed, form, key }: Read, { print, format }: Options): string {
	return { original: format === "lines" ? completed : reference, normalized: form ?? completed, key: key ?? completed }[print];
}

function argumentsOf(options: Options, file: string): string[] {
	const { format, profile, engine, way, invalid, print, into, counts, byGroup, completes, audits, comments, isPiped, seen } =
		options;
	const isTable = format !== "lines";
	const rules = profile === "policy" ? ["--policy", write("policy.json", JSON.stringify(POLICY))] : ["--profile", profile];
	return [
		...["dedupe", "--quiet", ...rules, "--engine", engine, ...way, "--invalid", invalid, "--print", print],
		...["--keep", [...options.orders.map(({ which, of }) => `${which}:${of === "value" ? "n" : "g"}`), options.keep].join(",")],
		...(options.prefer.length > 0 ? ["--prefer", options.prefer.join(",")] : []),
		...(isTable ? ["--format", format, "--column", "u"] : []),
		...(into ? ["--into", "v"] : []),
		...(counts ? (isTable ? ["--count-into", "c"] : ["--count"]) : []),
		...(byGroup ? ["--by", "u,g"] : []),
		...(completes ? ["--default-scheme", "https"] : []),
		...(comments ? ["--comments"] : []),
		...(audits ? ["--audit", path("audit.tsv")] : []),
		...(seen ? ["--seen", path("random.seen")] : []),
		...(isPiped ? [] : [file]),
	];
}

const auditOf = (duplicates: readonly Dropped[]) =>
	duplicates.map(({ kept, dropped }) => [
		kept?.completed ?? "-",
		dropped.completed,
		`${kept?.number ?? "-"}`,
		`${dropped.number}`,
	]);

function loggedRows(): string[][] {
	const lines = readFileSync(path("audit.tsv"), "utf8").split("\n").slice(0, -1);
	const rows = lines
		.map((line) => line.split("\t"))
		.map(([kept = "", dropped = "", , first = "", second = ""]) => [kept, dropped, first, second]);
	return rows.sort(([, , , a], [, , , b]) => Number(a) - Number(b));
}

const tableOf = ({ format }: Options, records: readonly Given[]) => written(format, ["u", "n", "g"], records.map(cellsOf));

/** Runs the first half of the records with a new set. Returns the keys that the set has then. */
function seeHalf(records: readonly Read[], options: Options): Set<string | undefined> {
	rmSync(path("random.seen"), { force: true });
	if (!options.seen) return new Set();
	const half = records.slice(0, Math.ceil(records.length / 2));
	const args = argumentsOf({ ...options, isPiped: false }, write("half", tableOf(options, half)));
	expect(run(args).status, args.join(" ")).toBe(0);
	return new Set(half.filter(isRecordOf(options)).map(({ key }) => key));
}

const isRecordOf =
	({ comments }: Options) =>
	({ reference }: Given) =>
		!comments || !/^(?:#|$)/.test(reference);

it("writes and logs what a literal model does, under random options", () => {
	for (let seed = 1; seed <= SETS; ++seed) {
		const below = random(seed);
		for (let skipped = 0; skipped < 8; ++skipped) below(2);
		const options = optionsFrom(below);
		const records = recordsFrom(below).map((record) => read(record, options));
		const known = seeHalf(records, options);
		const model = dedupeLiterally(records.filter(isRecordOf(options)), { ...options, known });
		const table = tableOf(options, records);
		const args = argumentsOf(options, write("input", table));
		const { status, stdout, stderr } = run(args, options.isPiped ? table : "");
		const context = `seed ${seed}: ${args.join(" ")}`;
		expect([status, stderr], context).toEqual([0, ""]);
		expect(stdout, context).toBe(outputOf(model.written, options));
		if (options.audits) expect(loggedRows(), context).toEqual(auditOf(model.duplicates));
	}
});
