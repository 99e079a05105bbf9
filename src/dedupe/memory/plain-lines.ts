/** Lines, with the set in memory and nothing else. */
import type { LineReader } from "../../job/line-reader";
import { LineSieve, type Print, type Seen } from "../../lines/line-sieve";
import type { DedupeCounts, DedupeJob } from "../job";
import { newSeen } from "../seen/new-seen";
import type { SieveTakers } from "../seen/store-sieve";
import { setCapacity } from "../way";

/** Requires: the job has neither a file of a set, nor a log, nor a choice by class. Throws Failure or UriError. */
export async function dedupePlainLines({ reader, keys, sink, isOriginal }: DedupeJob): Promise<DedupeCounts> {
	const seen = newSeen(keys, undefined, setCapacity(reader.size));
	const sieve = createSieve(reader, seen, isOriginal ? "original" : "normalized", {
		takeRejects: (batch) => sink.takeRejects(batch),
		take: (batch) => sink.write(batch.fresh),
	});
	await reader.feed(sieve.feed, { key: seen.key, needsInput: isOriginal, unique: () => sieve.added });
	return sink.end({ lines: sieve.feed.lines, unique: sieve.added, duplicates: sieve.duplicates });
}

/** A sieve that needs to hold nothing: a set in memory knows at once. */
export function createSieve({ rules }: LineReader, seen: Seen, print: Print, takers: SieveTakers): LineSieve {
	return new LineSieve(rules.workspace, seen, print, (batch) => {
		takers.takeRejects(batch);
		takers.take(batch);
	});
}
