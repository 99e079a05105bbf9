/**
 * A thread that ends its process, and all that this has started, in a run that hangs: once CPU time is up, or if nothing has happened for
 * long, or if the parent is gone. The main thread cannot: it loops, or waits for a child.
 */
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename } from "node:path";
import { workerData } from "node:worker_threads";
import { cpu, endSession, TEMPORARY } from "./children";

/** Milliseconds between looks. */
const PAUSE = 1000;
/** Milliseconds in which a run takes some CPU time, even beside much other work. One that is idle waits in vain. */
const IDLE = 30_000;
/** Milliseconds of CPU time that these looks and timers take meanwhile. */
const SOME = 200;

/** What the thread is started with. */
export interface Watched {
	/** Milliseconds of CPU time at which the process ends; infinite between runs. */
	readonly deadline: Float64Array;
}

const { deadline } = workerData as Watched;
const parent = process.ppid;
let last = { at: performance.now(), time: cpu() };

setInterval(() => {
	const limit = deadline[0] as number;
	const now = { at: performance.now(), time: cpu() };
	if (limit === Number.POSITIVE_INFINITY || Math.abs(now.time - last.time) > SOME) last = now;
	const isAlone = process.ppid !== parent;
	if (now.time > limit || now.at - last.at > IDLE || isAlone) end(isAlone);
}, PAUSE);

function end(isAlone: boolean): void {
	endSession(process.pid);
	// The parent removes the files otherwise. A folder of another name is not its own.
	if (isAlone && basename(tmpdir()).startsWith(TEMPORARY)) rmSync(tmpdir(), { recursive: true, force: true });
	process.kill(process.pid, "SIGKILL");
}
