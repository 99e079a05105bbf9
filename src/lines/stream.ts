/** Streams of the lines that a set has not seen. */
import type { LineWorkspace } from "../engine/workspace";
import { LineSieve, type Seen } from "./line-sieve";
import { feedStream, type LineCounts, type LineStream } from "./line-stream";

/** The counts of a deduplicating stream so far: lines = unique + duplicates + rejects. */
export interface DedupeCounts extends LineCounts {
	/** Number of lines that were new to the set. */
	readonly unique: number;
	/** Number of lines equivalent to one already in the set. */
	readonly duplicates: number;
}

/** Creates a stream that passes fresh lines. `workspaceFor` is called once. */
export function freshStream(seen: Seen, workspaceFor: () => LineWorkspace): LineStream<DedupeCounts> {
	const counts = { lines: 0, unique: 0, duplicates: 0, rejects: 0 };
	return feedStream(counts, (take) => {
		const sieve = new LineSieve(workspaceFor(), seen, (fresh) => {
			counts.lines = sieve.feed.lines;
			counts.unique = sieve.added;
			counts.duplicates = sieve.duplicates;
			counts.rejects = sieve.rejected;
			take(fresh);
		});
		return sieve.feed;
	});
}
