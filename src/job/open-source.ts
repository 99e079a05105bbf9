/** Opens the source of a job. Tables have a kernel of their own, or a library: loaded when they are asked for. */
import { Total } from "../threads/relay";
import { RelayCrew } from "../threads/relay-crew";
import { LineSource, LineWriter } from "./line-source";
import type { Opening, Source, SourceCounts } from "./source";

/** Throws Failure. */
export async function openSource(opening: Opening): Promise<Source> {
	const { reader, sink, table, isOriginal = false } = opening;
	if (table === undefined)
		return new LineSource(reader, sink, new LineWriter(sink.output, isOriginal ? "original" : "normalized"));
	if (table.container === undefined) return new (await import("./text-source")).TextSource(opening, table);
	return (await import("./column-source")).ColumnSource.open(opening, table);
}

/** A job without a deduper: each reference becomes its normal form, or its target. Throws Failure or UrlsieveError. */
export async function mapReferences(opening: Opening): Promise<SourceCounts> {
	const { reader, sink, table } = opening;
	const areTurns = table === undefined && reader.threads > 1 && reader.rules.haveOneForm && reader.inputs.isPlain;
	if (areTurns) return reader.run(sink.output, () => mapInTurns(opening));
	const source = await openSource(opening);
	await reader.run(sink.output, () => source.each({}));
	return source.counts;
}

/** The same of plain files by threads that read and write in turn. */
async function mapInTurns({ reader, sink }: Opening): Promise<SourceCounts> {
	const { rules, inputs, pace, threads } = reader;
	const { settings, base, workspace } = rules;
	const crew = new RelayCrew({ settings, rules: rules.task(), base, threads, files: inputs.inputs }, workspace, sink);
	for (let hasMore = true; hasMore; ) {
		hasMore = await crew.turn();
		await pace.advanceBy(crew);
	}
	sink.rejected = crew.total(Total.REJECTS);
	sink.statuses.set(crew.statuses);
	sink.output.length = crew.total(Total.OCTETS_WRITTEN);
	reader.lineCounts = crew.lineCounts;
	return { lines: crew.total(Total.LINES) };
}
