/** Starts threads. Each runs this same program, which dispatches to worker.ts outside the main thread. */
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { EXIT, Failure } from "../failure";

/** What a thread has to do. Its kind says which function does it: worker.ts. */
export interface Task {
	readonly kind: string;
}

/** The file that threads run. The bundler may put this module into another one. */
let program: string;

/** Sets the program, by its URL. Call it before threads are started. */
export function setProgram(url: string): void {
	program = fileURLToPath(url);
}

/** What a run fails with if the system ends one of its threads in the middle of its work. */
export function threadHasEnded(): Failure {
	return new Failure(EXIT.IO, "a thread has ended in the middle of its work; repeat the run");
}

/** Starts up to `count` threads, as the system allows: the work gets done without them. They do not keep the process alive. */
export function startThreads<Kind extends Task>(count: number, task: Kind): Worker[] {
	const workers: Worker[] = [];
	try {
		while (workers.length < count) workers.push(startThread(task));
	} catch {
		// Out of threads, or of memory for them.
	}
	return workers;
}

function startThread(task: Task): Worker {
	// Sharing the standard streams of the process would make a pipe there non-blocking.
	const worker = new Worker(program, { workerData: task, stdout: true, stderr: true });
	worker.unref();
	// A thread that fails to start, for lack of memory, is not needed.
	worker.on("error", () => {});
	return worker;
}
