/** The rules for the values of a table in a reading. */
import { withScheme } from "../files/input/bare-host";
import type { LineSettings } from "../lines/lines";
import { PartLines } from "../lines/parts";
import type { FileTable } from "../tables/text/table-options";
import type { ValueRules } from "../tables/text/value-rules";
import type { Reader } from "./reader";
import type { Each } from "./source";

/** `settings`: those that make forms, unless the reading has others. */
export function valueRulesOf(
	{ rules, scheme, values }: Reader,
	{ keys, parts }: FileTable,
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
		parts: writes && parts !== undefined ? new PartLines(parts) : undefined,
		step,
	};
}
