#!/usr/bin/env node
/** The command line: `urlsieve COMMAND [options] [FILE...]`. */
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import { version } from "../../package.json";
import { asFailure, EXIT, Failure } from "../failure";
import { abandonAll, handleSignalsAsInit } from "../files/output/interrupts";
import { printText } from "../files/output/octet-writer";
import { suggestion } from "../nearest";
import { say } from "../terminal/messages";
import { setProgram } from "../threads/start";
import { enableCompileCache } from "./compile-cache";

/** Not for --help and --version, which need no kernel. */
const wasmEngine = () => import("../engine/wasm-engine");
const lists = () => import("./list-commands");

/**
 * The commands. Each is loaded when it runs: reading and compiling all of them takes longer than most runs. Those for lists share
 * nearly all of their code.
 */
const COMMANDS: { readonly [name: string]: () => Promise<{ run(args: string[]): Promise<void> }> } = {
	normalize: async () => (await lists()).normalize,
	dedupe: async () => (await lists()).dedupe,
	count: () => import("./commands/count"),
	filter: () => import("./commands/filter"),
	partition: () => import("./commands/partition"),
	parse: () => import("./commands/parse"),
	resolve: async () => (await lists()).resolve,
	relativize: () => import("./commands/relativize"),
	compare: () => import("./commands/compare"),
	validate: () => import("./commands/validate"),
	extract: () => import("./commands/extract"),
	inspect: () => import("./commands/inspect"),
	agree: () => import("./commands/agree"),
	destination: () => import("./commands/destination"),
	explain: () => import("./commands/explain"),
	profile: () => import("./commands/profile"),
	policy: () => import("./commands/policy"),
	lists: () => import("./commands/lists"),
	learn: () => import("../learn/command/learn"),
	shapes: () => import("./commands/shapes"),
	seen: () => import("./commands/seen"),
};

const HELP = `Usage: urlsieve COMMAND [options] [FILE...]

Normalize URLs to the normal form of RFC 3986, remove duplicates, and examine them: in lists, one per line, and in tables.

  urlsieve normalize HTTP://Example.com/%7euser
  urlsieve dedupe urls.txt.gz > unique.txt
  urlsieve dedupe --profile crawl@1 --audit merges.tsv -o to-fetch.txt urls.txt
  urlsieve dedupe --column url crawl.csv > unique.csv
  urlsieve count --by host --top 20 urls.txt
  urlsieve explain --text HTTP://Example.com:80/%7euser

Commands:
  normalize       Print the normal form of each line.
  dedupe          Print the first of each group of equivalent lines; with --profile crawl@1, one URL per page.
  count           Print how often each host, site or other part occurs, most frequent first.
  filter          Print the lines whose URL or host is in a file, or is not.
  partition       Split lines into files, so that equivalent ones are in the same file.
  compare A B     Print the level at which two references are equal.
  explain         Show each step of a normalization.
  resolve         Resolve each line against a base URI.
  relativize      Print the shortest reference from a base URI to each line.
  parse           Print the components of each line, as JSON.
  validate        List invalid lines with all their faults, as JSON.
  inspect         Find what may be dangerous or misleading in each line, as JSON.
  agree           Find request targets that proxies, servers and routers read differently, as JSON.
  destination     Find URLs that HTTP clients may take to different hosts, as JSON.
  extract         Find the references in running text, as JSON.
  profile list    Print the profiles, which say what counts as the same page.
  policy check    Find the faults of policies, and run their tests; policy show, diff and compile describe, compare and compile them.
  lists check     Print what of a list of parameters is taken.
  learn           Learn a policy from the URLs and content digests of a crawl.
  shapes          Learn the kinds of pages in a list, and the traps that would keep a crawl from ending.
  seen has        Print the lines that a set in a file has; seen add and remove change it, seen stat prints its size.

urlsieve COMMAND --help shows examples and the options used most, --help-all every option. urlsieve --version prints the version.
The guide begins at docs/guide/start.md of the package.
`;

/** Arguments that print the list of commands. */
const HELP_NAMES = ["help", "-h", "--help", "--help-all"];

async function main([name, ...args]: string[]): Promise<void> {
	if (name === undefined || HELP_NAMES.includes(name)) return printText(HELP);
	if (name === "--version") return printText(`${version}\n`);
	if (!Object.hasOwn(COMMANDS, name)) {
		const close = suggestion(name, Object.keys(COMMANDS));
		throw new Failure(EXIT.USAGE, `unknown command "${name}"${close}; try: urlsieve --help`);
	}
	const [command] = await Promise.all([COMMANDS[name]?.(), wasmEngine()]);
	await command?.run(args);
}

/** Prints an error: a sentence for each fault. Returns the exit status. */
function report(error: unknown): number {
	const { status, message, others } = asFailure(error);
	for (const sentence of [message, ...others]) if (sentence !== "") say(sentence);
	return status;
}

/** Runs a command to its end, and sets the exit status of the process. It can be called again. */
export async function runProgram(args: string[]): Promise<void> {
	try {
		await main(args);
	} catch (error) {
		abandonAll();
		process.exitCode = report(error);
	}
}

enableCompileCache();
if (isMainThread) {
	setProgram(() => fileURLToPath(import.meta.url));
	handleSignalsAsInit();
	runProgram(process.argv.slice(2));
} else {
	import("./thread").then(({ runThread }) => runThread()); // A bundle of CommonJS has no await here.
}
