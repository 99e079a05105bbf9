/** The options that commands share, and their parser. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { eitherOf } from "../counted";
import { LEAST_MEMORY } from "../dedupe/plan";
import { OptionError, type UriError } from "../errors";
import { clause, Failure, usageFailure } from "../failure";
import type { Dataset } from "../files/input/dataset";
import type { ReadAs } from "../files/input/kinds";
import type { WatchedFile } from "../files/input/watched-file";
import type { Written } from "../files/output/named";
import { SCHEME } from "../grammar/patterns";
import { suggestion } from "../nearest";
import { EDITIONS, type NormalizeOptions, resolveOptions, type Settings } from "../options";
import { HELP_OPTIONS, HELP_OPTIONS_HELP } from "./help";

/** The option of every command that reads lists. */
export const BINARY_OPTION = { binary: { type: "boolean" } } as const;

export const BINARY_HELP = `  --binary           Read a file even if its first bytes are not those of a list, such as one with NUL bytes. See
                     docs/reference/input.md.
`;

/** Options of every command that processes lines as octets. */
export const LINE_OPTIONS = {
	level: { type: "string" },
	edition: { type: "string" },
	strict: { type: "boolean" },
	"default-scheme": { type: "string" },
	comments: { type: "boolean" },
	schemes: { type: "string" },
	"require-scheme": { type: "boolean" },
	engine: { type: "string" },
	threads: { type: "string" },
	invalid: { type: "string" },
	rejects: { type: "string" },
	...BINARY_OPTION,
	output: { type: "string", short: "o" },
	json: { type: "boolean" },
	quiet: { type: "boolean" },
	...HELP_OPTIONS,
} as const;

const MAX_THREADS = 256;

/** The shared options about results. */
export const RESULT_OPTIONS_HELP = `  --engine ENGINE    Run auto (default), wasm or js. The output is always the same.
  --invalid ACTION   Handle lines that cannot be processed: keep (default), drop, blank (print an empty line), fail (stop).
  --rejects FILE     List these lines in FILE, tab-separated: line number, byte offset, error code, line.
                     With -o FILE, "-" is standard output. /dev/stderr and /dev/fd/N are written as they stand, not replaced.
${BINARY_HELP}  -o, --output FILE  Write to FILE, which is replaced only once the output is complete. Symbolic links are followed. A hard
                     link is replaced under this name only.
  --json             Print the summary as JSON.
  --quiet            Print neither progress nor summary.
${HELP_OPTIONS_HELP}
Files may be compressed with gzip or Zstandard. Other formats, such as xz or UTF-16, are refused. docs/reference/input.md
says what to do with them, and with the notes at the end of a summary.

With no FILE, or when FILE is -, read standard input.

Exit status: 0 success; 1 invalid line under --invalid fail; 2 usage error; 3 input or output error. Files
are replaced only after all outputs are complete.`;

/** The shared options on which lines are wanted. `resolve` has the first two. */
export const COMMENTS_HELP = `  --comments         Read blank lines and lines that begin with "#" as comments: normalize and resolve leave them as they are, other
                     commands drop them. By default they are references, as RFC 3986 has it.
`;
export const SCHEMES_HELP = `  --schemes LIST     Reject references with other schemes, or without one. LIST is such as http,https. See --invalid.
`;
const REQUIRE_SCHEME_HELP = `  --require-scheme   Reject references without a scheme, such as example.com/a or text. See --invalid.
`;

export const THREADS_HELP = `  --threads N        Use up to N threads (default: one per 8 MiB of files, at most one per core). With several, results lag by a
                     few chunks. When a pipe stalls, all lines read so far are written.
`;

/** The keys of a table by edition, for the help of --edition. The last edition is the default. */
export function editionsIn(table: object): string {
	return `${eitherOf(Object.keys(table))} (default)`;
}

export const LINE_OPTIONS_HELP = `  --level LEVEL      Normalize up to LEVEL: string, syntax or scheme (default). See docs/guide/start.md.
  --edition YEAR     Decode what this edition calls unreserved: ${editionsIn(EDITIONS)}. See docs/reference/editions.md.
  --strict           Reject what RFC 3986 does not allow instead of percent-encoding it.
  --default-scheme S Read lines that begin with a host, such as example.com/a or //example.com/a, with the scheme S, such as https.
${COMMENTS_HELP}${SCHEMES_HELP}${REQUIRE_SCHEME_HELP}${THREADS_HELP}${RESULT_OPTIONS_HELP}`;

/** The values of the shared options. */
export interface LineArguments {
	readonly settings: Settings;
	/** The options that `settings` were resolved from. */
	readonly options: NormalizeOptions;
	/** Number of threads. Undefined: as the size of the input suggests. */
	readonly threads: number | undefined;
	readonly rejects: string | undefined;
	readonly output: string | undefined;
	readonly json: boolean;
	readonly quiet: boolean;
	readonly readAs?: ReadAs;
	/** False if the input is no list, so that notes on lists would mislead. */
	readonly isList?: false;
	/** The format of the output. Undefined: a list. */
	readonly written?: Written;
	/** The scheme for lines that begin with a host. */
	readonly scheme?: string | undefined;
	/** References given as arguments, processed before the files. */
	readonly references?: readonly string[];
	/** Paths. Undefined is standard input. */
	readonly files: readonly (string | undefined)[];
	/** The files of a table, with their names in its directory. */
	readonly dataset?: Dataset;
	/** The output files of a table that is written file by file. `output` is the first one. */
	readonly outputs?: readonly string[];
	/** The files, if a library reads them. */
	readonly watched?: readonly WatchedFile[];
}

/** Parses arguments by a command's own table of options. Throws Failure. */
export function parse<Options extends NonNullable<Parameters<typeof parseArgs>[0]>["options"]>(
	command: string,
	args: string[],
	options: Options,
): ReturnType<typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true }>> {
	try {
		const parsed = parseArgs({ args, options, allowPositionals: true, tokens: true });
		refuseRepeated(command, parsed.tokens, options);
		return parsed;
	} catch (error) {
		if (error instanceof Failure) throw error;
		const message = (error as Error).message
			.replace(/\. To specify a positional.*$/s, "")
			.replace(/ argument is ambiguous\..* use '([^']+)'.*$/s, ' needs a value; one that begins with "-" is written $1');
		const typed = /^Unknown option '(--[^']+)'/.exec(message)?.[1];
		const names = Object.keys(options ?? {}).map((name) => `--${name}`);
		throw usageFailure(command, message + (typed === undefined ? "" : suggestion(typed, names)));
	}
}

/** Throws Failure for an option with a value that is given twice, of which the last would count: all but those that may be repeated. */
function refuseRepeated(command: string, tokens: readonly Token[], options: NonNullable<ParseArgsConfig["options"]> = {}): void {
	const given = new Map<string, string | undefined>();
	for (const token of tokens) {
		if (token.kind !== "option" || token.value === undefined || options[token.name]?.multiple) continue;
		const { name, value } = token;
		if (given.has(name)) {
			throw usageFailure(command, `--${name} is given twice, as "${given.get(name)}" and "${value}"; give it once`);
		}
		given.set(name, value);
	}
}

type Token = NonNullable<ReturnType<typeof parseArgs<ParseArgsConfig & { tokens: true }>>["tokens"]>[number];

/** Returns the result of `check`. Throws Failure for an OptionError. */
export function checked<Checked>(command: string, check: () => Checked): Checked {
	try {
		return check();
	} catch (error) {
		if (error instanceof OptionError) throw usageFailure(command, inCliTerms(error));
		throw error;
	}
}

/** The failure for a value of --base that `error` is about. */
export function baseFailure(command: string, base: string, error: UriError): Failure {
	const reason = error.code === "base-not-absolute" ? "" : ` (${clause(error.message)})`;
	return usageFailure(command, `--base must be an absolute URI such as https://example.com/, not "${base}"${reason}`);
}

/** The message of an error about an option, with the option's name as users type it. */
function inCliTerms({ message }: OptionError): string {
	return message.replace(/^(?:The )?[Oo]ption "(\w+)"/, "--$1").replace(/\boption "(\w+)"/, "option --$1");
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
		...(values.comments && { comments: KEEPERS.includes(command) ? "keep" : "drop" }),
		...(values.schemes !== undefined && { schemes: schemesOf(command, values.schemes as string) }),
		...(values["require-scheme"] && { requireScheme: true }),
	} as NormalizeOptions;
	return {
		settings: checked(command, () => resolveOptions(options)),
		options,
		threads: threadsOf(command, text("threads")),
		scheme: schemeOf(command, text("default-scheme")),
		rejects: text("rejects"),
		output: text("output"),
		json: values.json === true,
		quiet: values.quiet === true,
		readAs: { isBinary: values.binary === true },
		files: positionals.length > 0 ? positionals : [undefined],
	};
}

/** The commands that write a line for each line. */
const KEEPERS: readonly string[] = ["normalize", "resolve"];

/** The schemes of --schemes. Throws Failure. */
export function schemesOf(command: string, value: string): string[] {
	const schemes = value.split(",");
	const wrong = schemes.find((scheme) => !new RegExp(`^${SCHEME}$`, "i").test(scheme));
	if (wrong === undefined) return schemes;
	throw usageFailure(command, `--schemes must be names of schemes, such as http,https, not "${value}"`);
}

function schemeOf(command: string, value: string | undefined): string | undefined {
	if (value === undefined || new RegExp(`^${SCHEME}$`, "i").test(value)) return value;
	throw usageFailure(command, `--default-scheme must be a scheme such as https, not "${value}"`);
}

/** The number of `--threads`. Throws Failure. */
export function threadsOf(command: string, value: string | undefined): number | undefined {
	if (value === undefined) return undefined;
	const threads = Number(value);
	if (/^[0-9]+$/.test(value) && threads >= 1 && threads <= MAX_THREADS) return threads;
	throw usageFailure(command, `--threads must be an integer from 1 to ${MAX_THREADS}, not "${value}"`);
}

const PREFIXES = "KMGT";

/** The octets of --memory. Throws Failure. */
export function memoryOf(command: string, value: string | undefined): number | undefined {
	if (value === undefined) return undefined;
	const [, number, unit = ""] = /^([0-9]+)([KMGT]?)(?:iB)?$/i.exec(value) ?? [];
	if (number === undefined) throw usageFailure(command, `--memory must be a size such as 512M or 2G, not "${value}"`);
	const octets = Number(number) * 1024 ** (1 + PREFIXES.indexOf(unit.toUpperCase() || "?"));
	if (octets >= LEAST_MEMORY) return octets;
	throw usageFailure(command, `--memory must be at least 16M, not "${value}"`);
}
