/** Rows of duplicates, counted lines and members of classes, on each engine in this process: as a literal reading has them. */
import { fstatSync, ftruncateSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Engine } from "urlsieve";
import { expect, it } from "vitest";
import { Audit, MergeLog } from "../../src/dedupe/audit/audit";
import { levelBy } from "../../src/dedupe/audit/level-by";
import { LineClasses } from "../../src/dedupe/classes/line-classes";
import { MergeReport } from "../../src/dedupe/report/merge-report";
import { Ordinals } from "../../src/engine/ordinals";
import { SeenTables } from "../../src/engine/seen-tables";
import { createKernel } from "../../src/engine/select";
import { linesWorkspace, referenceWorkspace } from "../../src/engine/shared";
import { EXIT, Failure } from "../../src/failure";
import { Output } from "../../src/files/output/output";
import { LineSieve, type SievedBatch } from "../../src/lines/line-sieve";
import { resolveOptions } from "../../src/options";
import { describeEngines } from "../support/engines";
import { useFolder } from "./command";

const { path } = useFolder();

/** The descriptors of open files, without the one by which they are listed. */
function openFiles(): number[] {
	return readdirSync("/proc/self/fd").map(Number).filter(isFile);
}

function isFile(descriptor: number): boolean {
	try {
		return fstatSync(descriptor).isFile();
	} catch {
		return false;
	}
}

/** Feeds a list through a numbered set, and its batches to `take`. */
function sieve(engine: Engine, list: string, take: (batch: SievedBatch) => void): void {
	const tables = new SeenTables(() => createKernel(engine), { ordinals: new Ordinals() });
	const seen = { settings: resolveOptions({ engine }), key: new Uint8Array(16), tables };
	const { feed } = new LineSieve(linesWorkspace(engine), seen, "normalized", take);
	feed.push(Buffer.from(list));
	feed.end();
}

/** The log of a list, the numbers of its duplicates by reason, and the report's data. */
function logged(engine: Engine, list: string) {
	const output = new Output(path(`audit-${engine}`));
	const settings = resolveOptions({ engine });
	const report = new MergeReport(tmpdir(), 65536);
	const log = new MergeLog({ output, report }, levelBy(settings, referenceWorkspace(engine)));
	const audit = new Audit(log, 0, engine);
	sieve(engine, list, (batch) => audit.add(batch));
	audit.end();
	output.seal(false);
	output.commit();
	return { rows: readFileSync(path(`audit-${engine}`), "utf8"), merges: log.merges };
}

const LIST = "http://a\nHTTP://a/\r\n1:\nhttp://a\nx:b\tc\nx:b%09c\n\n1:\nhttp://a/%7e\nhttp://a/~\nx:b\tc\nhttp://a\n";
const LONG = Array.from(
	{ length: 3000 },
	(_, at) => `http://${at % 7 ? "h" : "H"}.example/${(at * 7919) % 1500}${"/p".repeat(at % 40)}\n`,
);

describeEngines("rows of duplicates", (engine) => {
	it("have the kept line, the dropped line, the level and both numbers", () => {
		expect(logged(engine, LIST)).toEqual({
			rows: [
				"http://a\tHTTP://a/\tscheme\t1\t2\n",
				"http://a\thttp://a\tstring\t1\t4\n",
				"http://a/%7e\thttp://a/~\tsyntax\t9\t10\n",
				"x:b%09c\tx:b%09c\tstring\t5\t11\n",
				"http://a\thttp://a\tstring\t1\t12\n",
			].join(""),
			merges: { scheme: 1, string: 3, syntax: 1 },
		});
	});

	it("are one for each duplicate of a list with many", () => {
		const list = [...LONG, ...LONG, ...LONG].join("");
		const { rows, merges } = logged(engine, list);
		const lines = list.trimEnd().split("\n");
		const found = rows
			.trimEnd()
			.split("\n")
			.map((row) => row.split("\t"));
		expect(found.length).toBe(Object.values(merges).reduce((sum, count) => sum + count, 0));
		for (const [kept, dropped, , keptLine, droppedLine] of found) {
			expect([kept, dropped]).toEqual([lines[Number(keptLine) - 1], lines[Number(droppedLine) - 1]]);
		}
	});
});

describeEngines("counted lines", (engine) => {
	it.each([
		["first", "4\thttp://a/\n1\t1:\n2\tx:bc\n1\tx:b%09c\n1\t\n1\t1:\n2\thttp://a/~\n"],
		["last", "1\t1:\n1\tx:b%09c\n1\t\n1\t1:\n2\thttp://a/~\n2\tx:bc\n4\thttp://a/\n"],
	] as const)("have the size of the class of the %s line", (which, expected) => {
		const output = new Output(path(`counted-${engine}-${which}`));
		const classes = new LineClasses({ which, counts: true, isOriginal: false });
		sieve(engine, LIST, (batch) => classes.add(batch));
		classes.write(output, engine);
		output.seal(false);
		output.commit();
		expect(readFileSync(path(`counted-${engine}-${which}`), "utf8")).toBe(expected);
	});

	it.skipIf(process.platform !== "linux").each([0, 300, 2 ** 18])("end the run if their file is cut to %d octets", (size) => {
		const before = openFiles();
		const classes = new LineClasses({ which: "first", counts: true, isOriginal: false });
		const own = openFiles().filter((descriptor) => !before.includes(descriptor));
		// Longer than what is read at once.
		sieve(engine, `http://a/${"b".repeat(300_000)}\nhttp://c/\n`, (batch) => classes.add(batch));
		const file = own.find((descriptor) => fstatSync(descriptor).size > 300_000) as number;
		ftruncateSync(file, size);
		const output = new Output(path(`cut-${engine}`));
		const sentence = `the temporary file in ${tmpdir()} is damaged; check the disk, and repeat the run`;
		expect(() => classes.write(output, engine)).toThrow(new Failure(EXIT.IO, sentence));
		output.abandon();
	});
});
