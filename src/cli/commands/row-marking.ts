/** The references of tables that are read again in passes. */
import type { CrawlWorkspace } from "../../crawl/crawl-kernel";
import type { PassRows } from "../../dedupe/passes/row-marks";
import { LineFeed, type LineSettings } from "../../lines/lines";
import type { BeginLines } from "../../tables/text/table-sink";
import { outputEndOf } from "../../tables/text/table-values";
import type { loadCrawl } from "./rules";

export type KeysOf = Awaited<ReturnType<typeof loadCrawl>>["keysOf"];

/** Normalizes references again, and marks the duplicates among them. */
export function marking(
	settings: LineSettings,
	keysOf: KeysOf | undefined,
	workspace: Parameters<PassRows["writer"]>[0],
	marks: Parameters<PassRows["writer"]>[1],
) {
	return (...[take, rowOf]: Parameters<BeginLines>): LineFeed =>
		new LineFeed(workspace, settings, (batch) => {
			const { kernel, key, records, output, fingerprints } = workspace;
			const keyLines = keysOf?.(batch, workspace as CrawlWorkspace);
			const fates = marks.marksOf(batch, (record) => rowOf(batch.linesBefore + record + 1));
			// Of references with both forms, this leaves the fetch forms.
			kernel.call.fingerprintLines(key, records, batch.records, output, fingerprints);
			take({ ...batch, outputEnd: outputEndOf(batch) }, fates, keyLines);
		});
}
