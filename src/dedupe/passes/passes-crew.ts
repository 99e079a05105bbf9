/**
 * All threads of a run in passes, seen from the main thread, which is one of them.
 *
 * ```
 *   pass 1   each thread reads chunks in turn and scatters to streams and blocks of its own
 *   pass 2   each thread takes the next partition, with the blocks of all threads; the maps are merged
 *   pass 3   each thread reads chunks in turn, and writes in turn
 * ```
 *
 * Between two passes the main thread waits for the others. A thread that does not start is not missed.
 */
import type { Worker } from "node:worker_threads";
import { asFailure, Failure } from "../../failure";
import type { OpenFile } from "../../files/open-file";
import type { Sink } from "../../files/output/sink";
import type { PassName } from "../../job/pace";
import type { RuleTask } from "../../rules/rules";
import { CHUNK_SIZE, Relay, Total } from "../../threads/relay";
import { startThreads } from "../../threads/start";
import type { Plan } from "../plan";
import type { BlockFile } from "./block-file";
import { SharedMap } from "./fates";
import type { FirstPass } from "./first-pass";
import type { PassRules } from "./pass-rules";
import {
	CHANGED,
	type CompareOrder,
	createPassesMemory,
	type PassesMemory,
	type PassesOrder,
	type PassesReport,
	type PassesTask,
	PassesThread,
} from "./passes-thread";

/** The inputs of several threads, and their outputs. */
export interface CrewSource {
	/** The rules of the run, for the other threads. */
	readonly task: RuleTask;
	/** Plain files that can be read twice. */
	readonly files: readonly OpenFile[];
	readonly results: Sink;
	/** Throws the failure for inputs that have changed. */
	refuse(): never;
	/** Called before and after a pass over the files, and after each chunk of the main thread. */
	begin(pass: PassName): void;
	advance(relay: Relay): void | Promise<void>;
	end(pass: PassName, relay: Relay): void;
}

export class PassesCrew {
	readonly #source: CrewSource;
	/** The plan of each thread. */
	readonly #plan: Plan;
	readonly #memory: PassesMemory = createPassesMemory();
	readonly #main: PassesThread;
	readonly #members: Member[];
	#order: CompareOrder | undefined;

	constructor(rules: PassRules, plan: Plan, file: BlockFile, key: Uint8Array, source: CrewSource) {
		this.#source = source;
		const { task: lines, results } = source;
		const named = ({ descriptor, name }: OpenFile): OpenFile => ({ descriptor, name });
		this.#plan = { ...plan, mapSize: Math.floor(plan.mapSize / (plan.threads + 1)) };
		const files = source.files.map(named);
		const work = { plan: this.#plan, key, memory: this.#memory, files, chunkSize: CHUNK_SIZE, blocks: file.shared };
		const [output, rejects] = [named(results.output), results.rejects && named(results.rejects)];
		const task: PassesTask = { kind: "passes", lines, keysWord: rules.keys.linesWord, output, rejects, ...work };
		this.#main = new PassesThread(work, rules, results, file);
		this.#members = startThreads(plan.threads - 1, task).map((worker) => new Member(worker, () => this.#close()));
	}

	/** The first pass of this thread, whose workspace the third one uses too. */
	get first(): FirstPass {
		return this.#main.first;
	}

	/** Reads all inputs. Returns the number of lines. Throws the failure of any thread. */
	async read(): Promise<number> {
		const relay = new Relay(this.#memory.reading);
		this.#source.begin("reading");
		await this.#turns(relay, () => this.#main.readTurn());
		for (const report of await this.#reports("read")) this.#main.file.adopt(report.thread, report.blocks);
		this.#source.end("reading", relay);
		return relay.total(Total.LINES);
	}

	/** Compares all partitions. Returns the number of duplicates. Requires: the map has room for all lines. */
	async compare(lines: number, progress: (share: number) => void): Promise<number> {
		const map = new SharedArrayBuffer(SharedMap.sizeFor(lines));
		const order = { lines, lists: this.#main.file.lists, map };
		this.#order = order;
		this.#send("comparing", order);
		const own = await this.#main.compare(order, progress);
		return (await this.#reports("compared")).reduce((sum, { duplicates }) => sum + duplicates, own);
	}

	/** Writes the lines that are kept. Requires: they have been compared. Throws the failure of any thread. */
	async write(): Promise<void> {
		const relay = new Relay(this.#memory.writing);
		const order = this.#order as CompareOrder;
		this.#source.begin("writing");
		this.#send("writing", { ...order, lists: [] });
		await this.#turns(relay, () => this.#main.writeTurn(order, this.#source));
		await this.#reports("written");
		this.#source.end("writing", relay);
		if (relay.total(Total.LINES) !== order.lines) this.#source.refuse();
	}

	/** Whether there is memory for a map of all lines in each thread. */
	hasRoomFor(lines: number): boolean {
		return SharedMap.sizeFor(lines) <= this.#plan.mapSize;
	}

	/** Ends the other threads. */
	async stop(): Promise<void> {
		this.#close();
		await Promise.all(this.#members.map((member) => member.stop()));
	}

	async #turns(relay: Relay, turn: () => Promise<boolean>): Promise<void> {
		while (await turn()) await this.#source.advance(relay);
		await this.#source.advance(relay);
	}

	/** Waits for a report of each other thread that has started. */
	async #reports<Kind extends PassesReport["kind"]>(kind: Kind): Promise<(PassesReport & { kind: Kind })[]> {
		const reports = await Promise.all(this.#members.map((member) => member.next()));
		const failed = reports.find((report) => report?.kind === "failed");
		if (failed?.kind === "failed" && failed.message === CHANGED) this.#source.refuse();
		if (failed?.kind === "failed") throw new Failure(failed.status, failed.message);
		return reports.filter((report): report is PassesReport & { kind: Kind } => report?.kind === kind);
	}

	#send(pass: PassesOrder["pass"], order: CompareOrder): void {
		for (const member of this.#members) member.send({ ...order, pass });
	}

	/** Stops all threads that read or write in turn. */
	#close(): void {
		new Relay(this.#memory.reading).close();
		new Relay(this.#memory.writing).close();
	}
}

/** Another thread, and its reports. */
class Member {
	readonly #worker: Worker;
	readonly #reports: PassesReport[] = [];
	#hasStarted = false;
	#hasEnded = false;
	#wake: () => void = () => {};

	/** Calls `close` if the thread ends in the middle of its work. */
	constructor(worker: Worker, close: () => void) {
		this.#worker = worker;
		worker.on("message", (report: PassesReport) => {
			if (report.kind === "started") this.#hasStarted = true;
			else this.#reports.push(report);
			this.#wake();
		});
		worker.on("error", (error) => {
			const { status, message } = asFailure(error);
			// Before it has started, it holds no ticket that others wait for.
			if (this.#hasStarted) this.#reports.push({ kind: "failed", status, message });
			if (this.#hasStarted) close();
		});
		worker.on("exit", () => {
			this.#hasEnded = true;
			this.#wake();
		});
	}

	/** The next report. Undefined if the thread has ended. */
	async next(): Promise<PassesReport | undefined> {
		this.#worker.ref();
		while (this.#reports.length === 0 && !this.#hasEnded) {
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
		this.#worker.unref();
		return this.#reports.shift();
	}

	send(order: PassesOrder): void {
		this.#worker.postMessage(order);
	}

	async stop(): Promise<void> {
		await this.#worker.terminate();
	}
}
