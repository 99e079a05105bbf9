/** A job without a deduper: each line becomes its normal form, or its target. */
import type { Sink } from "../files/output/sink";
import { LineFeed, toResolve } from "../lines/lines";
import { Total } from "../threads/relay";
import { RelayCrew } from "../threads/relay-crew";
import type { LinesBase } from "../threads/relay-worker";
import type { LineReader } from "./line-reader";

/**
 * Writes the normal form of each line, in order. If `base` is given, which the workspace must have set, writes its target instead.
 * Returns the number of lines. Throws Failure or UrlsieveError.
 */
export async function mapLines(reader: LineReader, results: Sink, base?: LinesBase): Promise<number> {
	const { rules, source, threads } = reader;
	await source.check();
	if (threads > 1 && rules.haveOneForm && source.isPlain) return source.closing(() => relay(reader, results, threads, base));
	const settings = base === undefined ? rules.settings : toResolve(rules.settings);
	const feed = new LineFeed(rules.workspace, settings, (batch) => {
		results.takeRejects(batch);
		results.output.write(batch.workspace.kernel.octets.subarray(batch.workspace.output, batch.outputEnd));
	});
	await (base === undefined ? reader.feed(feed) : reader.feedLines(feed));
	return feed.lines;
}

/** The same by threads that read plain files, and write, in turn. */
async function relay(reader: LineReader, results: Sink, threads: number, base: LinesBase | undefined): Promise<number> {
	const { rules, source, pace } = reader;
	const settings = base === undefined ? rules.settings : toResolve(rules.settings);
	const crew = new RelayCrew({ settings, rules: rules.task(), base, threads, files: source.inputs }, rules.workspace, results);
	for (let hasMore = true; hasMore; ) {
		hasMore = await crew.turn();
		await pace.advanceBy(crew);
	}
	results.rejected = crew.total(Total.REJECTS);
	results.statuses.set(crew.statuses);
	results.output.length = crew.total(Total.OCTETS_WRITTEN);
	reader.lineCounts = crew.lineCounts;
	return crew.total(Total.LINES);
}
