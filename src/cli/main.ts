#!/usr/bin/env node
/** The command line: `urlsieve <command> [options] [file…]`. */
import { readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import * as compare from "./commands/compare";
import * as dedupe from "./commands/dedupe";
import * as explain from "./commands/explain";
import * as extract from "./commands/extract";
import * as inspect from "./commands/inspect";
import * as normalize from "./commands/normalize";
import * as parse from "./commands/parse";
import * as relativize from "./commands/relativize";
import * as resolve from "./commands/resolve";
import * as validate from "./commands/validate";
import { asFailure, EXIT, Failure, say } from "./failure";
import { suggestion } from "./nearest";
import { abandonAll, handleSignalsAsInit } from "./output/interrupts";
import { work } from "./threads/worker";

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
};

const HELP = `Usage: urlsieve <command> [options] [file…]

Normalizes URIs by the letter of RFC 3986, one a line.

  urlsieve normalize URI                 the normal form of a URI
  urlsieve normalize urls.txt            the normal form of each line
  urlsieve dedupe urls.txt.gz            the first line of each equivalence class
  urlsieve parse urls.txt                the components of each line, as JSON
  urlsieve resolve --base URI links.txt  the target of each line against a base
  urlsieve relativize --base URI f.txt   the shortest reference from a base to each line
  urlsieve compare A B                   the rung on which two references are equal
  urlsieve validate urls.txt             the lines that are not valid, and every fault of them
  urlsieve extract mail.txt              the references in running text
  urlsieve inspect urls.txt              what may be dangerous or misleading in each line, as JSON
  urlsieve explain URI                   how a reference comes to its normal form

  urlsieve <command> --help              what a command does, with examples
  urlsieve --version
`;

async function main([name, ...args]: string[]): Promise<void> {
	if (name === undefined || name === "--help" || name === "-h" || name === "help") return void process.stdout.write(HELP);
	if (name === "--version") return void process.stdout.write(`${version()}\n`);
	if (!Object.hasOwn(COMMANDS, name)) {
		const close = suggestion(name, Object.keys(COMMANDS));
		throw new Failure(EXIT.USAGE, `there is no command "${name}"${close}; try: urlsieve --help`);
	}
	await COMMANDS[name]?.run(args);
}

function version(): string {
	const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
	return (JSON.parse(text) as { version: string }).version;
}

/** Says what went wrong, in one sentence, unless nobody listens. Answers the exit status. */
function report(error: unknown): number {
	const { status, message } = asFailure(error);
	if (message !== "") say(message);
	return status;
}

if (isMainThread) {
	handleSignalsAsInit();
	main(process.argv.slice(2)).catch((error) => {
		abandonAll();
		process.exitCode = report(error);
	});
} else {
	work();
}
