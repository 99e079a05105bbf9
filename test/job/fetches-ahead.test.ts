/** Rows that another thread reads ahead: what the main one makes of its messages. */
import { expect, it } from "vitest";
import { Failure } from "../../src/failure";
import type { FetchReport } from "../../src/job/fetch-thread";
import { openFetches } from "../../src/job/fetches-ahead";
import { setProgram } from "../../src/threads/start";
import { useFolder } from "../cli/command";

const { write } = useFolder();

const ROWS = write("rows.csv", "url,digest\nhttp://a/,x\nhttp://b/,y\n");
const COUNTS = { rows: 2, empty: 0, faults: 0 };

/** The numbers of rows of all batches, if the other thread sends these messages, and what the main one then says or throws. */
async function readFrom(
	name: string,
	reports: readonly FetchReport[],
): Promise<[rows: number[], counts: object, error?: unknown]> {
	const messages = reports.map((report) => `parentPort.postMessage(${JSON.stringify(report)});\n`).join("");
	const program = write(`${name}.mjs`, `import { parentPort } from "node:worker_threads";\n${messages}`);
	setProgram(() => program);
	const reading = { command: "learn", files: [{ path: ROWS, format: "csv" }], named: {}, hasHeader: true, engine: "js" } as const;
	const fetches = openFetches(reading, { engine: "js" }, 2);
	const rows: number[] = [];
	try {
		for await (const batch of fetches.batches()) rows.push(batch.rows);
		return [rows, fetches.counts];
	} catch (error) {
		return [rows, fetches.counts, error];
	}
}

const NONE = { rows: 0, empty: 0, faults: 0 };
const batchOf = (rows: number): FetchReport => ({
	kind: "batch",
	batch: { rows } as never,
	counts: { ...NONE, rows: 7 },
	position: 1,
});
const END: FetchReport = { kind: "end", counts: { ...NONE, rows: 9 }, position: 2 };
const failed = (status?: number): FetchReport => ({ kind: "failed", status, code: "CODE", message: "MESSAGE" });

it("come in the order of the messages, with the counts of the last one", async () => {
	expect(await readFrom("whole", [{ kind: "started" }, batchOf(3), batchOf(4), END])).toEqual([[3, 4], END.counts]);
});

it("are read here if the other thread fails before it has started, or never starts", async () => {
	expect(await readFrom("failing", [failed(3)])).toEqual([[2], COUNTS]);
	expect(await readFrom("silent", [])).toEqual([[2], COUNTS]);
});

it("end with the error that the other thread has thrown, or with its end", async () => {
	const started: FetchReport = { kind: "started" };
	for (const status of [2, 3]) {
		const [rows, counts, error] = await readFrom(`failed-${status}`, [started, batchOf(3), failed(status)]);
		expect([rows, counts, error]).toEqual([[3], { ...NONE, rows: 7 }, expect.objectContaining({ status, message: "MESSAGE" })]);
		expect(error).toBeInstanceOf(Failure);
	}
	const [, , other] = await readFrom("thrown", [started, failed()]);
	expect(other).toMatchObject({ code: "CODE", message: "MESSAGE" });
	expect(other).not.toBeInstanceOf(Failure);
	const [, , ended] = await readFrom("ended", [started, batchOf(3)]);
	expect(ended).toMatchObject({
		status: 3,
		message: "the thread that reads the rows has ended before their end; repeat the run",
	});
});
