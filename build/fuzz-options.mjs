/** Options of the commands that search for faults: fuzz, planted, mutants, faults, powercut, damage, soak, reproduce. */
import { readFileSync } from "node:fs";

/** The default of `--seed`. */
export const SEED = 3986;
export const MAX_SEED = 2 ** 32 - 1;

/** The number that an option has, from `min` to `max`. Throws RangeError for anything else. */
export function numberOf(name, text, min, max) {
	const value = Number(text);
	if (/^\d+$/.test(text) && value >= min && value <= max) return value;
	throw new RangeError(`--${name} must be a whole number from ${min} to ${max}, not "${text}".`);
}

/** The codes of a full disk. */
const FULL = ["ENOSPC", "EDQUOT"];

/**
 * The options of a command, as `optionsOf` reads them from its arguments. Ends the process if they cannot be used, or after `--help`,
 * which prints the comment that the command's program begins with. From then on, a full disk ends the process, too.
 */
export function readOptions(command, optionsOf) {
	reportFullDisk(command);
	if (process.argv.includes("--help")) {
		console.log(helpIn(readFileSync(process.argv[1], "utf8")));
		process.exit(0);
	}
	try {
		return optionsOf(process.argv.slice(2));
	} catch (error) {
		return failOption(command, error);
	}
}

/** Ends the process with status 2 and one sentence if the disk is full. Other uncaught errors are printed as usual, with status 1. */
export function reportFullDisk(command) {
	process.on("uncaughtException", (error) => {
		const isFull = FULL.includes(error?.code);
		console.error(isFull ? `${command}: ${error.message}: free some space, or set TMPDIR to another disk.` : error);
		process.exit(isFull ? 2 : 1);
	});
}

/** The text of the comment that a source begins with, without Markdown. */
function helpIn(source) {
	const lines = source.slice(0, source.indexOf("\n */")).split("\n").slice(1);
	const text = lines.filter((line) => line !== " * ```").map((line) => line.slice(3));
	return text.join("\n").replaceAll("`", "");
}

/** Ends the process with status 2 and the first sentence of the error. */
export function failOption(command, error) {
	console.error(`${command}: ${error.message.split(/\.\s/)[0].replace(/\.?$/, ".")}`);
	process.exit(2);
}
