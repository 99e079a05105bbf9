/** Jobs of `dedupe` over tables of text: in memory and in passes, with a log, with choices by class and with what earlier ones know. */
import "../../src/engine/wasm-engine";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { levelBy } from "../../src/dedupe/audit/level-by";
import type { ClassChoice } from "../../src/dedupe/classes/class-choice";
import { dedupe } from "../../src/dedupe/dedupe";
import type { Keep } from "../../src/dedupe/passes/keep";
import { LEAST_MEMORY, planFor } from "../../src/dedupe/passes/plan";
import { DedupeSink } from "../../src/dedupe/report/dedupe-sink";
import { SeenFile } from "../../src/dedupe/seen/seen-file";
import { referenceWorkspace } from "../../src/engine/shared";
import { Source } from "../../src/files/input/source";
import { LineResults } from "../../src/files/output/line-results";
import { Output } from "../../src/files/output/output";
import { LineReader } from "../../src/job/line-reader";
import { LineRules } from "../../src/job/line-rules";
import { ListedRows } from "../../src/job/row-sink";
import { CoreKeys } from "../../src/keys/core-keys";
import { ReportingPace } from "../../src/node/reporting-pace";
import { resolveTableOptions, type TableOptions } from "../../src/tables/text/table-options";
import { useFolder } from "../cli/command";
import { commitAll } from "./commit-all";

const { folder, path } = useFolder();

/** What a job is asked for. */
interface Asked {
	readonly route: "memory" | "passes";
	readonly isLogged?: boolean;
	readonly keep?: Keep;
	readonly countInto?: string;
	readonly seen?: string;
	readonly scheme?: string;
}

/** Runs a job over a table. Returns its files and its counts. */
async function run(text: string, options: Partial<TableOptions>, { route, isLogged, keep, countInto, seen, scheme }: Asked) {
	const files = [path("table")];
	writeFileSync(files[0] as string, text);
	const { command, ...table } = {
		command: "dedupe",
		...resolveTableOptions({ format: "csv", column: "u", engine: "wasm", ...options }),
	};
	const outputs = ["out", "rejects", "audit"].map((name) => new Output(path(name)));
	const [output, rejects, audit] = outputs as [Output, Output, Output];
	const results = new LineResults(output, rejects);
	const sink = new DedupeSink(results, isLogged ? { audit } : {});
	const source = new Source({ files });
	const isByClass = keep !== undefined || countInto !== undefined;
	const task = { size: source.size, isOriginal: true, isAudited: isLogged === true, isByClass };
	const plan = route === "memory" ? undefined : planFor(task, LEAST_MEMORY, folder);
	const settings = table.settings;
	await sink.begin({ args: [], rules: {}, reason: () => levelBy(settings, referenceWorkspace("wasm")) }, plan);
	const rules = new LineRules({ settings, options: { engine: settings.engine } });
	const reader = new LineReader({ source, threads: 1, scheme }, rules, new ReportingPace(() => {}, source.size));
	const choice: ClassChoice = { keep: keep ?? { which: "first" }, countInto, counts: countInto !== undefined };
	const rows = { table: { ...table, command, files }, sink: new ListedRows(results, table.column, sink) };
	const set = seen === undefined ? undefined : await SeenFile.open(seen, { waits: false, say: () => {}, neverBlocks: true });
	const way = { route, plan };
	const byClass = isByClass ? choice : undefined;
	const counts = await dedupe({
		reader,
		keys: new CoreKeys(settings),
		way,
		sink,
		isOriginal: true,
		byClass,
		rows,
		set,
		temp: folder,
	});
	commitAll(outputs, set);
	const [out, rejected, audited] = outputs.map(({ name }) => readFileSync(name, "utf8"));
	const { tempOctets, ...all } = counts;
	expect(tempOctets !== undefined).toBe(route === "passes");
	return { out, rejected, audited, counts: all };
}

const CSV = "u,n\nhttp://a,5\nHTTP://B/,1\n,7\nHTTP://A/,9\nhttp://[,2\nhttp://b,1\nhttp://a/,3\n";
const JSONL = '{"u":"http://a","n":5}\n{"u":"HTTP://A/","n":9}\n{"n":1}\n{"u":"http://a/","n":"07"}\n{"u":"http://[","n":2}\n';

describe.each(["memory", "passes"] as const)("rows of a table in %s", (route) => {
	it("stay if they are the first of their class, or have no reference", async () => {
		const { out, rejected, audited, counts } = await run(CSV, {}, { route });
		expect(out).toBe("u,n\nhttp://a/,5\nhttp://b/,1\n,7\nhttp://[,2\n");
		expect(rejected).toBe("5\t7\tinvalid-ip-literal\tu\thttp://[\n");
		expect([audited, counts]).toEqual(["", { rows: 7, unique: 2, duplicates: 3, empty: 1, requests: 0 }]);
	});

	it("stay as they came, or without a reference that is rejected", async () => {
		expect((await run(CSV, { print: "original" }, { route })).out).toBe("u,n\nhttp://a,5\nHTTP://B/,1\n,7\nhttp://[,2\n");
		expect((await run(CSV, { invalid: "drop" }, { route })).out).toBe("u,n\nhttp://a/,5\nhttp://b/,1\n,7\n");
		expect((await run(CSV, { invalid: "blank" }, { route })).out).toBe("u,n\nhttp://a/,5\nhttp://b/,1\n,7\n,2\n");
		expect((await run(CSV, { into: "v" }, { route })).out).toBe(
			"u,n,v\nhttp://a,5,http://a/\nHTTP://B/,1,http://b/\n,7,\nhttp://[,2,http://[\n",
		);
	});

	it("are logged with the numbers of both", async () => {
		const { audited, counts } = await run(CSV, {}, { route, isLogged: true });
		expect(audited).toBe(
			"http://a\tHTTP://A/\tscheme\t1\t4\nHTTP://B/\thttp://b\tscheme\t2\t6\nhttp://a\thttp://a/\tscheme\t1\t7\n",
		);
		expect(counts).toEqual({ rows: 7, unique: 2, duplicates: 3, empty: 1, requests: 0, merges: { scheme: 3 } });
	});

	it("stay by place or by the value in a column", async () => {
		const kept = async (which: Keep["which"], column?: string) => (await run(CSV, {}, { route, keep: { which, column } })).out;
		expect(await kept("first")).toBe("u,n\nhttp://a/,5\nhttp://b/,1\n,7\nhttp://[,2\n");
		expect(await kept("last")).toBe("u,n\n,7\nhttp://[,2\nhttp://b/,1\nhttp://a/,3\n");
		expect(await kept("min", "n")).toBe("u,n\nhttp://b/,1\n,7\nhttp://[,2\nhttp://a/,3\n");
		expect(await kept("max", "2")).toBe("u,n\nhttp://b/,1\n,7\nhttp://a/,9\nhttp://[,2\n");
	});

	it("have the sizes of their classes in a new column", async () => {
		expect((await run(CSV, {}, { route, countInto: "c" })).out).toBe("u,n,c\nhttp://a/,5,3\nhttp://b/,1,2\n,7,\nhttp://[,2,\n");
		const last = { route, countInto: "c", keep: { which: "last" } } as const;
		expect((await run(CSV, { invalid: "drop" }, last)).out).toBe("u,n,c\n,7,\nhttp://b/,1,2\nhttp://a/,3,3\n");
	});

	it("are in no class if nothing is left of their references", async () => {
		const csv = "u,n\nhttp://a,5\n\u0001,1\nHTTP://A,2\n\u0001,3\n \u0002,4\n";
		const sizes = async (which: Keep["which"]) => (await run(csv, {}, { route, countInto: "c", keep: { which } })).out;
		expect(await sizes("first")).toBe("u,n,c\nhttp://a/,5,2\n\u0001,1,\n\u0001,3,\n \u0002,4,\n");
		expect(await sizes("last")).toBe("u,n,c\n\u0001,1,\nhttp://a/,2,2\n\u0001,3,\n \u0002,4,\n");
	});

	it("of JSON stay, and have sizes, likewise", async () => {
		const json = { format: "jsonl" } as const;
		expect((await run(JSONL, json, { route })).out).toBe('{"u":"http://a/","n":5}\n{"n":1}\n{"u":"http://[","n":2}\n');
		const least = { route, countInto: "c", keep: { which: "max", column: "n" } } as const;
		expect((await run(JSONL, json, least)).out).toBe('{"u":"http://a/","n":9,"c":3}\n{"n":1}\n{"u":"http://[","n":2}\n');
	});

	it("are compared with what earlier jobs have kept", async () => {
		const seen = path(`rows-${route}.seen`);
		await run("u,n\nHTTP://A,1\n", {}, { route, seen });
		const { out, audited, counts } = await run(CSV, {}, { route, seen, isLogged: true });
		expect(out).toBe("u,n\nhttp://b/,1\n,7\nhttp://[,2\n");
		expect(audited).toBe(
			"-\thttp://a\t-\t-\t1\n-\tHTTP://A/\t-\t-\t4\nHTTP://B/\thttp://b\tscheme\t2\t6\n-\thttp://a/\t-\t-\t7\n",
		);
		expect(counts).toMatchObject({ rows: 7, unique: 1, duplicates: 4, empty: 1 });
		expect((await run(CSV, {}, { route, seen })).out).toBe("u,n\n,7\nhttp://[,2\n");
	});

	it("have references that are completed by a scheme", async () => {
		const { out } = await run("u\na.example/x\nHTTP://A.example/x\nb.example\n", {}, { route, scheme: "http" });
		expect(out).toBe("u\nhttp://a.example/x\nhttp://b.example/\n");
	});

	it("may be none", async () => {
		expect(await run("u,n\n", {}, { route })).toMatchObject({
			out: "u,n\n",
			counts: { rows: 0, unique: 0, duplicates: 0, empty: 0 },
		});
	});
});
