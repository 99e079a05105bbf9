/** Reads the options of the scripts. */
import { parseArgs } from "node:util";

/** `parseArgs` of Node.js. Throws RangeError for an option with a value that is given twice, of which the last would count. */
export function parseOptions(config) {
	const { tokens, ...parsed } = parseArgs({ ...config, tokens: true });
	const names = tokens.filter(
		({ kind, name, value }) => kind === "option" && value !== undefined && !config.options[name].multiple,
	);
	const twice = names.find(({ name }, index) => names.findIndex((other) => other.name === name) < index);
	if (twice !== undefined) throw new RangeError(`--${twice.name} is given twice; give it once.`);
	return parsed;
}
