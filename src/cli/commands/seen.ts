/** `urlsieve seen`: asks, changes, examines and rewrites the file of a set that lasts. */

import { BINARY_HELP, parse } from "../../arguments/arguments";
import { HELP_OPTIONS, HELP_OPTIONS_HELP, helpOf } from "../../arguments/help";
import { RULE_OPTIONS_HELP } from "../../arguments/rules";
import { engineInUse } from "../../engine/select";
import { SetError } from "../../errors";
import { clause, EXIT, Failure, usageFailure } from "../../failure";
import { STDOUT } from "../../files/open-file";
import { OctetWriter, printText } from "../../files/output/octet-writer";
import { convertSnapshot } from "../../store/disk/convert";
import { keyLines } from "../../store/disk/key-lines";
import { named, openForReading, openLocked, storeFailure } from "../../store/disk/locked-store";
import { addStore } from "../../store/disk/merge-stores";
import type { Store } from "../../store/store";
import type { StoreFacts } from "../../store/store-facts";
import { say } from "../../terminal/messages";
import { runOnUrls, URL_OPTIONS, type UrlAction, type UrlValues } from "./seen-urls";

export const HELP = `Usage: urlsieve seen stat [--json] FILE
       urlsieve seen verify FILE
       urlsieve seen compact FILE
       urlsieve seen merge FILE OTHER
       urlsieve seen convert FILE
       urlsieve seen export FILE
       urlsieve seen has [options] FILE [URL...|LIST...]
       urlsieve seen add [options] FILE [URL...|LIST...]
       urlsieve seen remove [options] FILE [URL...|LIST...]

Ask, change, examine or rewrite FILE, a store: the set of references that dedupe --seen and SeenStore of urlsieve/node keep.
See docs/guide/days.md.

  urlsieve seen stat --json crawl.seen | jq .count
  urlsieve seen verify crawl.seen && cp crawl.seen backup.seen
  urlsieve seen compact crawl.seen
  urlsieve seen merge crawl.seen copy-of-another-machine.seen
  urlsieve seen convert yesterday.snapshot
  urlsieve seen export crawl.seen | sort > keys.txt
  urlsieve seen has crawl.seen http://example.com/
  urlsieve seen has --not crawl.seen links.txt.gz > new.txt
  urlsieve seen add --policy acme.json acme.seen fetched-before.txt
  urlsieve seen remove crawl.seen http://example.com/news

Actions:
  stat               Print the number of references, the rules that make their keys, and the size of FILE and of its parts.
  verify             Read all of FILE. Exit status 1 if anything is damaged.
  compact            Rewrite FILE without dead space, in one sorted run. The new file takes the place of the old one in one step.
  merge              Add what OTHER has to FILE. Both have the same key and rules: one began as a copy of the other.
  convert            Turn FILE, a snapshot of SeenSet, into a store with its key. The snapshot stays as FILE.128: a store
                     keeps 96 of the 128 bits of a fingerprint, so there is no way back.
  export             Print what FILE has of each reference, a line each: the first 24 of the 32 digits of its fingerprint, in
                     no order of lines. Whoever has the key can tell which references they are.
  has                Print the lines that FILE has, as they came. It is only read. Exit status 1 if there are none.
  add                Add the lines to FILE, which is made if there is none: by --profile or --policy, or else by rfc3986@1.
  remove             Remove the lines from FILE, so that they count as new again. FILE is rewritten without them, in one step, after
                     the last line has been read: remove many at a time.

has, add and remove take URLs, lists that may be compressed, or standard input. A set remembers its profile, but not what is in
its policy: pass that each time. Lines that cannot be normalized are counted and left out; that of a single URL is an error.

Options:
  --json             Print numbers as JSON.
  --no-wait          Fail at once (exit status 3, seen-locked) if another run is using FILE.
${RULE_OPTIONS_HELP}  --not              Print the lines that have keys and that FILE lacks. For has.
  --uri URI          Take URI, whatever it looks like. May be repeated. An operand of the form SCHEME://... needs no --uri.
  --default-scheme S Read lines that begin with a host, such as example.com/a, with the scheme S, such as https.
  --comments         Leave out blank lines and lines that begin with "#". By default they are references.
  --rejects FILE     List lines that cannot be normalized in FILE, tab-separated: line number, byte offset, error code, line.
${BINARY_HELP}  -o, --output FILE  Write to FILE, which is replaced only once the output is complete. For has.
  --quiet            Print neither progress nor summary.
${HELP_OPTIONS_HELP}
FILE contains the secret key of its fingerprints, which no command prints.

Exit status: 0 success; 1 FILE is damaged, has prints nothing, or a single URL cannot be normalized; 2 usage error; 3 input or output error.
`;

const OPTIONS = {
	json: { type: "boolean" },
	"no-wait": { type: "boolean" },
	...URL_OPTIONS,
	...HELP_OPTIONS,
} as const;

/** The actions on references. */
const URL_ACTIONS: readonly string[] = ["has", "add", "remove"] satisfies UrlAction[];

/** Number of files that an action takes. */
const ACTIONS: { readonly [action: string]: number } = { stat: 1, verify: 1, compact: 1, merge: 2, convert: 1, export: 1 };

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("seen", args, OPTIONS);
	const help = helpOf(values, HELP);
	if (help !== undefined) return printText(help);
	const [action = "", ...files] = positionals;
	if (URL_ACTIONS.includes(action)) return onUrls(action as UrlAction, files, values);
	const option = (Object.keys(URL_OPTIONS) as (keyof typeof URL_OPTIONS)[]).find((name) => values[name] !== undefined);
	if (option !== undefined) throw usageFailure("seen", `--${option} is for seen has, add and remove`);
	const expected = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
	if (expected === undefined)
		throw usageFailure("seen", "seen takes stat, verify, compact, merge, convert, export, has, add or remove, and a FILE");
	if (files.length !== expected) throw usageFailure("seen", `seen ${action} takes ${expected === 1 ? "one file" : "two files"}`);
	const [file, other] = files as [string, string];
	const options = { waits: !values["no-wait"], say };
	try {
		if (action === "stat") printText(factsText(file, values.json === true));
		else if (action === "verify") printText(verify(file));
		else if (action === "compact") await rewrite(file, options, (store) => store.compact());
		else if (action === "merge") await merge(file, other, options);
		else if (action === "export") exportKeys(file);
		else printText(`${await convertSnapshot(file, options)} references\n`);
	} catch (error) {
		throw storeFailure(file, error);
	}
}

/** Throws Failure. */
async function onUrls(action: UrlAction, [file, ...operands]: readonly string[], values: UrlValues): Promise<void> {
	if (file === undefined) throw usageFailure("seen", `seen ${action} takes a FILE, then URLs or lists`);
	return runOnUrls(action, file, values, operands);
}

function factsText(file: string, isJson: boolean): string {
	const store = openForReading(file, engineInUse());
	const { facts, header } = store;
	store.close();
	const { identity, name } = header;
	if (isJson) return `${JSON.stringify({ ...facts, rules: identity, ...(name !== undefined && { policy: name }) })}\n`;
	return textOf(facts, name === undefined ? identity : `${identity}, ${name} when it was created`);
}

function textOf({ count, runs, logged, size, dead, torn, hasTornRoot }: StoreFacts, rules: string): string {
	const each = count === 0 ? "" : `, ${(size / count).toFixed(1)} for each reference`;
	const rows = [
		["references", `${count}`],
		["rules", rules],
		["bytes", `${size}${each}`],
		["dead", `${dead}`],
		["in the log", `${logged}`],
		...(torn === 0 ? [] : [["torn", `${torn}`]]),
		...(hasTornRoot ? [["torn root", "yes"]] : []),
		...runs.map((run) => ["run", `${run.count} references, ${run.size} bytes`]),
	];
	return rows.map(([name, value]) => `${name?.padEnd(12)}${value}\n`).join("");
}

function verify(file: string): string {
	try {
		const store = openForReading(file, engineInUse());
		named("read", file, () => store.verify());
		const { count, torn, hasTornRoot } = store.facts;
		store.close();
		if (torn > 0) noteTorn(file, torn);
		if (hasTornRoot) noteTornRoot(file);
		return `${count} references, no damage\n`;
	} catch (error) {
		if (!(error instanceof SetError)) throw error;
		throw new Failure(EXIT.NO, `${file}: ${clause(error.message)}`);
	}
}

function exportKeys(file: string): void {
	const store = openForReading(file, engineInUse());
	const writer = new OctetWriter(STDOUT, "standard output");
	const parts = keyLines(store);
	const next = () => named("read", file, () => parts.next().value);
	for (let lines = next(); lines !== undefined; lines = next()) writer.write(lines);
	store.close();
}

function noteTorn(file: string, torn: number): void {
	say(
		`${file}: ignored ${torn} bytes after the last valid record of its log, which the next run that writes will cut off: a killed run left them, a run is writing them now, or they are damaged`,
	);
}

function noteTornRoot(file: string): void {
	say(
		`${file}: one of its two roots is not valid: a run was killed while it wrote the root, or the root is damaged and what its run added is missing`,
	);
}

/** Changes a store under its lock. */
async function rewrite(file: string, options: Parameters<typeof openLocked>[2], change: (store: Store) => void): Promise<void> {
	const { store, lock } = await openLocked(file, engineInUse(), options);
	try {
		named("write", file, () => change(store));
		printText(`${store.count} references\n`);
	} finally {
		store.close();
		lock.abandon();
	}
}

async function merge(file: string, other: string, options: Parameters<typeof openLocked>[2]): Promise<void> {
	const source = openForReading(other, engineInUse());
	await rewrite(file, options, (store) => addStore(store, source, [file, other]));
	source.close();
}
