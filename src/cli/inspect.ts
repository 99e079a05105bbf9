/** `urlsieve inspect`: what may be dangerous or misleading in each line. */
import { UriError } from "../errors";
import { inspect } from "../text/inspect";
import { FINDING_CODES, type Finding, type FindingCode } from "../text/inspect/finding";
import { parse, usageFailure } from "./arguments";
import { Input } from "./input";
import { Output } from "./output";
import { Progress, summaryText } from "./terminal";
import { textLines } from "./text-lines";

export const HELP = `Usage: urlsieve inspect [options] [file…]

Finds what may be dangerous or misleading in references, one a line, in UTF-8. Writes a JSON object for each line that has findings:
line (its number, from 1), reference, findings. A line that is no reference is an object with line, reference, error.

  urlsieve inspect urls.txt
  urlsieve inspect --only rare-ipv4,userinfo-like-host -o suspicious.jsonl crawl.gz

Options:
  --only CODE,…      only findings with these codes; they are:
${codeList()}
  --all              an object for each line, with or without findings
  -o, --output FILE  write to FILE, which is replaced when all is done, instead of standard output
  --json             the summary as JSON
  --quiet            no progress, no summary
  -h, --help         this text

Files may be packed by gzip or Zstandard. Without a file, or for "-", standard input is read. The lines of all files are counted
through. The summary says how many findings of each code there are.

Exit status: 0 done, with or without findings; 2 usage; 3 input or output failed, and no file was replaced.
`;

const OPTIONS = {
	only: { type: "string", multiple: true },
	all: { type: "boolean" },
	output: { type: "string", short: "o" },
	json: { type: "boolean" },
	quiet: { type: "boolean" },
	help: { type: "boolean", short: "h" },
} as const;

/** UTF-16 units that are shown of a line that is no reference. */
const MOST_SHOWN = 1024;

const encoder = new TextEncoder();

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("inspect", args, OPTIONS);
	if (values.help) return void process.stdout.write(HELP);
	const codes = codesOf(values.only);
	const inputs = (positionals.length > 0 ? positionals : [undefined]).map((path) => new Input(path));
	const output = new Output(values.output);
	const progress = new Progress(values.quiet === true, inputs);
	const inspection = new Inspection(codes, values.all === true, output);
	await inspectAll(inputs, inspection, progress);
	output.finish();
	progress.clear();
	if (values.quiet) return;
	const { octets: inputOctets, seconds } = progress;
	const summary = { command: "inspect", ...inspection.counts(), inputOctets, outputOctets: output.length, seconds };
	process.stderr.write(summaryText(summary, values.json === true));
}

async function inspectAll(inputs: Input[], inspection: Inspection, progress: Progress): Promise<void> {
	let position = 0;
	try {
		for (const input of inputs) {
			const advance = (octets: number) => progress.advance(octets, inspection.lines, position + input.position);
			for await (const line of textLines(input, advance)) inspection.take(line);
			position += input.position;
		}
	} finally {
		for (const input of inputs) input.close();
	}
}

/** Inspects lines, writes what is to be written of them, and counts. */
class Inspection {
	readonly #codes: ReadonlySet<FindingCode>;
	readonly #writesAll: boolean;
	readonly #output: Output;
	readonly #found = new Map<FindingCode, number>();
	#flagged = 0;
	#rejects = 0;
	lines = 0;

	constructor(codes: ReadonlySet<FindingCode>, writesAll: boolean, output: Output) {
		this.#codes = codes;
		this.#writesAll = writesAll;
		this.#output = output;
	}

	take(reference: string): void {
		++this.lines;
		try {
			this.#report(
				reference,
				inspect(reference).filter(({ code }) => this.#codes.has(code)),
			);
		} catch (error) {
			if (!(error instanceof UriError)) throw error;
			++this.#rejects;
			const { code, component, offset, message } = error;
			this.#write({ reference: reference.slice(0, MOST_SHOWN), error: { code, component, offset, sentence: message } });
		}
	}

	#report(reference: string, findings: Finding[]): void {
		for (const { code } of findings) this.#found.set(code, (this.#found.get(code) ?? 0) + 1);
		if (findings.length > 0) ++this.#flagged;
		if (findings.length > 0 || this.#writesAll) this.#write({ reference, findings });
	}

	#write(record: object): void {
		this.#output.writeLater(encoder.encode(`${JSON.stringify({ line: this.lines, ...record })}\n`));
	}

	/** The counts of the summary; those of the codes are in the order of docs/inspect.md. */
	counts() {
		const codes = FINDING_CODES.filter((code) => this.#found.has(code));
		const findings = Object.fromEntries(codes.map((code) => [code, this.#found.get(code) as number]));
		return { lines: this.lines, flagged: this.#flagged, rejects: this.#rejects, findings };
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
