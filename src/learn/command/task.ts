/** The options of `urlsieve learn`, checked before a file is opened. */

import { BINARY_OPTION, memoryOf, type parse, threadsOf } from "../../arguments/arguments";
import { HELP_OPTIONS } from "../../arguments/help";
import { LEARNED_OPTION, trapActionOf } from "../../arguments/learned";
import { eitherOf } from "../../counted";
import { usageFailure } from "../../failure";
import { formatFor } from "../../files/input/file-format";
import { refuseSharedFiles } from "../../files/output/distinct";
import { FORMAT_NAMES, type FormatName, isArrayFormat, isJsonFormat, refusedOption } from "../../formats";
import type { TrapAction } from "../../learned/trapped-keys";
import { resolveOptions } from "../../options";
import { columnNamed } from "../../tables/text/table-options";
import type { NamedColumns } from "../read/fetch-columns";
import type { RowReading } from "../read/read-fetches";
import { REACHES, type Reach } from "../row-batch";

export const LEARN_OPTIONS = {
	url: { type: "string" },
	digest: { type: "string", multiple: true },
	status: { type: "string" },
	time: { type: "string" },
	type: { type: "string" },
	redirect: { type: "string" },
	method: { type: "string" },
	format: { type: "string" },
	delimiter: { type: "string" },
	"no-header": { type: "boolean" },
	policy: { type: "string" },
	lists: { type: "string", multiple: true },
	...LEARNED_OPTION,
	trap: { type: "string" },
	support: { type: "string" },
	bound: { type: "string" },
	precision: { type: "string" },
	holdout: { type: "string" },
	reach: { type: "string" },
	previous: { type: "string" },
	probes: { type: "string" },
	threads: { type: "string" },
	...BINARY_OPTION,
	memory: { type: "string" },
	temp: { type: "string" },
	report: { type: "string" },
	output: { type: "string", short: "o" },
	json: { type: "boolean" },
	quiet: { type: "boolean" },
	...HELP_OPTIONS,
} as const;

type Values = ReturnType<typeof parse<typeof LEARN_OPTIONS>>["values"];

/** The checked task of a run. */
export interface LearnTask {
	/** The arguments as they were given. */
	readonly args: readonly string[];
	readonly reading: RowReading;
	readonly output: string;
	readonly policy: string | undefined;
	readonly lists: readonly string[];
	/** The file of --shapes, and what becomes of rows in its traps. */
	readonly shapes: string | undefined;
	readonly trap: TrapAction;
	readonly levels: { readonly [level in "support" | "bound" | "precision" | "holdout"]: number | undefined };
	readonly reach: Reach | undefined;
	/** The directory of an earlier run. */
	readonly previous: string | undefined;
	readonly probes: number | undefined;
	readonly threads: number | undefined;
	/** Octets of --memory. */
	readonly memory: number | undefined;
	/** The directory of --temp. */
	readonly temp: string | undefined;
	readonly report: string | undefined;
	readonly json: boolean;
	readonly quiet: boolean;
}

/** Throws Failure. */
export function learnTask(args: readonly string[], values: Values, positionals: readonly string[]): LearnTask {
	const { output, report, policy, previous, shapes, lists = [] } = values;
	if (output === undefined || output === "-") throw usageFailure("learn", "learn requires -o DIR, the directory for the policy");
	if (policy === undefined && lists.length > 0) throw usageFailure("learn", "--lists requires --policy FILE");
	if (values.probes !== undefined && previous === undefined) throw usageFailure("learn", "--probes requires --previous DIR");
	if (report !== undefined && !/\.(?:html|json)$/i.test(report))
		throw usageFailure("learn", `--report must be a file .html or .json, not "${report}"`);
	const files = positionals.length > 0 ? positionals : [undefined];
	refuseSharedFiles("learn", shapes === undefined ? files : [...files, shapes], { "--report": report });
	return {
		args,
		reading: readingOf(values, files),
		output,
		policy,
		lists,
		shapes,
		trap: trapActionOf("learn", values.trap, shapes) ?? "keep",
		levels: {
			support: numberOf(values, "support", 1, Number.MAX_SAFE_INTEGER, true),
			bound: numberOf(values, "bound", 0, 1),
			precision: numberOf(values, "precision", 0, 1),
			holdout: numberOf(values, "holdout", 0, 1),
		},
		reach: reachOf(values.reach),
		previous,
		probes: numberOf(values, "probes", 1, Number.MAX_SAFE_INTEGER, true),
		threads: threadsOf("learn", values.threads),
		memory: memoryOf("learn", values.memory),
		temp: values.temp,
		report,
		json: values.json === true,
		quiet: values.quiet === true,
	};
}

function readingOf(values: Values, files: readonly (string | undefined)[]): RowReading {
	const { format, delimiter } = values;
	if (format !== undefined && !FORMAT_NAMES.includes(format)) {
		throw usageFailure("learn", `--format must be ${eitherOf(FORMAT_NAMES)}, not "${format}"`);
	}
	const formatted = files.map((path) => ({ path, format: (format ?? formatOf(path)) as FormatName }));
	const array = formatted.find(({ format: each }) => isArrayFormat(each));
	if (array !== undefined)
		throw usageFailure(
			"learn",
			`${array.path ?? "standard input"} is one JSON array; make JSON lines of it, as jq -c '.[]' does`,
		);
	// An option is for those of the files that take it.
	const refused = formatted.map(({ format: each }) => refusedOption(each, { ...values }));
	if (refused[0] !== undefined && refused.every((each) => each !== undefined)) throw usageFailure("learn", refused[0]);
	const separator = delimiter === "\\t" ? "\t" : delimiter;
	if (separator !== undefined && !/^[^"\r\n\0\x80-\uffff]$/.test(separator))
		throw usageFailure("learn", `--delimiter must be one character of US-ASCII, not "${delimiter}"`);
	const isJson = formatted.every(({ format: each }) => isJsonFormat(each));
	return {
		command: "learn",
		files: formatted,
		named: columnsOf(values, isJson),
		delimiter: separator?.charCodeAt(0),
		hasHeader: values["no-header"] !== true,
		engine: resolveOptions({}).engine,
		isBinary: values.binary,
	};
}

function formatOf(path: string | undefined): string {
	const format = formatFor(path);
	if (format !== undefined) return format;
	const name = path === undefined || path === "-" ? "standard input" : `"${path}"`;
	throw usageFailure("learn", `the name of ${name} does not tell its format; pass --format ${FORMAT_NAMES.join("|")}`);
}

function columnsOf(values: Values, isJson: boolean): NamedColumns {
	const column = (name: "url" | "status" | "time" | "type" | "redirect" | "method") => {
		const text = values[name];
		return text === undefined ? {} : { [name]: columnOf(name, text, isJson) };
	};
	const digests = (values.digest ?? []).map((text) => columnOf("digest", text, isJson));
	const twice = digests.find((digest, index) => digests.indexOf(digest) !== index);
	if (twice !== undefined) throw usageFailure("learn", `--digest ${twice} is given twice`);
	const others = [column("status"), column("time"), column("type"), column("redirect"), column("method")];
	return Object.assign({ ...column("url"), digests }, ...others);
}

function columnOf(option: string, text: string, isJson: boolean): string | number {
	const column = columnNamed(text, isJson);
	if (column !== "" && column !== 0) return column;
	throw usageFailure("learn", `--${option} must be the name of a column or its number from 1, not "${text}"`);
}

function numberOf(
	values: Values,
	name: "support" | "bound" | "precision" | "holdout" | "probes",
	least: number,
	most: number,
	isInteger = false,
): number | undefined {
	const text = values[name];
	if (text === undefined) return undefined;
	const number = Number(text);
	const isValid = /^[0-9]*\.?[0-9]+$/.test(text) && number >= least && number <= most;
	if (isValid && (!isInteger || Number.isSafeInteger(number))) return number;
	const kind = isInteger ? `an integer of at least ${least}` : `a share from ${least} to ${most}`;
	throw usageFailure("learn", `--${name} must be ${kind}, not "${text}"`);
}

function reachOf(value: string | undefined): Reach | undefined {
	if (value === undefined || (REACHES as readonly string[]).includes(value)) return value as Reach | undefined;
	throw usageFailure("learn", `--reach must be host, crawl or everywhere, not "${value}"`);
}
