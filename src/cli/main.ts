#!/usr/bin/env node
/** The command line: `urlsieve COMMAND [options] [FILE...]`. */
import "../engine/wasm-engine";
import { isMainThread } from "node:worker_threads";
import * as compare from "./commands/compare";
import * as dedupe from "./commands/dedupe";
import * as explain from "./commands/explain";
import * as expressions from "./commands/expressions";
import * as extract from "./commands/extract";
import * as hashes from "./commands/hashes";
import * as inspect from "./commands/inspect";
import * as lists from "./commands/lists";
import * as normalize from "./commands/normalize";
import * as parse from "./commands/parse";
import * as policy from "./commands/policy";
import * as profile from "./commands/profile";
import * as relativize from "./commands/relativize";
import * as resolve from "./commands/resolve";
import * as validate from "./commands/validate";
import { asFailure, EXIT, Failure } from "./failure";
import { suggestion } from "./nearest";
import { abandonAll, handleSignalsAsInit } from "./output/interrupts";
import { printText } from "./output/print-text";
import { workInPasses } from "./passes/passes-worker";
import { say } from "./report/tell";
import { setProgram } from "./threads/start";
import { work } from "./threads/worker";
import { version } from "./version";

const COMMANDS: { readonly [name: string]: { run(args: string[]): Promise<void> } } = {
	normalize,
	dedupe,
	parse,
	resolve,
	relativize,
	compare,
	validate,
	extract,
	inspect,
	explain,
	expressions,
	hashes,
	profile,
	policy,
	lists,
};

const HELP = `Usage: urlsieve COMMAND [options] [FILE...]

Normalize, deduplicate and examine URIs, one per line, by the letter of RFC 3986.

  urlsieve normalize URI                 Print the normal form of a URI.
  urlsieve normalize urls.txt            Print the normal form of each line.
  urlsieve dedupe urls.txt.gz            Print the first of each group of equivalent lines.
  urlsieve parse urls.txt                Print the components of each line as JSON.
  urlsieve resolve --base URI links.txt  Resolve each line against a base URI.
  urlsieve relativize --base URI f.txt   Print the shortest reference from a base URI to each line.
  urlsieve compare A B                   Print the level at which two references are equal.
  urlsieve validate urls.txt             List invalid lines with all their faults, as JSON.
  urlsieve extract mail.txt              Find the references in running text.
  urlsieve inspect urls.txt              Find what may be dangerous or misleading in each line, as JSON.
  urlsieve explain URI                   Show each step of a normalization.
  urlsieve expressions urls.txt          Print the Safe Browsing expressions of each line, as JSON.
  urlsieve hashes --bits 32 urls.txt     Print their SHA-256, or prefixes of it, as JSON.

  urlsieve dedupe --profile crawl@1 f    Print the URL to fetch for each page: what counts as the same for a crawler.
  urlsieve profile list                  Print the profiles. See docs/reference/profiles.md.
  urlsieve policy compile FILE -o P      Compile a policy for hosts without JavaScript.
  urlsieve lists check FILE              Print what of a list of parameters is taken.

  urlsieve COMMAND --help                Print the options of a command, with examples.
  urlsieve --version                     Print the version.
`;

async function main([name, ...args]: string[]): Promise<void> {
	if (name === undefined || name === "--help" || name === "-h" || name === "help") return printText(HELP);
	if (name === "--version") return printText(`${version()}\n`);
	if (!Object.hasOwn(COMMANDS, name)) {
		const close = suggestion(name, Object.keys(COMMANDS));
		throw new Failure(EXIT.USAGE, `unknown command "${name}"${close}; try: urlsieve --help`);
	}
	await COMMANDS[name]?.run(args);
}

/** Prints an error in one sentence. Returns the exit status. */
function report(error: unknown): number {
	const { status, message } = asFailure(error);
	if (message !== "") say(message);
	return status;
}

if (isMainThread) {
	setProgram(import.meta.url);
	handleSignalsAsInit();
	main(process.argv.slice(2)).catch((error) => {
		abandonAll();
		process.exitCode = report(error);
	});
} else {
	work(workInPasses);
}
