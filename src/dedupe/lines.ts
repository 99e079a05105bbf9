/** Lines in one reading: each is compared with those before, and with the keys in the file of --seen. */
import { Ordinals } from "../engine/ordinals";
import type { LineReader } from "../job/line-reader";
import { LineSieve, type Print, type Seen } from "../lines/line-sieve";
import type { DedupeCounts, DedupeJob } from "./job";
import { openRunSet, type RunSet } from "./seen/run-set";
import type { SieveTakers, StoreSieve } from "./seen/store-sieve";
import { setCapacity } from "./way";

/** Logs, choices by class and files of sets are loaded only if they are asked for. Throws Failure or UrlsieveError. */
export async function dedupeLines(job: DedupeJob): Promise<DedupeCounts> {
	const { reader, sink, isOriginal } = job;
	const isPlain = sink.log === undefined && job.byClass === undefined;
	// Only a set with ordinals can identify the line that it kept.
	const set = await openRunSet(job.set, reader.rules, isPlain ? undefined : new Ordinals(), setCapacity(reader.size));
	const audit = await auditOf(job, set);
	const classes = await classesOf(job);
	const needsInput = audit !== undefined || isOriginal;
	const takers: SieveTakers = {
		takeRejects: (batch) => sink.takeRejects(batch),
		take(batch) {
			audit?.add(batch);
			if (classes === undefined) sink.output.write(batch.fresh);
			else classes.add(batch);
		},
	};
	const print = isOriginal ? "original" : "normalized";
	const held = await holdingSieve(job, set, { print, needsInput }, takers);
	const sieve = held ?? createSieve(reader, set.seen, print, takers);
	const flush = held && (() => held.flush());
	await reader.feed(sieve.feed, { key: set.seen.key, needsInput, unique: () => sieve.added, flush });
	flush?.();
	audit?.end();
	classes?.write(sink.output, reader.rules.settings.engine);
	set.stage();
	return sink.end({ lines: sieve.feed.lines, unique: sieve.added, duplicates: sieve.duplicates });
}

async function auditOf({ sink: { log }, reader: { rules }, temp }: DedupeJob, { earlier }: RunSet) {
	if (log === undefined) return undefined;
	return new (await import("./audit")).Audit(log, earlier, rules.settings.engine, temp);
}

async function classesOf({ byClass, isOriginal, temp }: DedupeJob) {
	if (byClass === undefined) return undefined;
	return new (await import("./classes/line-classes")).LineClasses(byClass, isOriginal, temp);
}

/** A sieve that holds lines until it pays to ask the file of --seen for them. */
async function holdingSieve(
	{ reader: { rules } }: DedupeJob,
	{ known }: RunSet,
	printing: { readonly print: Print; readonly needsInput: boolean },
	takers: SieveTakers,
): Promise<StoreSieve | undefined> {
	if (known === undefined) return undefined;
	const { StoreSieve } = await import("./seen/store-sieve");
	return new StoreSieve(rules.workspace, () => rules.createWorkspace(), known, printing, takers);
}

/** A sieve that holds nothing: a set in memory knows at once. */
export function createSieve({ rules }: LineReader, seen: Seen, print: Print, takers: SieveTakers): LineSieve {
	return new LineSieve(rules.workspace, seen, print, (batch) => {
		takers.takeRejects(batch);
		takers.take(batch);
	});
}
