/** Lines as a stream: with the set in memory until its share is full. The lines after that go through passes, which know the set. */
import { TemporaryFile } from "../files/output/temporary-file";
import { inPasses } from "./in-passes";
import type { DedupeCounts, DedupeJob } from "./job";
import { createSieve } from "./lines";
import type { KnownSet } from "./passes/pass-run";
import type { FingerprintTaker } from "./passes/set-files";
import { type Plan, planFor } from "./plan";
import { STREAM_SHARE } from "./route";
import { newSeen } from "./seen/new-seen";

/** Throws Failure or UrlsieveError. */
export async function dedupeInStream(job: DedupeJob, { memory, folder }: Plan): Promise<DedupeCounts> {
	const { reader, sink, isOriginal } = job;
	// Fails now if the directory cannot be used, and not in the middle of the list.
	new TemporaryFile(folder, 0).close();
	const seen = newSeen(reader.rules, undefined);
	const { tables } = seen;
	const sieve = createSieve(reader, seen, isOriginal ? "original" : "normalized", {
		takeRejects: (batch) => sink.takeRejects(batch),
		take: (batch) => sink.output.write(batch.fresh),
	});
	const isFull = () => tables.byteLength >= STREAM_SHARE * memory;
	const isLeft = await reader.feedUntil(sieve.feed, isFull, () => sieve.added);
	const restOf = () => planFor({ size: 0, known: tables.count, isOriginal }, memory / 2, folder);
	const before = { lines: sieve.feed.lines, duplicates: sieve.duplicates };
	const after = isLeft
		? await inPasses(job, restOf(), { set: new KnownTables(seen), linesBefore: before.lines })
		: { lines: 0, duplicates: 0, tempOctets: 0 };
	const lines = before.lines + after.lines;
	const duplicates = before.duplicates + after.duplicates;
	return { lines, unique: lines - duplicates - sink.rejected, duplicates, tempOctets: after.tempOctets };
}

/** The set of a stream, for the passes after it. */
class KnownTables implements KnownSet {
	readonly #seen: ReturnType<typeof newSeen>;

	constructor(seen: ReturnType<typeof newSeen>) {
		this.#seen = seen;
	}

	readInto(taker: FingerprintTaker): Uint8Array {
		for (const fingerprints of this.#seen.tables.fingerprints()) taker.add(fingerprints);
		return this.#seen.key;
	}
}
