/** The feed of the values of a table in a job. */
import { withScheme } from "../files/input/bare-host";
import type { LineFeed, LineSettings } from "../lines/lines";
import type { FileTable } from "../tables/file-table";
import type { BeginLines } from "../tables/text/table-sink";
import { normalizing } from "../tables/text/value-feeds";
import type { LineReader } from "./line-reader";

/** Normalizes values by these settings. Splits them into forms and keys if there is a column for keys. */
export function formsOf({ rules, scheme }: LineReader, { keys }: FileTable, settings: LineSettings): BeginLines {
	const split = keys === undefined ? undefined : rules.crawl?.keyForms.split;
	return completing(normalizing({ settings, workspace: () => rules.workspace }, split), scheme);
}

/** Feeds of values that begin with a host get a scheme. */
export function completing(begin: (...args: Parameters<BeginLines>) => LineFeed, scheme: string | undefined): BeginLines {
	if (scheme === undefined) return begin;
	return (take, rowOf, joined) => {
		const feed = begin(take, rowOf, joined);
		return {
			push: (lines) => feed.push(withScheme(lines, `${scheme}://`)),
			goOn: (lines, isFirst) => feed.goOn(lines, isFirst),
		};
	};
}
