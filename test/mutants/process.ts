/** A process that runs tests, and is replaced when a mutant has ended it. */
import { type ChildProcess, fork } from "node:child_process";
import type { Reply, Start, Task } from "./worker";

/** What came of a task. A process that has ended by itself or ran out of time gives no reply. */
export type Outcome = Reply | "hung" | "crashed";

export class TestProcess {
	#child: ChildProcess | undefined;

	/** `program` is the bundle of worker.ts. */
	constructor(
		private readonly program: string,
		private readonly start: Start,
	) {}

	run(task: Task): Promise<Outcome> {
		this.#child ??= fork(this.program, [JSON.stringify(this.start)], {
			stdio: ["ignore", "ignore", "ignore", "ipc"],
			// A mutant that fills memory ends this process alone.
			execArgv: ["--max-old-space-size=2048", "--no-warnings"],
		});
		const child = this.#child;
		return new Promise((resolve) => {
			const onExit = (_: unknown, signal: NodeJS.Signals | null) => {
				this.#child = undefined;
				child.removeAllListeners();
				resolve(signal === "SIGKILL" ? "hung" : "crashed");
			};
			child.once("exit", onExit);
			child.once("message", (reply: Reply) => {
				child.off("exit", onExit);
				resolve(reply);
			});
			child.send(task);
		});
	}

	end(): void {
		this.#child?.kill("SIGKILL");
	}
}
