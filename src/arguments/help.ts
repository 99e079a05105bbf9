/**
 * The help of a command: all of it, or its first screen.
 *
 * ```
 *   Usage: …                     the whole of it
 *                                the purpose: the first paragraph
 *     urlsieve …                 the first five examples
 *   Options:                     the options used most, each by its first sentence
 * ```
 */

export const HELP_OPTIONS = {
	help: { type: "boolean", short: "h" },
	"help-all": { type: "boolean" },
} as const;

export const HELP_OPTIONS_HELP = `  -h, --help         Print help. For commands with many options, --help-all prints all of them.
`;

interface HelpValues {
	readonly help?: boolean | undefined;
	readonly "help-all"?: boolean | undefined;
}

const SHOWN_EXAMPLES = 5;
const OPTIONS_HEADING = "\nOptions:\n";
/** An option and the lines that go on with it. */
const OPTION = /^ {2}(?:-\w, )?--.*\n(?: {4,}.*\n)*/gm;
const WIDTH = 127;
const INDENT = 21;

/** Returns the requested help, if any. `most` names the options of the first screen. */
export function helpOf(values: HelpValues, help: string, most?: readonly string[]): string | undefined {
	if (values["help-all"] === true) return help;
	if (values.help !== true) return undefined;
	return most === undefined ? help : firstScreen(help, most);
}

/** The first screen of a help text. */
function firstScreen(help: string, most: readonly string[]): string {
	const [head = "", rest = ""] = help.split(OPTIONS_HEADING) as [string, string?];
	const [usage, purpose] = head.split("\n\n");
	const examples = head.split("\n").filter((line) => line.startsWith("  "));
	const options = [...rest.matchAll(OPTION)].map(([option]) => option);
	const shown = options.filter((option) => most.includes(nameOf(option)));
	const command = /^Usage: (urlsieve \w+)/.exec(help)?.[1];
	return [
		`${usage}\n\n${purpose}\n`,
		`${examples.slice(0, SHOWN_EXAMPLES).join("\n")}\n`,
		`The options used most:\n${shown.map(inShort).join("\n")}\n`,
		`With no FILE, or when FILE is -, read standard input. ${command} --help-all prints all ${options.length} options.\n`,
	].join("\n");
}

function nameOf(option: string): string {
	return /--([\w-]+)/.exec(option)?.[1] as string;
}

/** An option and its first sentence. */
function inShort(option: string): string {
	const [sentence] = option.slice(INDENT).split(/\.\s/) as [string];
	return wrapped(option.slice(0, INDENT), `${sentence.trim().replace(/\.$/, "")}.`);
}

/** Text beside the name of an option. */
export function wrapped(option: string, text: string): string {
	const lines = [option];
	for (const word of text.split(/\s+/)) {
		const line = lines.at(-1) as string;
		if (line.length + word.length > WIDTH) lines.push(`${" ".repeat(INDENT)}${word} `);
		else lines[lines.length - 1] = `${line}${word} `;
	}
	return lines.map((line) => line.trimEnd()).join("\n");
}
