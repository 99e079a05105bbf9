/** One thread of a run in passes, the main one or another: its work in each pass. */

import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { asFailure, EXIT, Failure } from "../../failure";
import type { OpenFile } from "../../files/open-file";
import { OctetWriter } from "../../files/output/octet-writer";
import { Sink } from "../../files/output/sink";
import type { RuleTask } from "../../rules/rules";
import { CHUNK_SIZE, Relay, TicketLock } from "../../threads/relay";
import { RelayReader } from "../../threads/relay-reader";
import type { Plan } from "../plan";
import { BlockFile, type BlockLists, type SharedBlockFile } from "./block-file";
import { SharedMap } from "./fates";
import { FirstPass } from "./first-pass";
import { openPassRules, type PassRules } from "./pass-rules";
import { ReadingTurns, WritingTurns } from "./pass-turns";
import { SecondPass } from "./second-pass";
import { type ThirdRun, thirdPass } from "./third-pass";

/** The words of `PassesMemory.words`. */
enum Word {
	/** Number of threads that have begun. */
	THREADS = 0,
	/** The next partition to compare. */
	PARTITION = 1,
	/** A ticket lock for the map. */
	MAP_LOCK = 2,
	MAP_TICKETS = 3,
	COUNT = 4,
}

/** Memory that all threads share. */
export interface PassesMemory {
	readonly words: SharedArrayBuffer;
	/** The relays of the first and the third pass. */
	readonly reading: SharedArrayBuffer;
	readonly writing: SharedArrayBuffer;
}

export function createPassesMemory(): PassesMemory {
	return { words: new SharedArrayBuffer(4 * Word.COUNT), reading: new Relay().memory, writing: new Relay().memory };
}

/** Everything that a thread has to know from the start. */
export interface PassesWork {
	readonly plan: Plan;
	readonly key: Uint8Array;
	readonly memory: PassesMemory;
	readonly files: readonly OpenFile[];
	/** Octets to read at a time, at most CHUNK_SIZE. */
	readonly chunkSize: number;
	readonly blocks: SharedBlockFile;
}

/** Everything that a thread has to know for the second pass. */
export interface CompareOrder {
	/** Number of lines of all inputs. */
	readonly lines: number;
	/** The blocks of each thread. */
	readonly lists: readonly BlockLists[];
	/** The map of all threads. */
	readonly map: SharedArrayBuffer;
}

export class PassesThread {
	/** The number of this thread, from 0. */
	readonly number: number;
	readonly first: FirstPass;
	readonly file: BlockFile;
	readonly #work: PassesWork;
	readonly #rules: PassRules;
	readonly #results: Sink;
	readonly #words: Int32Array;
	readonly #reading: ReadingTurns;
	#writing: WritingTurns | undefined;

	/** `file` is the file of the thread that has created it. Throws Failure. */
	constructor(work: PassesWork, rules: PassRules, results: Sink, file?: BlockFile) {
		const { plan, key, memory, files, blocks } = work;
		this.#work = work;
		this.#rules = rules;
		this.#results = results;
		this.#words = new Int32Array(memory.words);
		this.number = Atomics.add(this.#words, Word.THREADS, 1);
		this.file = file ?? new BlockFile(blocks.folder, blocks.expected, this.number, blocks);
		this.first = new FirstPass(rules, this.file, plan, key, { thread: this.number, capacity: CHUNK_SIZE });
		const relay = new Relay(memory.reading);
		this.#reading = new ReadingTurns(relay, this.#readerOf(relay, files), this.first, results);
	}

	/**
	 * Processes a chunk of the first pass. After the last one, writes the rest of its streams and returns false. Throws Failure or
	 * UrlsieveError.
	 */
	async readTurn(): Promise<boolean> {
		const hasMore = await this.#reading.turn();
		if (!hasMore) this.first.end();
		return hasMore;
	}

	/** Compares partitions until there are no more. Returns the number of duplicates. Throws Failure. */
	async compare({ lines, lists, map }: CompareOrder, progress: (share: number) => void = () => {}): Promise<number> {
		const { plan } = this.#work;
		for (const [thread, blocks] of lists.entries()) if (thread !== this.number) this.file.adopt(thread, blocks);
		const second = new SecondPass(this.#rules.keys.engine, this.file, { ...plan, lines }, {}, progress);
		await second.fillShare(() => Atomics.add(this.#words, Word.PARTITION, 1));
		const lock = new TicketLock(this.#words.subarray(Word.MAP_LOCK, Word.MAP_LOCK + 1));
		lock.acquire(Atomics.add(this.#words, Word.MAP_TICKETS, 1), Number.POSITIVE_INFINITY);
		second.addMapTo(new Int32Array(map));
		lock.release();
		return second.duplicates;
	}

	/** Processes a chunk of the third pass. Returns false after the last one. Throws Failure. */
	async writeTurn({ lines, map }: CompareOrder, source: ThirdRun["source"]): Promise<boolean> {
		this.#writing ??= this.#createWriting(new SharedMap(lines, map), source);
		return this.#writing.turn();
	}

	#createWriting(map: SharedMap, source: ThirdRun["source"]): WritingTurns {
		const relay = new Relay(this.#work.memory.writing);
		const { workspace } = this.first;
		const reader = this.#readerOf(relay, this.#work.files);
		const rules = this.#rules;
		const { isOriginal } = this.#work.plan;
		return new WritingTurns(
			relay,
			reader,
			this.#results,
			workspace,
			(sink) => thirdPass(workspace, rules, map, { source, sink }, { isOriginal }),
			rules.workspace !== undefined,
		);
	}

	#readerOf(relay: Relay, files: readonly OpenFile[]): RelayReader {
		return new RelayReader(relay, files, this.first.workspace, { chunkSize: this.#work.chunkSize, isPositioned: true });
	}
}

/** The task of such a thread. */
export interface PassesTask extends PassesWork {
	readonly kind: "passes";
	readonly lines: RuleTask;
	/** Options word that makes keys of lines. */
	readonly keysWord: number;
	readonly output: OpenFile;
	readonly rejects: OpenFile | undefined;
}

/** Messages to the main thread, in this order. A failure may come at any time, and is the last one. */
export type PassesReport =
	| { readonly kind: "started" }
	| { readonly kind: "read"; readonly thread: number; readonly blocks: BlockLists }
	| { readonly kind: "compared"; readonly duplicates: number }
	| { readonly kind: "written" }
	| { readonly kind: "failed"; readonly status: number; readonly message: string };

/** Messages from the main thread: the second pass, which it may leave out, and the third one. */
export type PassesOrder = CompareOrder & { readonly pass: "comparing" | "writing" };

/** Works until the third pass is complete, or something fails. */
export async function workInPasses(): Promise<void> {
	const task = workerData as PassesTask;
	const writer = ({ descriptor, name }: OpenFile, isLog = false) => new OctetWriter(descriptor, name, isLog);
	const results = new Sink(writer(task.output), task.rejects && writer(task.rejects, true));
	report({ kind: "started" });
	try {
		const { lines, keysWord } = task;
		const thread = new PassesThread(task, await openPassRules(lines, keysWord), results);
		while (await thread.readTurn());
		report({ kind: "read", thread: thread.number, blocks: thread.file.blocks });
		for (let order = await nextOrder(); ; order = await nextOrder()) {
			if (order.pass === "comparing") {
				report({ kind: "compared", duplicates: await thread.compare(order) });
			} else {
				while (await thread.writeTurn(order, { refuse }));
				report({ kind: "written" });
			}
		}
	} catch (error) {
		const { status, message } = asFailure(error);
		report({ kind: "failed", status, message });
	}
}

/** The main thread words the failure. */
function refuse(): never {
	throw new Failure(EXIT.IO, CHANGED);
}

/** In place of a message: the inputs have changed. */
export const CHANGED = "input-changed";

async function nextOrder(): Promise<PassesOrder> {
	const [order] = await once(parentPort as NonNullable<typeof parentPort>, "message");
	return order;
}

function report(message: PassesReport): void {
	parentPort?.postMessage(message);
}
