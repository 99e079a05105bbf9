/** Makes keys of the values of a table, in a job. */

import type { LineWorkspace } from "../../engine/workspace";
import type { LineRules } from "../../job/line-rules";
import { preparing } from "../../job/value-forms";
import type { ValueSurvey } from "../../job/value-survey";
import type { Seen } from "../../lines/line-sieve";
import type { FileTable } from "../../tables/text/file-table";
import { deduping, type KnownMarks, marking, type ValueRules } from "../../tables/text/value-rules";
import type { Audit } from "../audit";
import type { DedupeJob } from "../job";

/** Returns the rules for the keys of values with both forms. Undefined without a column for keys. */
function keysOfValues(rules: LineRules, table: Pick<FileTable, "keys">) {
	return table.keys === undefined ? undefined : rules.forms?.keysOf;
}

/** Normalizes values, and adds them to a set. `survey`: see `completing`. */
export function addingValues(
	{ reader }: Pick<DedupeJob, "reader">,
	table: FileTable,
	seen: Seen,
	audit: Audit | undefined,
	survey: ValueSurvey | undefined,
): ValueRules {
	return {
		settings: reader.rules.settings,
		workspace: () => reader.rules.workspace,
		prepare: preparing(reader.scheme, survey),
		step: deduping(seen, keysOfValues(reader.rules, table), audit),
	};
}

/** Normalizes values again, in a workspace, and marks their duplicates. They have been examined before. */
export function markingValues(
	{ rules, scheme }: DedupeJob["reader"],
	table: Pick<FileTable, "keys">,
	workspace: LineWorkspace,
	marks: KnownMarks,
): ValueRules {
	return {
		settings: rules.settings,
		workspace: () => workspace,
		prepare: preparing(scheme, undefined),
		step: marking(marks, keysOfValues(rules, table)),
	};
}
