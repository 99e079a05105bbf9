/** What a thread of the command line does. */
import { workInPasses } from "../dedupe/passes/passes-worker";
import { writeRunInThread } from "../dedupe/seen/run-thread";
import { work } from "../threads/worker";

export function runThread(): void {
	work({ passes: workInPasses, run: writeRunInThread });
}
