/** The feed of the values of a table in a job. */
import { withScheme } from "../files/input/bare-host";
import type { LineFeed, LineSettings } from "../lines/lines";
import type { FileTable } from "../tables/text/file-table";
import type { BeginLines } from "../tables/text/table-sink";
import { normalizing } from "../tables/text/value-feeds";
import type { LineReader } from "./line-reader";
import type { ValueSurvey } from "./value-survey";

/** Normalizes values by these settings. Splits them into forms and keys if there is a column for keys. */
export function formsOf({ rules, scheme, values }: LineReader, { keys }: FileTable, settings: LineSettings): BeginLines {
	const split = keys === undefined ? undefined : rules.crawl?.keyForms.split;
	return completing(normalizing({ settings, workspace: () => rules.workspace }, split), scheme, values);
}

/** Feeds of values that begin with a host get a scheme. `survey`: examines the values, once for all readings. */
export function completing(
	begin: (...args: Parameters<BeginLines>) => LineFeed,
	scheme: string | undefined,
	survey: ValueSurvey | undefined,
): BeginLines {
	if (scheme === undefined && survey === undefined) return begin;
	return (take, rowOf, joined) => {
		const feed = begin(take, rowOf, joined);
		return {
			push: (lines) => {
				const completed = scheme === undefined ? lines : withScheme(lines, `${scheme}://`);
				survey?.add(completed);
				feed.push(completed);
			},
			goOn: (lines, isFirst) => feed.goOn(lines, isFirst),
		};
	};
}
