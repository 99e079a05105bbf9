/** The options that commands share, and how they are read. */
import { parseArgs } from "node:util";
import { UriError } from "../errors";
import { type NormalizeOptions, resolveOptions, type Settings } from "../options";
import { EXIT, Failure } from "./failure";
import { suggestion } from "./nearest";

/** Options of every command that takes lines. */
export const LINE_OPTIONS = {
	level: { type: "string" },
	edition: { type: "string" },
	strict: { type: "boolean" },
	engine: { type: "string" },
	threads: { type: "string" },
	invalid: { type: "string" },
	rejects: { type: "string" },
	output: { type: "string", short: "o" },
	json: { type: "boolean" },
	quiet: { type: "boolean" },
	help: { type: "boolean", short: "h" },
} as const;

const MOST_THREADS = 256;

/** Those that say where results go, and how. */
export const RESULT_OPTIONS_HELP = `  --engine ENGINE    auto (the default), wasm-simd, wasm or js: the output is the same
  --invalid ACTION   what becomes of a line that cannot be normalized:
                     keep (the default: it stays as it is), drop, blank (an empty line), fail (stop, exit status 1)
  --rejects FILE     write each of these lines to FILE: line number, octet, code, the line; separated by TAB
  -o, --output FILE  write to FILE, which is replaced when all is done, instead of standard output
  --json             the summary as JSON
  --quiet            no progress, no summary
  -h, --help         this text

Files may be compressed with gzip or Zstandard; checksums are verified. Other formats, such as xz or UTF-16, are refused. The
summary notes if most lines are rejects or contain a TAB, or look CR-terminated. Without a file, or for "-", standard input
is read.

Exit status: 0 done; 1 --invalid fail met a line; 2 usage; 3 input or output failed, and no file was replaced.`;

export const THREADS_HELP = `  --threads N        how many threads work, N at most; by default one for each 8 MiB of files, up to one a core.
                     The output is the same for any number; what is no plain file comes out some chunks later with several
`;

export const LINE_OPTIONS_HELP = `  --level LEVEL      what counts as equal: string, syntax or scheme (the default); see README.md
  --edition YEAR     1994, 1997, 2003 or 2005 (the default): whose unreserved characters are decoded; see docs/editions.md
  --strict           what RFC 3986 does not allow is an error and not percent-encoded
${THREADS_HELP}${RESULT_OPTIONS_HELP}`;

/** What the shared options say. */
export interface LineArguments {
	readonly settings: Settings;
	/** What `settings` were settled from. */
	readonly options: NormalizeOptions;
	/** Number of threads; undefined when it goes by the size of the input. */
	readonly threads: number | undefined;
	readonly rejects: string | undefined;
	readonly output: string | undefined;
	readonly json: boolean;
	readonly quiet: boolean;
	/** References given as arguments, which come before those of the files. */
	readonly references?: readonly string[];
	/** Paths; undefined stands for standard input. */
	readonly files: readonly (string | undefined)[];
}

/** Parses by a command's own table of options. Throws Failure with a sentence that says what to do. */
export function parse<Options extends NonNullable<Parameters<typeof parseArgs>[0]>["options"]>(
	command: string,
	args: string[],
	options: Options,
) {
	try {
		return parseArgs({ args, options, allowPositionals: true });
	} catch (error) {
		const message = (error as Error).message.replace(/\. To specify a positional.*$/s, "");
		const typed = /^Unknown option '(--[^']+)'/.exec(message)?.[1];
		const names = Object.keys(options ?? {}).map((name) => `--${name}`);
		throw usageFailure(command, message + (typed === undefined ? "" : suggestion(typed, names)));
	}
}

export function usageFailure(command: string, message: string): Failure {
	return new Failure(EXIT.USAGE, `${message.replace(/\.$/, "")}; try: urlsieve ${command} --help`);
}

/** What `check` answers. Throws Failure for the UriError of an option. */
export function checked<Checked>(command: string, check: () => Checked): Checked {
	try {
		return check();
	} catch (error) {
		if (error instanceof UriError) throw usageFailure(command, error.message.replace(/option "(\w+)"/, "option --$1"));
		throw error;
	}
}

/** Checks the values of the shared options. Throws Failure. */
export function lineArguments(
	command: string,
	values: { [Name in keyof typeof LINE_OPTIONS]?: string | boolean | undefined },
	positionals: string[],
): LineArguments {
	const text = (name: keyof typeof LINE_OPTIONS) => values[name] as string | undefined;
	const options = {
		level: text("level"),
		edition: text("edition"),
		strict: values.strict === true,
		engine: text("engine"),
		invalid: text("invalid"),
	} as NormalizeOptions;
	return {
		settings: checked(command, () => resolveOptions(options)),
		options,
		threads: threadsOf(command, text("threads")),
		rejects: text("rejects"),
		output: text("output"),
		json: values.json === true,
		quiet: values.quiet === true,
		files: positionals.length > 0 ? positionals : [undefined],
	};
}

function threadsOf(command: string, value: string | undefined): number | undefined {
	if (value === undefined) return undefined;
	const threads = Number(value);
	if (/^[0-9]+$/.test(value) && threads >= 1 && threads <= MOST_THREADS) return threads;
	throw usageFailure(command, `The option --threads is a number from 1 to ${MOST_THREADS}, not "${value}"`);
}
