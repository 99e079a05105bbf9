/**
 * Removes duplicates in three passes: for long lists in files, and for any list in little memory.
 *
 * ```
 *   inputs ──▶ normalize, hash ──▶ 64 to 1,024 streams of fingerprints ──▶ temporary file            first-pass.ts
 *   temporary file ──▶ one partition at a time in a table in the cache ──▶ 2 bits a line             second-pass.ts
 *   inputs, again ──▶ lines to keep: copied if they are in normal form, else normalized ──▶ output   third-pass.ts
 * ```
 */
import type { Batch, LineSink } from "../../lines/lines";
import type { Settings } from "../../options";
import { BlockFile } from "./block-file";
import { FirstPass } from "./first-pass";
import type { Plan } from "./plan";
import { SecondPass } from "./second-pass";
import { ThirdPass } from "./third-pass";

/** A pass: inputs are read, then fingerprints are compared, then lines are written. */
export type PassName = "reading" | "comparing" | "writing";

/** What a run in passes needs of those who have the files. */
export interface PassesHost {
	/** Feeds all inputs from their start to the sink of a pass. */
	feedAll(sink: LineSink, pass: PassName): Promise<void>;
	/** Takes each batch of the first pass, for its rejects. */
	takeRejects(batch: Batch): void;
	/** Called in the second pass, with the share that is done and the number of all lines. */
	compare(share: number, lines: number): void;
	/** Takes the lines to keep, in order. */
	write(octets: Uint8Array): void;
	/** Throws the failure for inputs that have changed. */
	refuse(): never;
}

export interface PassesCounts {
	readonly lines: number;
	readonly duplicates: number;
	/** Octets of the temporary file. */
	readonly tempOctets: number;
}

/** Throws Failure, and what the host throws. */
export async function dedupeInPasses(settings: Settings, plan: Plan, host: PassesHost): Promise<PassesCounts> {
	const file = new BlockFile(plan.folder, plan.tempOctets);
	try {
		const first = new FirstPass(settings, file, plan, (batch) => host.takeRejects(batch));
		await host.feedAll(first.feed, "reading");
		first.end();
		const { lines } = first.feed;
		const second = new SecondPass(settings.engine, file, { ...plan, lines }, (share) => host.compare(share, lines));
		await second.fillMap();
		const { duplicates } = second;
		const third = new ThirdPass(first.workspace, settings, second, host);
		await host.feedAll(third.feed, "writing");
		return { lines, duplicates, tempOctets: file.length };
	} finally {
		file.close();
	}
}
