/** `urlsieve inspect`: reports dangerous and misleading parts of each line. */

import { parse } from "../../arguments/arguments";
import { helpOf } from "../../arguments/help";
import type { ReaderId } from "../../edge/readers/table";
import { UriError } from "../../errors";
import { usageFailure } from "../../failure";
import { printText } from "../../files/output/octet-writer";
import type { RowFault } from "../../job/table-references";
import { suggestion } from "../../nearest";
import { inspect } from "../../text/inspect";
import { FINDING_CODES, type Finding, type FindingCode } from "../../text/inspect/finding";
import { pathsOf } from "./dataset";
import { readersOf } from "./reader-names";
import { TEXT_TABLE_HELP, TEXT_TABLE_OPTIONS, textTableOf } from "./table";
import { faultOf, type Place, TEXT_OPTIONS, TEXT_OPTIONS_HELP, TextRun } from "./text-command";

/** The options that are used most. */
const MAIN_OPTIONS = ["column", "format", "delimiter", "only", "readers", "all", "uri", "output", "json", "quiet"];

export const HELP = `Usage: urlsieve inspect [options] [FILE... | URI...]

Find what may be dangerous or misleading in each line. Print a JSON object per line that has findings: line (number), reference,
findings. A line that is not a valid reference has error instead. The summary counts the findings by code. The objects of tables
have row instead of line; rows without a reference have none.

  urlsieve inspect urls.txt
  urlsieve inspect --column url crawl.csv.gz
  urlsieve inspect --column url crawl.parquet
  urlsieve inspect --only rare-ipv4,userinfo-like-host -o suspicious.jsonl crawl.gz
  urlsieve inspect --readers nginx,tomcat --only readers-disagree urls.txt

Options:
${TEXT_TABLE_HELP}  --only CODE,...    Print only findings with these codes. May be repeated:
${codeList()}
  --readers R,...    Also find what these proxies, servers and routers read differently, such as nginx,tomcat: readers-disagree.
                     "urlsieve agree --help-all" lists them. May be repeated.
  --all              Print an object per line, with or without findings.
${TEXT_OPTIONS_HELP}

Exit status: 0 success, with or without findings; 2 usage error; 3 input or output error, and no file was replaced.
`;

const OPTIONS = {
	...TEXT_OPTIONS,
	...TEXT_TABLE_OPTIONS,
	only: { type: "string", multiple: true },
	readers: { type: "string", multiple: true },
	all: { type: "boolean" },
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals: operands } = parse("inspect", args, OPTIONS);
	const help = helpOf(values, HELP, MAIN_OPTIONS);
	if (help !== undefined) return printText(help);
	const inspection = new Inspection(
		codesOf(values.only),
		values.all === true,
		values.readers && readersOf("inspect", values.readers),
	);
	const positionals = pathsOf(values, operands);
	const table = await textTableOf("inspect", values, positionals);
	const run = new TextRun("inspect", values, positionals, table);
	if (table === undefined) await run.each((reference, line) => inspection.take(reference, { line }));
	else await run.eachRow(table, (reference, row, fault) => inspection.take(reference, { row }, fault));
	run.finish(inspection.counts());
}

/** Inspects lines and counts findings. */
class Inspection {
	readonly #codes: ReadonlySet<FindingCode>;
	readonly #printsAll: boolean;
	readonly #readers: readonly ReaderId[] | undefined;
	readonly #found = new Map<FindingCode, number>();
	#flagged = 0;
	#rejects = 0;

	constructor(codes: ReadonlySet<FindingCode>, printsAll: boolean, readers: readonly ReaderId[] | undefined) {
		this.#readers = readers;
		this.#codes = codes;
		this.#printsAll = printsAll;
	}

	/** The JSON record of a line or row, if it is to be printed. `fault`: why the row cannot be read. */
	take(reference: string, place: Place, fault?: RowFault): object | undefined {
		if (fault !== undefined) return this.#reject(reference, place, fault);
		try {
			const findings = inspect(reference, { readers: this.#readers }).filter(({ code }) => this.#codes.has(code));
			this.#count(findings);
			return findings.length > 0 || this.#printsAll ? { ...place, reference, findings } : undefined;
		} catch (error) {
			if (!(error instanceof UriError)) throw error;
			return this.#reject(reference, place, error);
		}
	}

	#reject(reference: string, place: Place, error: UriError | RowFault): object {
		++this.#rejects;
		return faultOf(place, reference, error);
	}

	#count(findings: readonly Finding[]): void {
		for (const { code } of findings) this.#found.set(code, (this.#found.get(code) ?? 0) + 1);
		if (findings.length > 0) ++this.#flagged;
	}

	/** The counts for the summary, with codes in the order of docs/reference/inspect.md. */
	counts() {
		const codes = FINDING_CODES.filter((code) => this.#found.has(code));
		const findings = Object.fromEntries(codes.map((code) => [code, this.#found.get(code) as number]));
		return { flagged: this.#flagged, rejects: this.#rejects, findings };
	}
}

/** The codes given with --only, or all codes. Throws Failure for an unknown code. */
function codesOf(lists: readonly string[] | undefined): ReadonlySet<FindingCode> {
	if (lists === undefined) return new Set(FINDING_CODES);
	const known: readonly string[] = FINDING_CODES;
	const codes = lists.flatMap((list) => list.split(","));
	const unknown = codes.find((code) => !known.includes(code));
	if (unknown !== undefined)
		throw usageFailure("inspect", `--only takes codes of findings, and "${unknown}" is not one${suggestion(unknown, known)}`);
	return new Set(codes as FindingCode[]);
}

/** The codes, wrapped to the width of the help. */
function codeList(): string {
	const lines = [""];
	for (const code of FINDING_CODES) {
		const line = lines.at(-1) as string;
		if (line.length + code.length < 90) lines[lines.length - 1] = line === "" ? code : `${line}, ${code}`;
		else lines.push(code);
	}
	return lines.map((line) => `                     ${line}`).join(",\n");
}
