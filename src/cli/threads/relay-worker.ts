/** A thread that takes turns at files until they are read. */
import { parentPort } from "node:worker_threads";
import { createKernel } from "../../engine/select";
import { Workspace } from "../../engine/workspace";
import { type NormalizeOptions, settle } from "../../options";
import { asFailure } from "../failure";
import { LineResults } from "../line-results";
import { OctetWriter, type OpenFile } from "../octet-writer";
import { CHUNK_SIZE, Relay } from "./relay";
import { RelayReader } from "./relay-reader";
import { Runner } from "./runner";

/** What a thread is started for. */
export interface RelayErrand {
	readonly kind: "relay";
	readonly options: NormalizeOptions;
	readonly memory: SharedArrayBuffer;
	/** One i32: 1 from the first ticket on. */
	readonly begun: SharedArrayBuffer;
	readonly files: readonly OpenFile[];
	readonly output: OpenFile;
	readonly rejects: OpenFile | undefined;
}

/** Takes turns. What fails is the main thread's to say: it gets a message. */
export async function workInRelay({ options, memory, begun, files, output, rejects }: RelayErrand): Promise<void> {
	const settings = settle(options);
	const writer = ({ descriptor, name }: OpenFile) => new OctetWriter(descriptor, name);
	const results = new LineResults(writer(output), rejects && writer(rejects));
	const workspace = new Workspace(createKernel(settings.engine), CHUNK_SIZE);
	const relay = new Relay(memory);
	const runner = new Runner(relay, new RelayReader(relay, files, workspace), results, settings);
	Atomics.store(new Int32Array(begun), 0, 1);
	try {
		while (await runner.turn());
	} catch (error) {
		const { status, message } = asFailure(error);
		parentPort?.postMessage({ status, message });
	}
}
