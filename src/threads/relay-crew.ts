/** All threads of a relay (relay-turns.ts), seen from the main thread, which is one of them. */
import type { Worker } from "node:worker_threads";
import type { LineWorkspace } from "../engine/workspace";
import { asFailure, Failure } from "../failure";
import type { LineCounts } from "../files/input/line-survey";
import type { OpenFile } from "../files/open-file";
import type { Sink } from "../files/output/sink";
import type { LineSettings } from "../lines/lines";
import type { RuleTask } from "../rules/rules";
import { CHUNK_SIZE, Relay, type Total } from "./relay";
import { RelayReader } from "./relay-reader";
import type { LinesBase, RelayReport } from "./relay-turns";
import { RelayThread } from "./relay-turns";
import { startThreads, threadHasEnded } from "./start";

export interface RelayCrewOptions {
	readonly settings: LineSettings;
	/** The rules of the core with these settings, for the other threads. */
	readonly rules: RuleTask;
	readonly base: LinesBase | undefined;
	/** Number of threads, this one included. */
	readonly threads: number;
	/** Files to read in order, each a stream of its own. */
	readonly files: readonly OpenFile[];
}

export class RelayCrew {
	readonly #relay = new Relay();
	readonly #thread: RelayThread;
	readonly #workers: readonly Worker[];
	/** Rejected when another thread fails. Never resolved. */
	readonly #failure: Promise<never>;

	constructor({ settings, rules, base, threads, files }: RelayCrewOptions, workspace: LineWorkspace, results: Sink) {
		const named = ({ descriptor, name }: OpenFile): OpenFile => ({ descriptor, name });
		const task = {
			kind: "relay",
			rules,
			base,
			memory: this.#relay.memory,
			files: files.map(named),
			output: named(results.output),
			rejects: results.rejects && named(results.rejects),
		} as const;
		this.#workers = startThreads(threads - 1, task);
		this.#failure = new Promise((_, reject) => {
			for (const worker of this.#workers) this.#watch(worker, reject);
		});
		// If this thread fails as well, nobody awaits it.
		this.#failure.catch(() => {});
		workspace.reserve(CHUNK_SIZE);
		this.#thread = new RelayThread(this.#relay, new RelayReader(this.#relay, files, workspace), results, settings);
	}

	/** Processes one chunk in this thread. Returns false when all threads are done. Throws the failure of any thread. */
	async turn(): Promise<boolean> {
		const hasMore = await this.#thread.turn();
		if (!this.#relay.writing.isClosed) return hasMore;
		for (const worker of this.#workers) worker.ref();
		return this.#failure;
	}

	/** A total of all threads so far. */
	total(total: Total): number {
		return this.#relay.total(total);
	}

	/** The rejected lines of all threads so far, by their statuses. */
	get statuses(): Float64Array {
		return this.#relay.statuses;
	}

	/** Counts of the lines that all threads have read so far. */
	get lineCounts(): LineCounts {
		return this.#relay.lineCounts;
	}

	#watch(worker: Worker, reject: (failure: Failure) => void): void {
		// Between "started" and the next report. At other times, it holds no ticket that others wait for.
		let mayHoldTicket = false;
		worker.on("message", (report: RelayReport) => {
			mayHoldTicket = report === "started";
			if (typeof report !== "string") reject(new Failure(report.status, report.message));
		});
		const fail = (failure: Failure) => {
			if (!mayHoldTicket) return;
			reject(failure);
			this.#relay.close();
		};
		worker.on("error", (error) => fail(asFailure(error)));
		worker.on("exit", () => fail(threadHasEnded()));
	}
}
