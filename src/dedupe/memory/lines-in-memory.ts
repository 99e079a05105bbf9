/** Lines, with the set in memory, and with a file of a set, a log, a report or a choice by class. */
import { Ordinals } from "../../engine/ordinals";
import { Audit } from "../audit";
import { lineFormOf } from "../classes/class-choice";
import { LineClasses } from "../classes/line-classes";
import type { DedupeCounts, DedupeJob } from "../job";
import { openRunSet } from "../seen/run-set";
import { type SieveTakers, StoreSieve } from "../seen/store-sieve";
import { setCapacity } from "../way";
import { createSieve } from "./plain-lines";

/** Throws Failure or UriError. */
export async function dedupeInMemory({ reader, keys, set, sink, byClass, isOriginal, temp }: DedupeJob): Promise<DedupeCounts> {
	const { log } = sink;
	const { rules } = reader;
	// Only a set with ordinals can identify the line that it kept.
	const ordinals = log === undefined && byClass === undefined ? undefined : new Ordinals();
	const { seen, earlier, known, stage } = await openRunSet(set, keys, ordinals, setCapacity(reader.size));
	const audit = log && new Audit(log, earlier, keys.settings.engine, temp);
	const classes = byClass && new LineClasses(lineFormOf(byClass, isOriginal), temp);
	const needsInput = audit !== undefined || isOriginal;
	const print = isOriginal ? "original" : "normalized";
	const takers: SieveTakers = {
		takeRejects: (batch) => sink.takeRejects(batch),
		take(batch) {
			audit?.add(batch);
			if (classes === undefined) sink.write(batch.fresh);
			else classes.add(batch);
		},
	};
	const held = known && new StoreSieve(rules.workspace, () => rules.createWorkspace(), known, { print, needsInput }, takers);
	const sieve = held ?? createSieve(reader, seen, print, takers);
	await reader.feed(sieve.feed, { key: seen.key, needsInput, unique: () => sieve.added, flush: held && (() => held.flush()) });
	held?.flush();
	audit?.end();
	classes?.write(sink.results.output, keys.settings.engine);
	stage();
	return sink.end({ lines: sieve.feed.lines, unique: sieve.added, duplicates: sieve.duplicates });
}
