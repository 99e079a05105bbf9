/** How the values of a table become keys: what feeds of value-feeds.ts need of a job. */

import { completing } from "../../job/value-forms";
import type { ValueSurvey } from "../../job/value-survey";
import type { Keys } from "../../keys/keys";
import type { Seen } from "../../lines/line-sieve";
import type { FileTable } from "../../tables/text/file-table";
import type { BeginLines } from "../../tables/text/table-sink";
import { deduping } from "../../tables/text/value-feeds";
import type { Audit } from "../audit";
import type { DedupeJob } from "../job";

/** What makes the keys of values with both forms. Undefined without a column for keys. */
export function keysOfValues(keys: Keys, table: Pick<FileTable, "keys">) {
	return table.keys === undefined ? undefined : keys.forms?.keysOf;
}

/** Normalizes values, and adds them to a set. `survey`: see `completing`. */
export function addingValues(
	{ reader, keys }: Pick<DedupeJob, "reader" | "keys">,
	table: FileTable,
	seen: Seen,
	audit: Audit | undefined,
	survey: ValueSurvey | undefined,
): BeginLines {
	const rules = { settings: keys.settings, workspace: () => reader.rules.workspace };
	return completing(deduping(rules, seen, { keysOf: keysOfValues(keys, table), audit }), reader.scheme, survey);
}
