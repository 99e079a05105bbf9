/** The rules for the values of a table in a job. */
import { withScheme } from "../files/input/bare-host";
import type { LineSettings } from "../lines/lines";
import type { FileTable } from "../tables/text/file-table";
import { splitting, type ValueRules } from "../tables/text/value-rules";
import type { LineReader } from "./line-reader";
import type { ValueSurvey } from "./value-survey";

/** Normalizes values by these settings. Splits them into forms and keys if there is a column for keys. */
export function formsOf({ rules, scheme, values }: LineReader, { keys }: FileTable, settings: LineSettings): ValueRules {
	const split = keys === undefined ? undefined : rules.forms?.split;
	return { settings, workspace: () => rules.workspace, prepare: preparing(scheme, values), step: split && splitting(split) };
}

/** Values that begin with a host get a scheme. `survey`: examines the values, once for all readings. */
export function preparing(scheme: string | undefined, survey: ValueSurvey | undefined): ValueRules["prepare"] {
	if (scheme === undefined && survey === undefined) return undefined;
	return (lines) => {
		const completed = scheme === undefined ? lines : withScheme(lines, `${scheme}://`);
		survey?.add(completed);
		return completed;
	};
}
