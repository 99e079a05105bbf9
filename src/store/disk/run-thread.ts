/** Writes a run in a thread of its own, so that no add waits for it. */
import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { Key } from "../../../assembly/store/layout";
import type { Engine } from "../../engine/kernel";
import { SetError, type SetErrorCode } from "../../errors";
import { OctetSink } from "../../lines/octet-sink";
import { startThreads } from "../../threads/start";
import { readLog } from "../log";
import { finish, writeRun } from "../merge-runs";
import type { Run } from "../run";
import type { PendingRun } from "../run-plan";
import type { Store } from "../store";
import { damagedStore } from "../store-error";
import { Checks } from "../store-kernel";
import { FileStorage } from "./store-place";

/** The task of the thread. Descriptors belong to the process, and so to all of its threads. */
interface RunTask {
	readonly kind: "run";
	readonly engine: Engine;
	readonly runs: readonly Run[];
	/** The part of the log whose keys the run takes: copying them here would keep the main thread waiting. */
	readonly logged: PendingRun["logged"];
	readonly source: number;
	readonly seed: number;
	readonly target: { readonly descriptor: number; readonly offset: number; readonly seed: number };
}

/** A message of the thread. */
type Outcome =
	| { readonly run: Run | undefined }
	| {
			readonly code: string | undefined;
			readonly message: string;
			/** That of a SetError, which a thread cannot post as one. */
			readonly offset: number | undefined;
			/** Whether the sync failed. */
			readonly isSync: boolean;
	  };

/**
 * Writes and syncs a run in a thread or, where none can start, in steps between which this one goes on. Throws the system's error. If the
 * sync of the store's own file failed, the store refuses everything from then on.
 */
export async function writeRunAside(store: Store, pending: PendingRun, engine: Engine): Promise<Run | undefined> {
	const { source, seed } = store.growth.source;
	const { victims: runs, logged } = pending;
	const { storage, offset, seed: targetSeed } = pending.target;
	const target = { descriptor: (storage as FileStorage).descriptor, offset, seed: targetSeed };
	const task: RunTask = { kind: "run", engine, runs, logged, source: (source as FileStorage).descriptor, seed, target };
	const [worker] = startThreads(1, task);
	worker?.ref();
	const outcome = worker && (await (once(worker, "message") as Promise<[Outcome]>).catch(() => undefined))?.[0];
	if (outcome === undefined) return writeInSteps(store, pending);
	if ("run" in outcome) return outcome.run;
	const error = errorOf(outcome);
	throw outcome.isSync ? syncFailure(store, pending, error) : dropped(store, pending, error);
}

function errorOf({ code, message, offset }: Extract<Outcome, { message: string }>): Error {
	if (offset === undefined) return Object.assign(new Error(message), { code });
	return new SetError(code as SetErrorCode, message, { offset });
}

async function writeInSteps(store: Store, pending: PendingRun): Promise<Run | undefined> {
	const steps = store.growth.write(pending);
	for (;;) {
		const { done, value } = steps.next();
		if (!done) {
			await setImmediate();
			continue;
		}
		await pending.target.storage.syncLater().catch((error) => {
			throw syncFailure(store, pending, error);
		});
		return value;
	}
}

/** Gives the room of a run back. Returns the error. */
function dropped(store: Store, pending: PendingRun, error: unknown): unknown {
	store.growth.drop(pending);
	return error;
}

/**
 * The same after a failed sync. The system reports it only once. The log may be in the same file, so the next sync would acknowledge
 * lost data.
 */
function syncFailure(store: Store, pending: PendingRun, error: unknown): unknown {
	const isOwn = pending.target.storage === store.growth.source.source;
	dropped(store, pending, error);
	if (isOwn) store.fail(error);
	return error;
}

/** The main function of the thread. */
export function writeRunInThread(): void {
	parentPort?.postMessage(outcomeOf(workerData as RunTask));
}

function outcomeOf({ engine, runs, logged, source: descriptor, seed, target }: RunTask): Outcome {
	let isSync = false;
	try {
		const storage = new FileStorage(target.descriptor);
		const source = new FileStorage(descriptor);
		const checks = new Checks(engine);
		const from = { runs, keys: loggedKeys(source, logged, seed, checks), source, seed };
		const run = finish(writeRun(engine, from, { storage, offset: target.offset, seed: target.seed }, checks));
		isSync = true;
		storage.sync();
		return { run };
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		return { code, message, isSync, offset: error instanceof SetError ? (error.offset ?? 0) : undefined };
	}
}

/** The keys of a part of the log. Throws SetError `invalid-store` unless it has all of them. */
function loggedKeys(source: FileStorage, { start, end, count }: RunTask["logged"], seed: number, checks: Checks): Uint8Array {
	const keys = new OctetSink(end - start);
	readLog({ storage: source, start, seed, checks }, (part) => keys.append(part), end);
	if (keys.octets().length !== count * Key.SIZE) throw damagedStore(start, "its log has changed");
	return keys.octets();
}
