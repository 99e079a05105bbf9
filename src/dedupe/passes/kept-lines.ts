/** The lines that are kept, by a profile or a policy: the third pass hands them over as they came, to be written by another kernel. */

import { LINES_CAPACITY, type LineWorkspace } from "../../engine/workspace";
import { everyLine } from "../../lines/every-line";
import { type Batch, LineFeed, type LineSettings } from "../../lines/lines";
import type { RuleTask } from "../../rules/rules";
import { openTask } from "../../threads/open-task";
import type { PassSink } from "../ends";

/** Makes and writes lines where the core's rules do not apply. */
export interface PassRules {
	/** Used by this run only. */
	readonly workspace: LineWorkspace;
	/** The settings for the keys, which are compared, and for the lines that are written. Both reject the same lines. */
	readonly keys: LineSettings;
	readonly forms: LineSettings;
}

/** Opens the rules of a task in another thread. `keysWord`: the options word for lines that become keys. */
export async function openPassRules(task: RuleTask, keysWord: number): Promise<PassRules> {
	const { workspace, settings } = await openTask(task);
	return { workspace, keys: { ...settings, linesWord: keysWord }, forms: settings };
}

export class KeptLines {
	readonly #feed: LineFeed;
	readonly #isOriginal: boolean;
	readonly #sink: Pick<PassSink, "write">;

	/** Passes lines to `sink`: their forms, or with `isOriginal` the lines as they came. */
	constructor({ workspace, forms }: PassRules, isOriginal: boolean, sink: Pick<PassSink, "write">) {
		workspace.reserve(LINES_CAPACITY);
		this.#isOriginal = isOriginal;
		this.#sink = sink;
		this.#feed = new LineFeed(workspace, forms, (batch) => this.#take(batch));
		// The byte order marks of the inputs are gone. One that is left belongs to its line.
		this.#feed.goOn(0, false);
	}

	/** Takes whole lines. */
	push(octets: Uint8Array): void {
		this.#feed.push(octets);
	}

	#take(batch: Batch): void {
		const { kernel, key, records, output, fingerprints } = batch.workspace;
		// Leaves only the fetch forms of lines with both forms.
		kernel.call.fingerprintLines(key, records, batch.records, output, fingerprints);
		this.#sink.write(everyLine(batch, this.#isOriginal));
	}
}
