/** `urlsieve inspect`: what may be dangerous or misleading in each line. */
import { UriError } from "../../errors";
import { inspect } from "../../text/inspect";
import { FINDING_CODES, type Finding, type FindingCode } from "../../text/inspect/finding";
import { parse, usageFailure } from "../arguments";
import { faultOf, TEXT_OPTIONS, TEXT_OPTIONS_HELP, TextRun } from "./text-command";

export const HELP = `Usage: urlsieve inspect [options] [file… | URI…]

Finds what may be dangerous or misleading in references, one a line, in UTF-8. Writes a JSON object for each line that has findings:
line (its number, from 1), reference, findings. A line that is no reference is an object with line, reference, error.

  urlsieve inspect urls.txt
  urlsieve inspect --only rare-ipv4,userinfo-like-host -o suspicious.jsonl crawl.gz

Options:
  --only CODE,…      only findings with these codes; they are:
${codeList()}
  --all              an object for each line, with or without findings
${TEXT_OPTIONS_HELP} The summary says how many findings of each code there are.

Exit status: 0 done, with or without findings; 2 usage; 3 input or output failed, and no file was replaced.
`;

const OPTIONS = {
	...TEXT_OPTIONS,
	only: { type: "string", multiple: true },
	all: { type: "boolean" },
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("inspect", args, OPTIONS);
	if (values.help) return void process.stdout.write(HELP);
	const inspection = new Inspection(codesOf(values.only), values.all === true);
	const run = new TextRun("inspect", values, positionals);
	await run.each((reference, line) => inspection.take(reference, line));
	run.finish(inspection.counts());
}

/** Inspects lines, and counts. */
class Inspection {
	readonly #codes: ReadonlySet<FindingCode>;
	readonly #tellsAll: boolean;
	readonly #found = new Map<FindingCode, number>();
	#flagged = 0;
	#rejects = 0;

	constructor(codes: ReadonlySet<FindingCode>, tellsAll: boolean) {
		this.#codes = codes;
		this.#tellsAll = tellsAll;
	}

	/** What is to be told of a line. */
	take(reference: string, line: number): object | undefined {
		try {
			const findings = inspect(reference).filter(({ code }) => this.#codes.has(code));
			this.#count(findings);
			return findings.length > 0 || this.#tellsAll ? { line, reference, findings } : undefined;
		} catch (error) {
			if (!(error instanceof UriError)) throw error;
			++this.#rejects;
			return faultOf(line, reference, error);
		}
	}

	#count(findings: readonly Finding[]): void {
		for (const { code } of findings) this.#found.set(code, (this.#found.get(code) ?? 0) + 1);
		if (findings.length > 0) ++this.#flagged;
	}

	/** The counts of the summary; those of the codes are in the order of docs/inspect.md. */
	counts() {
		const codes = FINDING_CODES.filter((code) => this.#found.has(code));
		const findings = Object.fromEntries(codes.map((code) => [code, this.#found.get(code) as number]));
		return { flagged: this.#flagged, rejects: this.#rejects, findings };
	}
}

/** The codes that --only names; all when it is not given. Throws Failure. */
function codesOf(lists: readonly string[] | undefined): ReadonlySet<FindingCode> {
	if (lists === undefined) return new Set(FINDING_CODES);
	const known: readonly string[] = FINDING_CODES;
	const codes = lists.flatMap((list) => list.split(","));
	const unknown = codes.find((code) => !known.includes(code));
	if (unknown !== undefined) throw usageFailure("inspect", `The option --only takes codes of findings, and "${unknown}" is none`);
	return new Set(codes as FindingCode[]);
}

/** The codes in lines that fit the help. */
function codeList(): string {
	const lines = [""];
	for (const code of FINDING_CODES) {
		const line = lines.at(-1) as string;
		if (line.length + code.length < 90) lines[lines.length - 1] = line === "" ? code : `${line}, ${code}`;
		else lines.push(code);
	}
	return lines.map((line) => `                     ${line}`).join(",\n");
}
