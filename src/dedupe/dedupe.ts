/**
 * Runs a job of `dedupe` the way that was decided for it. Only the code of the way is loaded: reading and compiling all ways takes longer
 * than most runs.
 *
 * ```
 *   one reading    step = marks of an index over the fingerprints of a batch     the first of each class stays, and the set has room
 *   two readings   fingerprints to partitions, then step = fates                 all others: passes/two-readings.ts
 *   until full     one reading until the set is full, then two over the rest
 * ```
 */
import { openSource } from "../job/open-source";
import type { Each, Source } from "../job/source";
import type { Batch } from "../lines/batch";
import { fingerprintBatch } from "../lines/fingerprints";
import type { Audit } from "./audit";
import { byColumnsOf } from "./classes/class-choice";
import type { LineClasses } from "./classes/line-classes";
import type { DedupeCounts, DedupeJob } from "./job";
import { type Plan, planFor } from "./plan";
import { STREAM_SHARE } from "./route";
import type { Held, HeldUse } from "./seen/held";
import { type Index, MemoryIndex, newTables } from "./seen/index";
import type { Selection } from "./selection";
import { setCapacity } from "./way";

/** Throws Failure or UrlsieveError. */
export async function dedupe(job: DedupeJob): Promise<DedupeCounts> {
	const { way, table, byClass, sink } = job;
	const choice = byClass && table && { counts: byClass.countInto, by: byColumnsOf(byClass, table) };
	const source = await openSource({
		...job,
		...choice,
		isReadTwice: way.plan !== undefined,
		isHeadFirst: way.plan !== undefined && way.route === "memory",
	});
	if (way.plan === undefined) return oneReading(job, source);
	if (way.route === "stream") return untilFull(job, source, way.plan);
	const { tempOctets, selection, ...read } = await (await import("./passes/two-readings")).twoReadings(job, source, way.plan);
	const counts = ended(job, source, read, selection);
	return way.route === "memory" ? counts : { ...counts, tempOctets: tempOctets + (sink.log?.tempOctets ?? 0) };
}

/** Each reference is compared with those before, and with the keys in the file of --seen. */
async function oneReading(job: DedupeJob, source: Source): Promise<DedupeCounts> {
	const { reader, sink, isOriginal } = job;
	const index = await openIndex(job);
	const selection = await job.select?.(index.key);
	const [audit, classes] = [await auditOf(job, index), await classesOf(job)];
	const take = (batch: Batch, marks: Int32Array) => {
		audit?.takeBatch(batch, marks);
		classes?.takeBatch(batch, marks);
	};
	const needsInput = audit !== undefined || isOriginal;
	const held = await holding(job, source, index, { needsInput, take, selection });
	await reader.run(sink.output, () =>
		source.each({
			step: held === undefined ? marking(index, take, selection) : (batch) => held.takeBatch(batch),
			writes: held === undefined && classes === undefined,
			needs: { key: index.key, input: needsInput },
			unique: () => index.added,
			flush: held && (() => held.flush()),
		}),
	);
	held?.flush();
	audit?.end();
	classes?.end();
	index.finish?.();
	const { lines = 0 } = source.counts;
	const duplicates = lines - index.added - sink.rejected - (selection?.excluded ?? 0);
	return ended(job, source, { lines, duplicates }, selection);
}

/** With a set in memory until its share is full. The lines after that go through passes, which know the set. */
async function untilFull(job: DedupeJob, source: Source, { memory, folder }: Plan): Promise<DedupeCounts> {
	const { reader, sink, isOriginal } = job;
	const { refuseFolder, twoReadings } = await import("./passes/two-readings");
	// Fails now if the directory cannot be used, and not in the middle of the list.
	refuseFolder(folder);
	const index = new MemoryIndex(reader.rules);
	const until = () => index.byteLength >= STREAM_SHARE * memory;
	return reader.run(sink.output, async () => {
		await source.each({ step: marking(index), unique: () => index.added, until });
		const { lines = 0 } = source.counts;
		const duplicates = lines - index.added - sink.rejected;
		const none = { lines: 0, duplicates: 0, tempOctets: 0, selection: undefined };
		const rest = () => planFor({ size: 0, known: index.count, isOriginal }, memory / 2, folder);
		const { tempOctets, ...later } = reader.inputs.hasRest ? await twoReadings(job, source, rest(), index) : none;
		const read = { lines: lines + later.lines, duplicates: duplicates + later.duplicates };
		return { ...ended(job, source, read), tempOctets };
	});
}

/** Marks references, and passes them to `take`. */
function marking(
	index: Index,
	take?: (batch: Batch, marks: Int32Array) => void,
	selection?: Selection,
): NonNullable<Each["step"]> {
	return (batch) => {
		const { key } = index;
		const marks = index.mark(selection?.fingerprintsOf(batch, key) ?? fingerprintBatch(batch, key));
		take?.(batch, marks);
		selection?.settle(batch, marks);
		return { marks };
	};
}

/** Only a set with ordinals can say which reference it kept. */
async function openIndex({ set, reader, sink, byClass, table }: DedupeJob): Promise<Index> {
	const { rules, size } = reader;
	const isNumbered = sink.log !== undefined || byClass !== undefined;
	const capacity = table === undefined ? setCapacity(size) : 0;
	if (set === undefined) return new MemoryIndex(rules, isNumbered, capacity);
	const { KnownIndex } = await import("./seen/known-index");
	return new KnownIndex(set, await set.openStore(rules.rules), newTables(rules, isNumbered, capacity), isNumbered);
}

/** Holds batches of lines until it pays to ask the file of --seen for them. */
async function holding(
	{ reader: { rules } }: DedupeJob,
	source: Source,
	{ key, asks }: Index,
	{ needsInput, take, selection }: Pick<HeldUse, "needsInput" | "take"> & { readonly selection: Selection | undefined },
): Promise<Held | undefined> {
	if (asks === undefined || source.write === undefined) return undefined;
	const takeBoth = (batch: Batch, marks: Int32Array) => {
		take(batch, marks);
		selection?.settle(batch, marks);
		source.write?.(batch, { marks });
	};
	const { Held } = await import("./seen/held");
	const fingerprintsOf = (batch: Batch) => selection?.fingerprintsOf(batch, key) ?? fingerprintBatch(batch, key);
	return new Held(asks, { fingerprintsOf, create: () => rules.createWorkspace(), needsInput, take: takeBoth });
}

async function auditOf({ sink: { log }, reader: { rules }, temp }: DedupeJob, { count }: Index): Promise<Audit | undefined> {
	if (log === undefined) return undefined;
	return new (await import("./audit")).Audit(log, count, rules.settings.engine, temp);
}

/** Lists of lines that are chosen or counted by class. */
async function classesOf({ byClass, isOriginal, sink, reader, temp }: DedupeJob): Promise<LineClasses | undefined> {
	if (byClass === undefined) return undefined;
	const { LineClasses } = await import("./classes/line-classes");
	return new LineClasses(byClass, isOriginal ? "original" : "normalized", sink.output, reader.rules.settings.engine, temp);
}

/** Ends the log. Returns the counts of lines that have been read, or those of a table. Throws Failure. */
function ended(
	{ sink, table }: DedupeJob,
	source: Source,
	{ lines, duplicates }: { readonly lines: number; readonly duplicates: number },
	selection?: Selection,
): DedupeCounts {
	const { excluded, withheld, traps, count = 0 } = selection ?? {};
	const left = {
		...(excluded !== undefined && { excluded }),
		...(withheld !== undefined && { withheld }),
		...(traps && { traps }),
	};
	if (table === undefined) {
		const unique = lines - duplicates - sink.rejected - count;
		return sink.end({ lines, unique, duplicates, ...left });
	}
	const { rows = 0, unique = 0, duplicates: others = 0, empty = 0, notWeb, unstable, requests } = source.counts;
	// To a table, rows that are left out are duplicates.
	return { ...sink.end({ rows, unique, duplicates: others - count, empty, ...left }), notWeb, unstable, requests };
}
