/**
 * Rows for `learn`. With two threads, another one reads them and makes their keys, while the main one works on the previous ones.
 *
 * ```
 *   the other thread    read 1 | key 1 | read 2 | key 2 | read 3 | key 3 | waits …
 *                                      \                \
 *   the main thread                     learn from 1 ──▶ learn from 2 …
 * ```
 *
 * Batches come in the order of the rows, so that nothing depends on the number of threads. If no other thread can start, the main one
 * reads.
 */
import { on } from "node:events";
import type { Worker } from "node:worker_threads";
import { EXIT, Failure } from "../../failure";
import { startThreads } from "../../threads/start";
import type { BaseOptions } from "../corpus/base";
import type { FetchReport, FetchTask, KeyedFetches } from "./fetch-thread";
import { FetchRows, type RowReading } from "./read-fetches";

/** Rows, and the progress of their reading. */
export interface FetchSource extends Pick<FetchRows, "counts" | "position" | "sizes"> {
	/** The rows of all files, in order. Throws Failure. */
	batches(): AsyncGenerator<KeyedFetches>;
}

/** Opens all files. Another thread reads them if several are allowed, and none is a pipe or needs a library. Throws Failure. */
export function openFetches(reading: RowReading, { policy, lists, engine }: BaseOptions, threads = 1): FetchSource {
	const rows = new FetchRows(reading);
	if (threads < 2 || !rows.isOfFiles) return rows;
	return new FetchesAhead(rows, { kind: "fetches", reading, base: { policy, lists, engine } });
}

class FetchesAhead implements FetchSource {
	readonly #rows: FetchRows;
	readonly #task: FetchTask;
	#last: Pick<FetchRows, "counts" | "position">;

	constructor(rows: FetchRows, task: FetchTask) {
		this.#rows = rows;
		this.#task = task;
		this.#last = rows;
	}

	get counts(): FetchRows["counts"] {
		return this.#last.counts;
	}

	get position(): number {
		return this.#last.position;
	}

	get sizes(): FetchRows["sizes"] {
		return this.#rows.sizes;
	}

	async *batches(): AsyncGenerator<KeyedFetches> {
		const [worker] = startThreads(1, this.#task);
		try {
			if (worker === undefined || !(yield* this.#from(worker))) yield* this.#rows.batches();
		} finally {
			this.#rows.close();
			await worker?.terminate();
		}
	}

	/** Yields the batches of another thread. Returns false if it has not started. Throws Failure. */
	async *#from(worker: Worker): AsyncGenerator<KeyedFetches, boolean> {
		worker.ref();
		let hasStarted = false;
		try {
			for await (const [report] of on(worker, "message", { close: ["exit"] }) as AsyncIterable<[FetchReport]>) {
				if (report.kind === "failed") throw failureOf(report);
				hasStarted = true;
				if (report.kind === "started") continue;
				this.#last = report;
				if (report.kind === "end") return true;
				yield report.batch;
				worker.postMessage("done with one");
			}
		} catch (error) {
			if (hasStarted) throw error;
		}
		if (hasStarted) throw new Failure(EXIT.IO, "the thread that reads the rows has ended before their end; repeat the run");
		return false;
	}
}

/** The error as the other thread has thrown it. */
function failureOf({ status, code, message }: FetchReport & { readonly kind: "failed" }): Error {
	return status === undefined ? Object.assign(new Error(message), { code }) : new Failure(status, message);
}
