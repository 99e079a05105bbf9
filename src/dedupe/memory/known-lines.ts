/** Lines, with a file of a set and nothing else: what most days of a crawler need, without the code of logs and of choices by class. */
import type { DedupeCounts, DedupeJob } from "../job";
import { KnownMarks } from "../seen/known-marks";
import type { SeenFile } from "../seen/seen-file";
import { StoreSieve } from "../seen/store-sieve";
import { setCapacity } from "../way";

/** Requires: the job has neither a log nor a choice by class. Throws Failure or UriError. */
export async function dedupeKnownLines({ reader, keys, sink, isOriginal }: DedupeJob, set: SeenFile): Promise<DedupeCounts> {
	const { rules } = reader;
	const known = new KnownMarks(await set.openStore(keys), keys, undefined, setCapacity(reader.size));
	const options = { print: isOriginal ? ("original" as const) : ("normalized" as const), needsInput: isOriginal };
	const sieve = new StoreSieve(rules.workspace, () => rules.createWorkspace(), known, options, {
		takeRejects: (batch) => sink.takeRejects(batch),
		take: (batch) => sink.write(batch.fresh),
	});
	const feeding = { key: known.key, needsInput: isOriginal, unique: () => sieve.added, flush: () => sieve.flush() };
	await reader.feed(sieve.feed, feeding);
	sieve.flush();
	set.stage(known.news.runs());
	return sink.end({ lines: sieve.feed.lines, unique: sieve.added, duplicates: sieve.duplicates });
}
