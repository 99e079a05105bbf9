/** A thread that takes turns at files until they are read. */
import { parentPort } from "node:worker_threads";
import { createKernel } from "../../engine/select";
import { Workspace } from "../../engine/workspace";
import { toResolve } from "../../lines/lines";
import { type NormalizeOptions, resolveOptions } from "../../options";
import { putBase } from "../../reference/reference";
import { asFailure } from "../failure";
import type { OpenFile } from "../open-file";
import { LineResults } from "../output/line-results";
import { OctetWriter } from "../output/octet-writer";
import { CHUNK_SIZE, Relay } from "./relay";
import { RelayReader } from "./relay-reader";
import { Runner } from "./runner";

/** What it tells the main thread: that it will draw tickets now, or why it draws no more. */
export type RelayReport = "begun" | { readonly status: number; readonly message: string };

/** What the lines of a run are resolved against, and how: a set of Resolution. */
export interface LinesBase {
	readonly text: string;
	readonly resolution: number;
}

/** What a thread is started for. */
export interface RelayErrand {
	readonly kind: "relay";
	readonly options: NormalizeOptions;
	/** What lines are resolved against; undefined: they are normalized. */
	readonly base: LinesBase | undefined;
	readonly memory: SharedArrayBuffer;
	readonly files: readonly OpenFile[];
	readonly output: OpenFile;
	readonly rejects: OpenFile | undefined;
}

/** Takes turns. What went wrong is for the main thread to say. */
export async function workInRelay({ options, base, memory, files, output, rejects }: RelayErrand): Promise<void> {
	const settings = resolveOptions(options);
	const writer = ({ descriptor, name }: OpenFile) => new OctetWriter(descriptor, name);
	const results = new LineResults(writer(output), rejects && writer(rejects));
	const workspace = new Workspace(createKernel(settings.engine), CHUNK_SIZE);
	if (base !== undefined) putBase(base.text, base.resolution, workspace);
	const relay = new Relay(memory);
	const reader = new RelayReader(relay, files, workspace);
	const runner = new Runner(relay, reader, results, base === undefined ? settings : toResolve(settings));
	tell("begun");
	try {
		while (await runner.turn());
	} catch (error) {
		const { status, message } = asFailure(error);
		tell({ status, message });
	}
}

function tell(report: RelayReport): void {
	parentPort?.postMessage(report);
}
