/** The rules for the values of a table in a reading. */
import { Write } from "../../assembly/tables/layout";
import { withScheme } from "../files/input/bare-host";
import type { LearnedLines } from "../learned/learned-lines";
import type { LineSettings } from "../lines/lines";
import { haveShape, PartLines } from "../lines/parts";
import type { KeyForms } from "../rules/rules";
import { columnLabel, type FileTable, type OtherColumn } from "../tables/text/table-options";
import type { OtherColumnTask } from "../tables/text/tables";
import type { ValueRules } from "../tables/text/value-rules";
import type { Reader } from "./reader";
import type { Each } from "./source";

/** Another column of references: in which form it is written, and its rules. Rows are kept, whatever becomes of its values. */
export function otherColumnOf({ rules, scheme }: Reader, table: FileTable, { column, into }: OtherColumn): OtherColumnTask {
	const settings = rules.otherSettings;
	const workspace = rules.createWorkspace();
	const append = into === undefined ? 0 : Write.APPEND;
	const write = (table.write & ~(Write.DROP_INVALID | Write.DROP_EMPTY | Write.APPEND)) | append;
	const none = { parts: undefined, keys: undefined, counts: undefined, joins: undefined, by: undefined, others: undefined };
	return {
		settings: { ...table, ...none, column, into, write, settings, label: columnLabel(table, column) },
		rules: {
			settings,
			workspace: () => workspace,
			prepare: (lines) => (scheme === undefined ? lines : withScheme(lines, `${scheme}://`)),
		},
	};
}

/** The forms that make shapes of values with both forms. */
function shapeForms(forms: KeyForms | undefined, learned: LearnedLines | undefined): KeyForms | undefined {
	return forms && (learned?.formsOf(forms) ?? forms);
}

/** `settings`: those that make forms, unless the reading has others. */
export function valueRulesOf(
	{ rules, scheme, values }: Reader,
	{ keys, parts, learned, joins = [], others = [] }: FileTable,
	{ at, pass, step, writes = true }: Each,
	settings: LineSettings = rules.settings,
): ValueRules {
	const survey = pass === "writing" ? undefined : values;
	return {
		settings: at?.settings ?? settings,
		workspace: () => at?.workspace ?? rules.workspace,
		prepare(lines) {
			// Values that begin with a host get a scheme.
			const completed = scheme === undefined ? lines : withScheme(lines, `${scheme}://`);
			survey?.surveyValues(completed);
			return completed;
		},
		forms: writes && keys !== undefined ? rules.forms : undefined,
		joinKeys: joins.map((name) => (others.some(({ column }) => column === name) ? (value) => rules.keyOf(value) : undefined)),
		parts: writes && parts !== undefined ? new PartLines(parts, learned) : undefined,
		shapes: writes && haveShape(parts) ? shapeForms(rules.writtenForms, learned) : undefined,
		step,
	};
}
