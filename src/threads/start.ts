/** Starts threads. Each runs this same program, which dispatches to cli/thread.ts outside the main thread. */
import { Worker } from "node:worker_threads";
import { EXIT, Failure } from "../failure";

/** The task of a thread. Its kind says which function does it: cli/thread.ts. */
export interface Task {
	readonly kind: string;
}

/** Finds the file that threads run. */
let findProgram: (() => string) | undefined;

/** Sets how the program is found, once threads are wanted: in a bundle there may be none. Call it before. */
export function setProgram(find: () => string): void {
	findProgram = find;
}

/** Returns the failure of a run if the system ends one of its threads in the middle of its work. */
export function threadHasEnded(): Failure {
	return new Failure(EXIT.IO, "a thread has ended in the middle of its work; repeat the run");
}

/** Starts up to `count` threads, as the system allows: the work gets done without them. They do not keep the process alive. */
export function startThreads<Kind extends Task>(count: number, task: Kind): Worker[] {
	const workers: Worker[] = [];
	try {
		while (workers.length < count) workers.push(startThread(task));
	} catch {
		// No program, out of threads, or of memory for them.
	}
	return workers;
}

function startThread(task: Task): Worker {
	// Sharing the standard streams of the process would make a pipe there non-blocking.
	const worker = new Worker(findProgram?.() ?? "", { workerData: task, stdout: true, stderr: true });
	worker.unref();
	// A thread that fails to start, for lack of memory, is not needed.
	worker.on("error", () => {});
	return worker;
}
