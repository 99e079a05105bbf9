/** Jobs of `dedupe` over a list, with the set in memory and in passes, on each engine: results as a literal reading has them. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Engine } from "urlsieve";
import { expect, it } from "vitest";
import { levelBy } from "../../src/dedupe/audit/level-by";
import { dedupe } from "../../src/dedupe/dedupe";
import { LEAST_MEMORY, planFor } from "../../src/dedupe/passes/plan";
import { DedupeSink } from "../../src/dedupe/report/dedupe-sink";
import { coreRules } from "../../src/dedupe/report/run-rules";
import type { Way } from "../../src/dedupe/way";
import { referenceWorkspace } from "../../src/engine/shared";
import { Source } from "../../src/files/input/source";
import { LineResults } from "../../src/files/output/line-results";
import { Output } from "../../src/files/output/output";
import { LineReader } from "../../src/job/line-reader";
import { ReportingPace } from "../../src/node/reporting-pace";
import { openRules } from "../../src/node/rules";
import { useFolder } from "../cli/command";
import { describeEngines } from "../support/engines";
import { countedOf, hostileList, keptOf, rowsOf } from "../support/literal-merges";

const { path } = useFolder();

/** What a job is asked for besides the unique lines. */
interface Asked {
	readonly isOriginal?: boolean;
	readonly isLogged?: boolean;
	readonly counts?: boolean;
}

/** Runs a job over a list. Returns the texts of its files. */
async function run(engine: Engine, route: Way["route"], list: string, { isOriginal = false, isLogged, counts }: Asked) {
	writeFileSync(path("list.txt"), list);
	const { rules, keys } = await openRules({ engine }, isOriginal ? "original" : "normalized");
	const source = new Source({ files: [path("list.txt")] });
	const outputs = ["out.txt", "rejects.tsv", "audit.tsv", "report.json"].map((name) => new Output(path(name)));
	const [output, rejects, audit, report] = outputs as [Output, Output, Output, Output];
	const task = { size: source.size, isOriginal, isAudited: isLogged === true, isByClass: counts === true };
	const plan = route === "memory" ? undefined : planFor(task, LEAST_MEMORY, path("."));
	const sink = new DedupeSink(new LineResults(output, rejects), isLogged ? { audit, report } : {});
	const settings = rules.coreSettings;
	const reason = () => levelBy(settings, referenceWorkspace(engine));
	await sink.begin({ args: [], rules: coreRules(settings), reason }, plan);
	const reader = new LineReader({ source, threads: 1 }, rules, new ReportingPace(() => {}, source.size));
	const byClass = counts ? ({ keep: { which: "last" }, countInto: undefined, counts } as const) : undefined;
	await dedupe({ reader, keys, way: { route, plan }, sink, isOriginal, byClass, temp: path(".") });
	for (const file of outputs) {
		file.seal(false);
		file.commit();
	}
	const [text, rejected, rows, page] = outputs.map(({ name }) => readFileSync(name, "utf8"));
	return { text, rejected, rows, page };
}

/** Counts with each digit and each number of zeros. */
const COUNTS = [1, 9, 10, 11, 20, 99, 100, 101, 200, 1000];
const REPEATED = COUNTS.map((count) => `http://h/${count}\n`.repeat(count)).join("");
/** Lines that no window holds, the last of them without a line end. */
const [LONG, OTHER] = ["a", "b"].map((octet) => `http://h/${octet.repeat(20_000)}`);
const LISTS = [
	"",
	"\n",
	`http://a\nHTTP://A/\nhttp://a\n${LONG}\nx\nHTTP://H${LONG?.slice(8)}\n${OTHER}`,
	REPEATED,
	hostileList(4, 800),
];

describeEngines("a job of dedupe", (engine) => {
	for (const route of ["memory", "passes"] as const) {
		it(`writes the first line of each class: ${route}`, async () => {
			for (const list of LISTS) {
				for (const isOriginal of [false, true]) {
					const { text } = await run(engine, route, list, { isOriginal });
					expect(text).toBe(keptOf(list, isOriginal));
				}
			}
		});

		it(`lists each duplicate with its reason and both numbers: ${route}`, async () => {
			for (const list of LISTS) {
				const { text, rows } = await run(engine, route, list, { isLogged: true });
				expect(text).toBe(keptOf(list));
				expect(rows).toBe(rowsOf(list));
			}
		});

		it(`writes the last line of each class after its size: ${route}`, async () => {
			for (const list of LISTS) expect((await run(engine, route, list, { counts: true })).text).toBe(countedOf(list));
		});
	}
});
