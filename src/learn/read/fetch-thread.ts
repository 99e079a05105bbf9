/** A thread that reads rows and makes the keys of their URLs, a few batches ahead of the main one: see fetches-ahead.ts. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { Failure } from "../../failure";
import type { Column } from "../../tables/column-batch";
import { type BaseOptions, keysOf, openBase } from "../corpus/base";
import { type FetchBatch, FetchRows, type RowReading } from "./read-fetches";

/** Max batches in flight: sent, and not yet used by the main thread. */
const AHEAD = 2;

/** The task of the thread. */
export interface FetchTask {
	readonly kind: "fetches";
	readonly reading: RowReading;
	readonly base: BaseOptions;
}

/** Fetches with the keys of their URLs, if they have been made. */
export interface KeyedFetches extends FetchBatch {
	readonly keys?: Column;
}

/** The progress of the reading. */
type ReadSoFar = Pick<FetchRows, "counts" | "position">;

/** Messages to the main thread. The last two end the work. */
export type FetchReport =
	| { readonly kind: "started" }
	| ({ readonly kind: "batch"; readonly batch: KeyedFetches } & ReadSoFar)
	| ({ readonly kind: "end" } & ReadSoFar)
	| { readonly kind: "failed"; readonly status: number | undefined; readonly code: string | undefined; readonly message: string };

/** The main function of the thread. */
export async function readFetches(): Promise<void> {
	const port = parentPort as MessagePort;
	try {
		await readAll(workerData as FetchTask, port);
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		const report: FetchReport = { kind: "failed", status: error instanceof Failure ? error.status : undefined, code, message };
		port.postMessage(report);
	}
	port.close();
}

async function readAll({ reading, base }: FetchTask, port: MessagePort): Promise<void> {
	const post = (report: FetchReport, moved: ArrayBuffer[] = []) => port.postMessage(report, moved);
	const room = new Room(port);
	const rows = new FetchRows(reading);
	const { normalizer } = openBase(base);
	post({ kind: "started" });
	for await (const fetches of rows.batches()) {
		const [batch, moved] = movable({ ...fetches, keys: keysOf(normalizer, fetches.url, fetches.rows) });
		await room.take();
		post({ kind: "batch", batch, ...soFar(rows) }, moved);
	}
	post({ kind: "end", ...soFar(rows) });
}

function soFar({ counts, position }: FetchRows): ReadSoFar {
	return { counts, position };
}

/** Room for batches. Each message of the main thread makes room for one more. */
class Room {
	#room = AHEAD;
	#wake: () => void = () => {};

	constructor(port: MessagePort) {
		port.on("message", () => {
			++this.#room;
			this.#wake();
		});
	}

	async take(): Promise<void> {
		while (this.#room === 0) {
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
		--this.#room;
	}
}

/** A batch whose arrays have their buffers for themselves, and these buffers: they are moved to the other thread, not copied. */
function movable(fetches: KeyedFetches): [KeyedFetches, ArrayBuffer[]] {
	const buffers = new Set<ArrayBuffer>();
	const alone = <Octets extends Uint8Array | Uint32Array>(array: Octets): Octets => {
		const isAlone = array.byteLength === array.buffer.byteLength && !buffers.has(array.buffer as ArrayBuffer);
		const own = isAlone ? array : (array.slice() as Octets);
		buffers.add(own.buffer as ArrayBuffer);
		return own;
	};
	const moved = <Value extends Column | undefined>(column: Value): Value =>
		(column && { bytes: alone(column.bytes), ends: alone(column.ends) }) as Value;
	const { rows, url, digests, status, time, type, redirect, truncated, method, keys } = fetches;
	const others = {
		status: moved(status),
		time: moved(time),
		type: moved(type),
		redirect: moved(redirect),
		method: moved(method),
	};
	const batch = { rows, url: moved(url), digests: digests.map(moved), ...others, truncated: moved(truncated) };
	return [{ ...batch, ...(keys && { keys: moved(keys) }) }, [...buffers]];
}
