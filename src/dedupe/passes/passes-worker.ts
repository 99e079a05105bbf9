/** A thread of a run in passes, beside the main one: it follows the orders of the main thread, pass by pass. */
import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { asFailure, EXIT, Failure } from "../../failure";
import type { OpenFile } from "../../files/open-file";
import { OctetWriter } from "../../files/output/octet-writer";
import { Sink } from "../../files/output/sink";
import type { RuleTask } from "../../rules/rules";
import type { BlockLists } from "./block-file";
import { openPassRules } from "./pass-rules";
import { type CompareOrder, PassesThread, type PassesWork } from "./passes-thread";

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
