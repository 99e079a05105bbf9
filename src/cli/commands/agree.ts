/** `urlsieve agree`: request targets that proxies, servers and routers read differently. */

import { parse } from "../../arguments/arguments";
import { helpOf } from "../../arguments/help";
import { type Agreement, agree, DIFFERENCE_CLASSES, type DifferenceClass } from "../../edge/agree";
import { readers } from "../../edge/readers/table";
import { EXIT, usageFailure } from "../../failure";
import { printText } from "../../files/output/octet-writer";
import { suggestion } from "../../nearest";
import { readersOf } from "./reader-names";
import { TEXT_OPTIONS, TEXT_OPTIONS_HELP, TextRun } from "./text-command";

/** The options that are used most. */
const MAIN_OPTIONS = ["readers", "reject", "host", "all", "uri", "output", "json", "quiet"];

const help = () => `Usage: urlsieve agree --readers READER,... [options] [FILE...]

Find request targets that the readers read differently. Each line is a target as it stands in a request line or an access log:
a path with its query, or a URL. Print a JSON object per line on which readers disagree: line (number), target, agree, differences,
views. The summary counts the lines by class.

  urlsieve agree --readers nginx,tomcat targets.txt
  urlsieve agree --readers nginx:uri,express --reject segments,query -o disagreements.jsonl targets.txt.gz
  cut -d ' ' -f 7 access.log | urlsieve agree --readers apache,go --all
  urlsieve agree --readers nginx@1,tomcat@1 --host example.com targets.txt | jq -r .target
  urlsieve agree --readers nginx,tomcat --uri "/a/..;/admin"

Options:
  --readers READER,...  The readers, in the order in which a request meets them: each reads what the one before it sends. They are
${wrapped(readers().map(({ id }) => id.replace("@1", "")))}
                        With @1, the version of a reader is fixed. May be repeated.
  --reject CLASS,...    Reject lines with a difference of these classes. The default is host,segments,query,unreserved. Others:
                        spelling, acceptance, too-long. May be repeated. See docs/reference/edge.md.
  --host HOST           The field Host of the requests.
  --all                 Print an object per line, whether readers disagree or not.
${TEXT_OPTIONS_HELP}

Exit status: 0 no line was rejected; 1 a line was rejected; 2 usage error; 3 input or output error.
`;

const OPTIONS = {
	...TEXT_OPTIONS,
	readers: { type: "string", multiple: true },
	reject: { type: "string", multiple: true },
	host: { type: "string" },
	all: { type: "boolean" },
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("agree", args, OPTIONS);
	const text = helpOf(values, help(), MAIN_OPTIONS);
	if (text !== undefined) return printText(text);
	const ids = readersOf("agree", values.readers);
	const options = { host: values.host, reject: classesOf(values.reject) };
	const run = new TextRun("agree", values, positionals);
	const counts = new Map<DifferenceClass, number>();
	let [flagged, rejected] = [0, 0];
	await run.each((target, line) => {
		const agreement = agree(octetsOf(target), ids, options);
		const classes = new Set(agreement.differences.map((difference) => difference.class));
		for (const name of classes) counts.set(name, (counts.get(name) ?? 0) + 1);
		flagged += Number(classes.size > 0);
		rejected += Number(!agreement.agree);
		return classes.size > 0 || values.all ? recordOf(line, target, agreement) : undefined;
	});
	const found = DIFFERENCE_CLASSES.filter((name) => counts.has(name)).map((name) => [name, counts.get(name) as number]);
	run.finish({ flagged, rejects: rejected, findings: Object.fromEntries(found) });
	if (rejected > 0) process.exitCode = EXIT.NO;
}

function recordOf(line: number, target: string, agreement: Agreement): object {
	return { line, target, ...agreement };
}

/** One UTF-16 unit for each octet of UTF-8. */
function octetsOf(text: string): string {
	return Buffer.from(text, "utf8").toString("latin1");
}

/** Throws Failure. */
function classesOf(lists: readonly string[] | undefined): DifferenceClass[] | undefined {
	const classes = lists?.flatMap((list) => list.split(","));
	const known: readonly string[] = DIFFERENCE_CLASSES;
	const unknown = classes?.find((name) => !known.includes(name));
	if (unknown === undefined) return classes as DifferenceClass[] | undefined;
	throw usageFailure("agree", `--reject takes classes of differences, and "${unknown}" is not one${suggestion(unknown, known)}`);
}

/** Wrapped to the width of the help. */
function wrapped(names: readonly string[]): string {
	const lines = [""];
	for (const name of names) {
		const line = lines.at(-1) as string;
		if (line.length + name.length < 90) lines[lines.length - 1] = line === "" ? name : `${line}, ${name}`;
		else lines.push(name);
	}
	return `${lines.map((line) => `                        ${line}`).join(",\n")}.`;
}
