/**
 * The package that ships is the one that is tested: all vectors, policies with lists, sets, tables and generated lines through the packed package,
 * installed, compared with the sources and with the command line, octet for octet.
 */
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import * as urlsieve from "urlsieve";
import * as crawl from "urlsieve/crawl";
import * as schemes from "urlsieve/schemes";
import * as tables from "urlsieve/tables";
import * as text from "urlsieve/text";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Resident } from "../cli/resident";
import { generatedLines } from "../emulations/lines";
import { everyNth, IS_LONG, size } from "../support/extent";
import { installPacked } from "../support/packed";
import { type Inputs, type Observations, observe } from "./observe.mjs";
import { hostileInputs, type PolicyRow, policyRows, sharedRows } from "./rows";

/** Generated lines. Each goes through seven normalizers, a set and six tables, in two engines and three builds. */
const LINES = Number(process.env.URLSIEVE_RUNS ?? size(20_000, 800));
const SEED = 28;
const HERE = fileURLToPath(new URL(".", import.meta.url));

const lines = generatedLines(LINES, SEED);
const policies = policyRows();
const inputs: Inputs = {
	references: [...everyNth(sharedRows.references(), 3), ...everyNth(hostileInputs(), 12), ...lines.slice(0, size(2000, 500))],
	pairs: sharedRows.pairs(),
	profiles: everyNth(
		[
			...sharedRows.profiles(),
			...["crawl@1", "whatwg@1", "safe-browsing@1"].flatMap((profile) =>
				lines.slice(0, 3000).map((input) => ({ profile, input })),
			),
		],
		36,
	),
	policies,
	lines,
};
/** In the short form, all builds but one take one of this many rows of an input. Profiles have 100,000. */
const FEW = 7;
const FEWER = 24;
const thinned: Inputs = {
	references: everyNth(inputs.references, FEW),
	pairs: everyNth(inputs.pairs, FEW),
	profiles: everyNth(inputs.profiles, FEWER),
	policies: everyNth(policies, FEW),
	lines,
};
/** The same for the answers, by section. Those on lines are answers on all of them. */
const THINNED_BY: { readonly [section: string]: number } = { profiles: FEWER, lines: 1, sets: 1, tables: 1 };
const thinnedAnswers = (all: Observations): Observations =>
	Object.fromEntries(Object.entries(all).map(([section, answers]) => [section, everyNth(answers, THINNED_BY[section] ?? FEW)]));

let folder: string;
const sources: { [engine: string]: Observations } = {};

beforeAll(async () => {
	folder = installPacked();
	for (const name of ["observe.mjs", "observe-installed.mjs"]) cpSync(join(HERE, name), join(folder, name));
	writeFileSync(join(folder, "inputs.json"), JSON.stringify(inputs));
	writeFileSync(join(folder, "thinned.json"), JSON.stringify(thinned));
	const modules = { urlsieve, crawl, tables, text, schemes };
	const wasm = await observe(modules, inputs, "wasm");
	sources.wasm = wasm;
	sources.thinned = thinnedAnswers(wasm);
	sources.js = await observe(modules, thinned, "js");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in the folder with a file of inputs, and reads the observations that it writes. */
function observationsOf(program: string, rows: "inputs" | "thinned", core = "urlsieve"): Observations {
	const output = join(folder, "observations.json");
	rmSync(output, { force: true });
	execFileSync(process.execPath, [program, `${rows}.json`, output, core], { cwd: folder });
	return JSON.parse(readFileSync(output, "utf8"));
}

/** The first answers that differ, with their section and number, and how many there are in each section. */
function differences(actual: Observations, expected: Observations): string[] {
	return Object.keys({ ...expected, ...actual }).flatMap((section) => {
		const [wanted = [], got = []] = [expected[section], actual[section]];
		const wrong = wanted.flatMap((answer, row) =>
			answer === got[row] ? [] : [`${section} ${row}: ${got[row]} instead of ${answer}`],
		);
		if (wrong.length === 0)
			return wanted.length === got.length ? [] : [`${section}: ${got.length} answers instead of ${wanted.length}`];
		return [`${section}: ${wrong.length} of ${wanted.length}`, ...wrong.slice(0, 3)];
	});
}

/** Bundles the program for a condition whose host imports compiled modules, which this loader provides. */
async function bundledFor(condition: string): Promise<string> {
	const wasm = {
		name: "compiled-modules",
		setup({ onResolve, onLoad }: Parameters<NonNullable<Parameters<typeof build>[0]["plugins"]>[number]["setup"]>[0]) {
			onResolve({ filter: /\.wasm(\?module)?$/ }, ({ path, resolveDir }) => ({
				path: join(resolveDir, path.replace("?module", "")),
				namespace: "compiled",
			}));
			onLoad({ filter: /./, namespace: "compiled" }, ({ path }) => ({
				contents: `import { readFileSync } from "node:fs"; export default new WebAssembly.Module(readFileSync(${JSON.stringify(path)}));`,
			}));
		},
	};
	const outfile = join(folder, `observe-${condition}.mjs`);
	await build({
		entryPoints: [join(folder, "observe-installed.mjs")],
		bundle: true,
		format: "esm",
		platform: "neutral",
		external: ["node:*"],
		conditions: [condition],
		plugins: [wasm],
		outfile,
	});
	return basename(outfile);
}

describe("the installed package answers as the sources do", () => {
	it("has rows for every section", () => {
		for (const [section, answers] of Object.entries(sources.wasm ?? {}))
			expect([section, answers.length > 0]).toEqual([section, true]);
		expect(sources.js?.lines).toEqual(sources.wasm?.lines);
	});

	it("by the entries, in WebAssembly", () => {
		expect(differences(observationsOf("observe-installed.mjs", "inputs"), sources.wasm as Observations)).toEqual([]);
	});

	it("by urlsieve/js, in JavaScript", () => {
		expect(differences(observationsOf("observe-installed.mjs", "thinned", "urlsieve/js"), sources.js as Observations)).toEqual(
			[],
		);
	});

	it.each(["workerd", "edge-light"])("under the condition %s, bundled", async (condition) => {
		expect(differences(observationsOf(await bundledFor(condition), "thinned"), sources.thinned as Observations)).toEqual([]);
	});
});

describe("the installed command line answers as the sources do", () => {
	const textOf = (input: readonly string[]) => input.map((line) => `${line}\n`).join("");
	const COMMON = ["--quiet", "--invalid", "blank"];

	/** The output lines of a command for input lines, as npm installs it. */
	const runAlone = (args: readonly string[], input: readonly string[]) =>
		execFileSync(join(folder, "node_modules/.bin/urlsieve"), [...args, ...COMMON], {
			input: textOf(input),
			encoding: "utf8",
			maxBuffer: 1 << 28,
		}).split("\n");

	let resident: Resident | undefined;
	afterAll(() => resident?.end());

	/** The same. All runs share a process in the short form of the tests. */
	const run = (args: readonly string[], input: readonly string[]) => {
		if (IS_LONG) return runAlone(args, input);
		resident ??= new Resident(join(folder, "node_modules/urlsieve/build/out/dist/urlsieve.js"));
		const { status, stdout, stderr } = resident.run([...args, ...COMMON], textOf(input));
		expect([status, stderr.toString()]).toEqual([0, ""]);
		return stdout.toString().split("\n");
	};
	const octets = () => new TextEncoder().encode(textOf(lines));

	it("in normal form, at two levels", () => {
		for (const level of ["syntax", "scheme"] as const) {
			const { lines: expected } = urlsieve.createNormalizer({ level, invalid: "blank" }).normalizeLines(octets());
			expect(runAlone(["normalize", "--level", level], lines)).toEqual(new TextDecoder().decode(expected).split("\n"));
		}
	});

	it.each(["whatwg@1", "crawl@1", "surt@1", "surt-java@1", "w3lib@1", "crawlee@1"] as const)("by the profile %s", (profile) => {
		const { lines: expected } = crawl.createNormalizer({ profile, invalid: "blank" }).keyLines(octets());
		expect(run(["normalize", "--profile", profile, "--print", "key"], lines)).toEqual(
			new TextDecoder().decode(expected).split("\n"),
		);
	});

	it("by policies with lists", () => {
		for (const rows of everyNth(groupsOf(policies.filter(isLine)), FEW).filter(isAccepted)) {
			const [{ policy, lists = [] }] = rows as [PolicyRow];
			const file = join(folder, "policy.json");
			writeFileSync(file, JSON.stringify(policy));
			const flags = lists.flatMap(({ id, format, text }) => {
				const list = join(folder, `${id}.list`);
				writeFileSync(list, text);
				return ["--lists", `${id}=${format === "urlsieve" ? "urlsieve-list" : format}:${list}`];
			});
			const normalizer = normalizerOf(rows[0] as PolicyRow);
			const expected = rows.map(({ input }) => {
				const key = normalizer.tryKey(input);
				return typeof key === "string" ? key : "";
			});
			const args = ["normalize", "--policy", file, ...flags, "--print", "key"];
			const printed = run(
				args,
				rows.map(({ input }) => input),
			);
			expect([policy, printed]).toEqual([policy, [...expected, ""]]);
		}
	});
});

/** The rows of each policy with its lists. */
function groupsOf(rows: readonly PolicyRow[]): PolicyRow[][] {
	const groups = new Map<string, PolicyRow[]>();
	for (const row of rows) {
		const name = JSON.stringify([row.policy, row.lists]);
		groups.set(name, [...(groups.get(name) ?? []), row]);
	}
	return [...groups.values()];
}

/** Whether a reference is the same as a string and as a line. */
function isLine({ input }: PolicyRow): boolean {
	return !/[\r\n]|^\uFEFF/.test(input) && input === input.trim() && Buffer.from(input).toString() === input;
}

function normalizerOf({ policy, lists = [] }: PolicyRow): crawl.CrawlNormalizer {
	const read = lists.map(({ id, format, text: content, strict = false }) =>
		crawl.readList(format === "urlsieve" ? "urlsieve-list" : format, new TextEncoder().encode(content), { name: id, strict }),
	);
	return crawl.createNormalizer({ policy, lists: read });
}

/** Whether the policy and its lists are valid. */
function isAccepted([row]: readonly PolicyRow[]): boolean {
	try {
		return normalizerOf(row as PolicyRow) !== undefined;
	} catch {
		return false;
	}
}
