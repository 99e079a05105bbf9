/** Options of the commands that search for faults: fuzz, planted, mutants, faults, powercut, damage, soak, reproduce. */

/** The default of `--seed`. */
export const SEED = 3986;
export const MAX_SEED = 2 ** 32 - 1;

/** The number that an option has, from `min` to `max`. Throws RangeError for anything else. */
export function numberOf(name, text, min, max) {
	const value = Number(text);
	if (/^\d+$/.test(text) && value >= min && value <= max) return value;
	throw new RangeError(`--${name} must be a whole number from ${min} to ${max}, not "${text}".`);
}

/** The options of a command, as `optionsOf` reads them from its arguments. Ends the process if they cannot be used. */
export function readOptions(command, optionsOf) {
	try {
		return optionsOf(process.argv.slice(2));
	} catch (error) {
		return failOption(command, error);
	}
}

/** Ends the process with status 2 and the first sentence of the error. */
export function failOption(command, error) {
	console.error(`${command}: ${error.message.split(/\.\s/)[0].replace(/\.?$/, ".")}`);
	process.exit(2);
}
