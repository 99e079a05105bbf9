/** Ends a job: its outputs and its set take their places together. */
import type { SeenFile } from "../../src/dedupe/seen/seen-file";
import type { Output } from "../../src/files/output/output";

export function commitAll(outputs: readonly Output[], set: SeenFile | undefined): void {
	const commit = () => {
		for (const file of outputs) {
			file.seal(false);
			file.commit();
		}
	};
	if (set === undefined) commit();
	else set.commit(commit);
}
