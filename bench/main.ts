/**
 * `npm run bench`: compares urlsieve with its peers in one run. Across machines, compare ratios, not times.
 *
 *   npm run bench                                       all suites, about twenty minutes
 *   npm run bench -- --quick                            all suites, rough figures in a minute, to build/out/bench/results
 *   npm run bench -- --suite bulk --suite single        some suites: see bench/suites/suites.ts
 *   npm run bench -- --corpus urls.txt.gz               your own list
 *   npm run bench -- --rounds 31                        more rounds (default: 9)
 *   npm run bench -- --install-peers                    install the peers that are too large for every checkout, programs too
 *   npm run bench -- --install-nodes 24,26              install other versions of Node.js there, as npm packages
 *   npm run bench -- --install-peers --suite dedupe     install the peers, and run a suite
 *   npm run bench -- --fill                             only refill the pages from the results
 *
 * The results go to bench/results: one JSON file per suite, and a picture. The tables in README.md and docs/internals/performance.md are
 * generated from them.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Order } from "./child";
import { fillPages } from "./fill";
import { defaultList, loadCorpus } from "./lists/corpus";
import { isMain, MAIN_VERSION, type NodeBinary, nodeBinaries, thisMachine } from "./measure/machine";
import { type Results, type Row, readResults, writeResults } from "./measure/results";
import { pictureOf } from "./pages/picture";
import { tableOf } from "./pages/table";
import { hasCargo } from "./peers/ada";
import { installNodes, installPeers, peerFolder } from "./peers/peer-folder";
import { findPeers } from "./peers/peers";
import { Programs } from "./peers/programs";
import { SUITES } from "./suites/suites";

/** The repository, seen from build/out/bench/, where the bundle of this file is. */
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PEERS = peerFolder(ROOT);
const CHILD = fileURLToPath(new URL("child.js", import.meta.url));
/** Real lists outside the repository, best first. */
const REAL_LISTS = [join(ROOT, "..", "shared", "data", "urls_100k_open.txt")];
/** Installs the versions of Node.js that pages show beside that of the machine. */
const INSTALL = "npm run bench -- --install-nodes 24,26";
const [ROUNDS, QUICK_ROUNDS, QUICK_LINES] = [9, 3, 20_000];

const { values } = parseArgs({
	options: {
		corpus: { type: "string" },
		rounds: { type: "string" },
		suite: { type: "string", multiple: true },
		quick: { type: "boolean", default: false },
		fill: { type: "boolean", default: false },
		"install-peers": { type: "boolean", default: false },
		"install-nodes": { type: "string" },
	},
});

const RESULTS = join(ROOT, "bench", "results");
const programs = await Programs.at(ROOT);
if (values["install-peers"]) {
	installPeers(PEERS);
	programs.install();
}
if (values["install-nodes"] !== undefined) installNodes(PEERS, values["install-nodes"].split(","));
if (values.fill) fillPages(ROOT);
else if (values.suite !== undefined || (!values["install-peers"] && values["install-nodes"] === undefined)) runSuites();

function runSuites(): void {
	const names = values.suite ?? Object.keys(SUITES);
	const unknown = names.find((name) => !Object.hasOwn(SUITES, name));
	if (unknown !== undefined) throw new Error(`--suite must be one of ${Object.keys(SUITES).join(", ")}, not "${unknown}".`);
	const nodes = nodeBinaries(PEERS);
	const missing = missingPeers();
	const corpus = values.corpus ?? defaultList(REAL_LISTS);
	for (const note of missing) console.error(`bench: skipping ${note}`);
	const [main] = nodes as [NodeBinary];
	if (!isMain(main))
		console.error(`bench: the main figures are those of Node.js ${main.version}; install ${MAIN_VERSION}: ${INSTALL}`);
	const folder = values.quick ? join(ROOT, "build", "out", "bench", "results") : RESULTS;
	const all = names.map((name) => measure(name, nodes, corpus, missing));
	for (const results of all) writeResults(folder, results);
	const picture = pictureOf(readResults(folder));
	if (picture !== undefined) writeFileSync(join(folder, "bench.svg"), picture);
	if (folder === RESULTS) fillPages(ROOT);
	console.log(tableOf(all));
}

function missingPeers(): string[] {
	const { missing } = findPeers(PEERS);
	const packages = missing.map((name) => `${name}, not installed (npm run bench -- --install-peers)`);
	const notes = [...packages, ...programs.missing];
	return hasCargo() ? notes : [...notes, "Ada in C++: cargo is not installed"];
}

function measure(name: string, nodes: readonly NodeBinary[], path: string | undefined, missing: readonly string[]): Results {
	const { title, unit, against, onEveryNode } = SUITES[name] as (typeof SUITES)[string];
	const maxLines = values.quick ? QUICK_LINES : undefined;
	const order: Order = {
		root: ROOT,
		suite: name,
		corpus: path,
		maxLines,
		rounds: Number(values.rounds ?? (values.quick ? QUICK_ROUNDS : ROUNDS)),
		isQuick: values.quick,
	};
	const rows = (onEveryNode ? nodes : nodes.slice(0, 1)).flatMap((node) => runChild(node, order));
	return { suite: name, title, unit, against, corpus: aboutCorpus(path, maxLines), machine: thisMachine(), missing, rows };
}

function runChild({ version, path }: NodeBinary, order: Order): Row[] {
	const start = performance.now();
	const { status, stdout } = spawnSync(path, [CHILD, JSON.stringify(order)], {
		encoding: "utf8",
		stdio: ["ignore", "pipe", "inherit"],
		maxBuffer: 1e8,
	});
	if (status !== 0) throw new Error(`Suite ${order.suite} failed with status ${status} on Node.js ${version}.`);
	console.error(`bench: ${order.suite}, Node.js ${version}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
	return JSON.parse(stdout);
}

function aboutCorpus(path: string | undefined, max: number | undefined): string {
	const { name, lines, octets } = loadCorpus(path, max);
	return `${name}, ${lines.length.toLocaleString("en-US")} lines of ${(octets.length / lines.length).toFixed(1)} octets, LF included`;
}
