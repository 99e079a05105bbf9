/** Runs a job of `dedupe` the way that was decided for it. */
import type { DedupeCounts, DedupeJob, TableRows } from "./job";
import { dedupePlainLines } from "./memory/plain-lines";
import type { Way } from "./way";

/** Loads what the way needs: to read and compile all ways takes longer than most runs. Throws Failure or UriError. */
export async function dedupe(job: DedupeJob): Promise<DedupeCounts> {
	const { rows, way } = job;
	const { route, plan } = way;
	if (rows !== undefined) return dedupeRows(job, rows, plan);
	if (plan === undefined) return dedupeLines(job);
	if (route === "stream") return (await import("./memory/lines-in-stream")).dedupeInStream(job, plan);
	return (await import("./lines-in-passes")).dedupeInPasses(job, plan);
}

async function dedupeLines(job: DedupeJob): Promise<DedupeCounts> {
	const isPlain = job.byClass === undefined && !job.sink.isLogged;
	if (!isPlain) return (await import("./memory/lines-in-memory")).dedupeInMemory(job);
	if (job.set === undefined) return dedupePlainLines(job);
	return (await import("./memory/known-lines")).dedupeKnownLines(job, job.set);
}

/** Tables have a kernel of their own, or a library: loaded when they are asked for. */
async function dedupeRows(job: DedupeJob, rows: TableRows, plan: Way["plan"]): Promise<DedupeCounts> {
	if (plan !== undefined) return (await import("./rows/rows-in-passes")).dedupeRowsInPasses(job, rows, plan);
	if (rows.table.container === undefined) return (await import("./rows/rows-in-memory")).dedupeRowsInMemory(job, rows);
	return (await import("./rows/columns-in-memory")).dedupeColumnsInMemory(job, rows);
}
