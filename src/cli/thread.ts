/** The tasks of a thread of the command line. */
import { workInPasses } from "../dedupe/passes/passes-thread";
import { writeRunInThread } from "../store/disk/run-thread";
import { work } from "../threads/worker";

export function runThread(): void {
	const fetches = async () => (await import("../learn/read/fetch-thread")).readFetches();
	work({ passes: workInPasses, run: writeRunInThread, fetches });
}
