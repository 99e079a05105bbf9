/** Runs a job of `dedupe` the way that was decided for it. */
import type { FileTable } from "../tables/text/file-table";
import type { DedupeCounts, DedupeJob } from "./job";
import { dedupeLines } from "./lines";
import type { Way } from "./way";

/** Loads only the code of the way: reading and compiling all ways takes longer than most runs. Throws Failure or UrlsieveError. */
export async function dedupe(job: DedupeJob): Promise<DedupeCounts> {
	const { table, way } = job;
	const { route, plan } = way;
	if (table !== undefined) return dedupeRows(job, table, plan);
	if (plan === undefined) return dedupeLines(job);
	if (route === "stream") return (await import("./lines-in-stream")).dedupeInStream(job, plan);
	return (await import("./lines-in-passes")).dedupeInPasses(job, plan);
}

/** Tables have a kernel of their own, or a library: loaded when they are asked for. */
async function dedupeRows(job: DedupeJob, table: FileTable, plan: Way["plan"]): Promise<DedupeCounts> {
	if (plan !== undefined) return (await import("./rows/rows-in-passes")).dedupeRowsInPasses(job, table, plan);
	if (table.container === undefined) return (await import("./rows/rows-in-memory")).dedupeRowsInMemory(job, table);
	return (await import("./rows/columns-in-memory")).dedupeColumnsInMemory(job, table);
}
