/** Streams of the lines that a set has not seen. */
import { linesWorkspace } from "../engine/shared";
import { LineSieve, type Seen } from "./line-sieve";
import { feedStream, type LineCounts, type LineStream } from "./line-stream";

/** What a deduplicating stream has done so far: lines = unique + duplicates + rejects. */
export interface DedupeCounts extends LineCounts {
	/** Number of lines that were new to the set. */
	readonly unique: number;
	/** Number of lines equivalent to one already in the set. */
	readonly duplicates: number;
}

/** Creates a stream that passes fresh lines: see Normalizer.dedupeStream. */
export function dedupeStream(seen: Seen): LineStream<DedupeCounts> {
	const counts = { lines: 0, unique: 0, duplicates: 0, rejects: 0 };
	return feedStream(counts, (take) => {
		const sieve = new LineSieve(linesWorkspace(seen.settings.engine), seen, "normalized", ({ fresh }) => {
			counts.lines = sieve.feed.lines;
			counts.unique = sieve.added;
			counts.duplicates = sieve.duplicates;
			counts.rejects = sieve.rejected;
			take(fresh);
		});
		return sieve.feed;
	});
}
