/** Threads that take turns at files, the main one among them. */
import type { Worker } from "node:worker_threads";
import type { Workspace } from "../../engine/workspace";
import type { NormalizeOptions, Settings } from "../../options";
import { asFailure, Failure } from "../failure";
import type { LineCounts } from "../input/line-survey";
import type { OpenFile } from "../open-file";
import type { LineResults } from "../output/line-results";
import { CHUNK_SIZE, Relay, type Sum } from "./relay";
import { RelayReader } from "./relay-reader";
import type { LinesBase, RelayReport } from "./relay-worker";
import { Runner } from "./runner";
import { startThreads } from "./start";

export interface RelayCrewOptions {
	readonly settings: Settings;
	/** As `settings` were settled from: what the other threads settle theirs from. */
	readonly options: NormalizeOptions;
	readonly base: LinesBase | undefined;
	/** Number of threads, this one included. */
	readonly threads: number;
	/** What is read, one after the other, each a stream of its own. */
	readonly files: readonly OpenFile[];
}

export class RelayCrew {
	readonly #relay = new Relay();
	readonly #runner: Runner;
	readonly #workers: readonly Worker[];
	/** Never resolved; rejected when another thread fails. */
	readonly #failure: Promise<never>;

	constructor({ settings, options, base, threads, files }: RelayCrewOptions, workspace: Workspace, results: LineResults) {
		const named = ({ descriptor, name }: OpenFile): OpenFile => ({ descriptor, name });
		const errand = {
			kind: "relay",
			options,
			base,
			memory: this.#relay.memory,
			files: files.map(named),
			output: named(results.output),
			rejects: results.rejects && named(results.rejects),
		} as const;
		this.#workers = startThreads(threads - 1, errand);
		this.#failure = new Promise((_, reject) => {
			for (const worker of this.#workers) this.#watch(worker, reject);
		});
		// It may come to nothing, when this thread fails as well.
		this.#failure.catch(() => {});
		workspace.reserve(CHUNK_SIZE);
		this.#runner = new Runner(this.#relay, new RelayReader(this.#relay, files, workspace), results, settings);
	}

	/** Takes a chunk from the files to the output. Answers false when all threads are done. Throws what any of them threw. */
	async turn(): Promise<boolean> {
		const goesOn = await this.#runner.turn();
		if (!this.#relay.writing.isClosed) return goesOn;
		for (const worker of this.#workers) worker.ref();
		return this.#failure;
	}

	/** What all threads did together so far. */
	sum(sum: Sum): number {
		return this.#relay.sum(sum);
	}

	/** What lines look like that all threads read so far. */
	get lineCounts(): LineCounts {
		return this.#relay.lineCounts;
	}

	#watch(worker: Worker, reject: (failure: Failure) => void): void {
		let hasBegun = false;
		worker.on("message", (report: RelayReport) => {
			if (report === "begun") hasBegun = true;
			else reject(new Failure(report.status, report.message));
		});
		worker.on("error", (error) => {
			// Until it has begun, it has drawn no ticket that others wait for.
			if (!hasBegun) return;
			reject(asFailure(error));
			this.#relay.close();
		});
	}
}
