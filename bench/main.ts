/**
 * `npm run bench`: how fast urlsieve is, beside others, in one run. Only ratios travel from machine to machine.
 *
 *   npm run bench                                       everything, in about five minutes
 *   npm run bench -- --quick                            everything, roughly, in one; results go to build/out/bench/results
 *   npm run bench -- --suite bulk --suite single        some of the suites: see bench/suites.ts
 *   npm run bench -- --corpus urls.txt.gz               on a list of your own
 *   npm run bench -- --rounds 31                        so many runs of each
 *   npm run bench -- --install-peers                    installs the peers that are too large for every checkout: bench/peers
 *   npm run bench -- --install-nodes 22,24              installs other versions of Node.js there, as packages of npm
 *   npm run bench -- --fill                             only fills the pages anew from the results
 *
 * Results are in bench/results, one file of JSON a suite, and a picture of them; README.md and docs/performance.md are filled from
 * them.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Order } from "./child";
import { loadCorpus, usualList } from "./corpus";
import { type NodeBinary, nodeBinaries, thisMachine } from "./machine";
import { filled, PAGES, textsOf } from "./pages";
import { installNodes, installPeers, loaderFrom, peerFolder } from "./peer-folder";
import { findPeers } from "./peers";
import { pictureOf } from "./picture";
import { type Results, type Row, readResults, writeResults } from "./results";
import { SUITES } from "./suites";
import { tableOf } from "./table";

/** From build/out/bench/, where this is bundled to. */
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PEERS = peerFolder(ROOT);
const CHILD = fileURLToPath(new URL("child.js", import.meta.url));
/** Real lists, which are not part of the repository, best first. */
const REAL_LISTS = [join(ROOT, "..", "shared", "data", "urls_100k_open.txt")];
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

const kept = join(ROOT, "bench", "results");
if (values["install-peers"]) installPeers(PEERS);
if (values["install-nodes"] !== undefined) installNodes(PEERS, values["install-nodes"].split(","));
if (values.fill) fillPages();
else if (!values["install-peers"] && values["install-nodes"] === undefined) runSuites();

function runSuites(): void {
	const names = values.suite ?? Object.keys(SUITES);
	const unknown = names.find((name) => !Object.hasOwn(SUITES, name));
	if (unknown !== undefined) throw new Error(`There is no suite "${unknown}"; there are ${Object.keys(SUITES).join(", ")}.`);
	const nodes = nodeBinaries(PEERS);
	const missing = missingPeers();
	const corpus = values.corpus ?? usualList(REAL_LISTS);
	for (const note of missing) console.error(`bench: left out: ${note}`);
	if (nodes.length === 1)
		console.error(`bench: Node.js ${process.version} is the only one here; --install-nodes 22,24 adds others`);
	const folder = values.quick ? join(ROOT, "build", "out", "bench", "results") : kept;
	const all = names.map((name) => measure(name, nodes, corpus, missing));
	for (const results of all) writeResults(folder, results);
	const plotted = pictureOf(readResults(folder));
	if (plotted !== undefined) writeFileSync(join(folder, "bench.svg"), plotted);
	if (folder === kept) fillPages();
	console.log(tableOf(all));
}

function missingPeers(): string[] {
	const { missing } = findPeers(PEERS);
	const packages = loaderFrom(PEERS).has("@duckdb/node-api") ? missing : [...missing, "@duckdb/node-api"];
	return packages.map((name) => `${name}, which is not installed (npm run bench -- --install-peers)`);
}

function measure(name: string, nodes: readonly NodeBinary[], path: string | undefined, missing: readonly string[]): Results {
	const { title, unit, against, onEveryNode } = SUITES[name] as (typeof SUITES)[string];
	const mostLines = values.quick ? QUICK_LINES : undefined;
	const order: Order = {
		root: ROOT,
		suite: name,
		corpus: path,
		mostLines,
		rounds: Number(values.rounds ?? (values.quick ? QUICK_ROUNDS : ROUNDS)),
		isQuick: values.quick,
	};
	const rows = (onEveryNode ? nodes : nodes.slice(0, 1)).flatMap((node) => runChild(node, order));
	return { suite: name, title, unit, against, corpus: aboutCorpus(path, mostLines), machine: thisMachine(), missing, rows };
}

function runChild({ version, path }: NodeBinary, order: Order): Row[] {
	const begun = performance.now();
	const { status, stdout } = spawnSync(path, [CHILD, JSON.stringify(order)], {
		encoding: "utf8",
		stdio: ["ignore", "pipe", "inherit"],
		maxBuffer: 1e8,
	});
	if (status !== 0) throw new Error(`The suite ${order.suite} ended with status ${status} on Node.js ${version}.`);
	console.error(`bench: ${order.suite}, Node.js ${version}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
	return JSON.parse(stdout);
}

function aboutCorpus(path: string | undefined, most: number | undefined): string {
	const { name, lines, octets } = loadCorpus(path, most);
	return `${name}, ${lines.length.toLocaleString("en-US")} lines of ${(octets.length / lines.length).toFixed(1)} octets, LF included`;
}

function fillPages(): void {
	const texts = textsOf(readResults(kept));
	for (const page of PAGES) {
		const path = join(ROOT, page);
		writeFileSync(path, filled(readFileSync(path, "utf8"), texts));
	}
}
