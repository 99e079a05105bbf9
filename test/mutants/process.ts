/** A process that runs tests, and is replaced when a mutant has ended it. */
import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endSession, TEMPORARY } from "./children";
import type { Reply, Start, Task } from "./worker";

/** What came of a task. A process that has ended by itself or ran out of time gives no reply. */
export type Outcome = Reply | "hung" | "crashed";

export class TestProcess {
	#child: ChildProcess | undefined;
	/** For temporary files, which a process that is killed leaves behind. */
	readonly #folder = mkdtempSync(join(tmpdir(), TEMPORARY));

	/** `program` is the bundle of worker.ts. */
	constructor(
		private readonly program: string,
		private readonly start: Start,
	) {}

	run(task: Task): Promise<Outcome> {
		this.#child ??= this.#fork();
		const child = this.#child;
		return new Promise((resolve) => {
			const onExit = (_: unknown, signal: NodeJS.Signals | null) => {
				this.#child = undefined;
				child.removeAllListeners();
				endSession(child.pid as number);
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
		this.#child?.removeAllListeners();
		this.#child?.kill("SIGKILL");
		if (this.#child?.pid !== undefined) endSession(this.#child.pid);
		rmSync(this.#folder, { recursive: true, force: true });
	}

	#fork(): ChildProcess {
		rmSync(this.#folder, { recursive: true, force: true });
		mkdirSync(this.#folder);
		return fork(this.program, [JSON.stringify(this.start)], {
			stdio: ["ignore", "ignore", "ignore", "ipc"],
			env: { ...process.env, TMPDIR: this.#folder },
			// The leader of a session: all that it starts can be found, and ended with it.
			detached: true,
			// A mutant that fills memory ends this process alone.
			execArgv: ["--max-old-space-size=2048", "--no-warnings"],
		});
	}
}
