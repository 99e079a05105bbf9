/** A thread of a relay (relay-thread.ts), from its start until all files are read. */
import { parentPort } from "node:worker_threads";
import { asFailure } from "../failure";
import type { OpenFile } from "../files/open-file";
import { OctetWriter } from "../files/output/octet-writer";
import { Sink } from "../files/output/sink";
import { toResolve } from "../lines/lines";
import { putBase } from "../reference/reference";
import type { RuleTask } from "../rules/rules";
import { openCoreTask } from "./open-task";
import { CHUNK_SIZE, Relay } from "./relay";
import { RelayReader } from "./relay-reader";
import { RelayThread } from "./relay-thread";

/** Messages to the main thread: it takes tickets from now on, it has no other, or why it has failed. */
export type RelayReport = "started" | "done" | { readonly status: number; readonly message: string };

/** The base that lines are resolved against. `resolution` is a set of Resolution bits. */
export interface LinesBase {
	readonly text: string;
	readonly resolution: number;
}

/** The task of a relay thread. */
export interface RelayTask {
	readonly kind: "relay";
	readonly rules: RuleTask;
	/** Undefined to normalize lines instead of resolving them. */
	readonly base: LinesBase | undefined;
	readonly memory: SharedArrayBuffer;
	readonly files: readonly OpenFile[];
	readonly output: OpenFile;
	readonly rejects: OpenFile | undefined;
}

/** Works until all files are read. Reports a failure to the main thread. */
export async function workInRelay({ rules, base, memory, files, output, rejects }: RelayTask): Promise<void> {
	const { settings, workspace } = openCoreTask(rules, CHUNK_SIZE);
	const writer = ({ descriptor, name }: OpenFile, isLog = false) => new OctetWriter(descriptor, name, isLog);
	const results = new Sink(writer(output), rejects && writer(rejects, true));
	if (base !== undefined) putBase(base.text, base.resolution, workspace);
	const relay = new Relay(memory);
	const reader = new RelayReader(relay, files, workspace);
	const thread = new RelayThread(relay, reader, results, base === undefined ? settings : toResolve(settings));
	report("started");
	try {
		while (await thread.turn());
		report("done");
	} catch (error) {
		const { status, message } = asFailure(error);
		report({ status, message });
	}
}

function report(message: RelayReport): void {
	parentPort?.postMessage(message);
}
