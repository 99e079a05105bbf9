/** Lines in passes: for long lists, and any list in little memory. */

import { inPasses } from "./in-passes";
import type { DedupeCounts, DedupeJob } from "./job";
import { LinesByClass } from "./lines-by-class";
import { passStoreOf } from "./passes/pass-run";
import { passesByClass } from "./passes-by-class";
import type { Plan } from "./plan";

/** Throws Failure or UrlsieveError. */
export async function dedupeInPasses(job: DedupeJob, plan: Plan): Promise<DedupeCounts> {
	const { reader, sink, set, isOriginal } = job;
	const byClass = passesByClass(job.byClass, plan);
	const rows = byClass && new LinesByClass(reader.rules, sink.output, { isOriginal, counts: byClass.counts });
	const store = await passStoreOf(set, reader.rules);
	const { lines, duplicates, tempOctets } = await inPasses(job, plan, { store, byClass, rows });
	const counts = sink.end({ lines, unique: lines - sink.rejected - duplicates, duplicates });
	return { ...counts, tempOctets: tempOctets + (sink.log?.tempOctets ?? 0) };
}
