/** Lines in passes: for long lists, and any list in little memory. */

import { LinesByClass } from "../classes/lines-by-class";
import { passesByClass } from "../classes/passes-by-class";
import type { DedupeCounts, DedupeJob } from "../job";
import { inPasses } from "./in-passes";
import { passStoreOf } from "./pass-run";
import type { Plan } from "./plan";

/** Throws Failure or UriError. */
export async function dedupeInPasses(job: DedupeJob, plan: Plan): Promise<DedupeCounts> {
	const { reader, sink, set, keys, isOriginal } = job;
	const byClass = passesByClass(job.byClass, plan);
	const rows = byClass && new LinesByClass(reader.rules, sink.results.output, { isOriginal, counts: byClass.counts });
	const store = await passStoreOf(set, keys);
	const { lines, duplicates, tempOctets } = await inPasses(job, plan, { store, byClass, rows });
	const counts = sink.end({ lines, unique: lines - sink.results.rejected - duplicates, duplicates });
	return { ...counts, tempOctets: tempOctets + sink.tempOctets };
}
