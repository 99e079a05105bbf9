/**
 * `npm start`: installs, builds, deduplicates a list and explains the result. Without arguments the list is synthetic, with a
 * million lines whose duplicates are known in advance, and the result is checked. Arguments are files of your own.
 */
import { spawnSync } from "node:child_process";
import { createReadStream, mkdirSync, writeFileSync } from "node:fs";
import { basename, join, parse, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { prepareToRun } from "./prepare.mjs";
import { root } from "./root.mjs";

const LINES = 1_000_000;
/** Examples shown per level, and duplicates searched for them. */
const MAX_EXAMPLES = 6;
const MAX_SEARCHED = 5000;
const [COUNT_WIDTH, RULES_WIDTH] = [9, 24];

/** Why two lines are equal at each level of the comparison ladder. */
const REASONS = {
	string: "identical octets (§6.2.1)",
	syntax: "equal up to case, percent-encoding and dot-segments (§6.2.2)",
	scheme: "equal by the rules of the scheme, such as its default port (§6.2.3)",
	"-": "already known from an earlier run",
};

const folder = join(root, "build", "out", "start");
const cli = join(root, "build", "out", "dist", "urlsieve.js");
const files = process.argv.slice(2);

await prepareToRun();
mkdirSync(folder, { recursive: true });
process.exitCode = files.length === 0 ? await demonstrate() : await dedupe(files);

/** Deduplicates a synthetic list and checks the result. Returns the exit status. */
async function demonstrate() {
	const { SEED } = await import("../bench/lists/random.mjs");
	const { syntheticList } = await import("../bench/lists/synthetic.mjs");
	const { octets, classes, invalid } = syntheticList(LINES, SEED);
	const file = join(folder, "synthetic.txt");
	writeFileSync(file, octets);
	console.log("Deduplicate a million synthetic URLs whose duplicates are known in advance:");
	console.log(`${count(classes)} unique, ${count(LINES - classes - invalid)} duplicates, ${count(invalid)} invalid.\n`);
	return dedupe([file], LINES - classes - invalid);
}

/** Runs `urlsieve dedupe` on files and explains the result. Returns its exit status, or 1 if `expected` duplicates are not found. */
async function dedupe(inputs, expected) {
	const name = basename(inputs[0]).replace(/\.(gz|zst)$/, "");
	const [unique, audit] = [join(folder, `unique-${name}`), join(folder, `duplicates-${parse(name).name}.tsv`)];
	const args = ["dedupe", "--audit", audit, "-o", unique, ...inputs];
	console.log(`$ urlsieve ${args.map(shown).join(" ")}`);
	const { status } = spawnSync(process.execPath, [cli, ...args], { stdio: "inherit" });
	if (status !== 0) return status ?? 3;
	const levels = await readAudit(audit);
	const found = [...levels.values()].reduce((sum, level) => sum + level.count, 0);
	if (expected !== undefined && found !== expected) {
		console.error(`urlsieve: found ${count(found)} duplicates instead of ${count(expected)}. Please report this as a bug.`);
		return 1;
	}
	const heading = expected === undefined ? `${count(found)} duplicates` : `All ${count(found)} duplicates found`;
	if (found > 0) showLevels(`${heading}, by the lowest level at which the lines are equal (RFC 3986 §6.2):`, levels);
	showNextSteps(unique, audit, expected !== undefined);
	return 0;
}

/** Reads the audit file. Returns for each level the number of duplicates, and examples that show different rules. */
async function readAudit(file) {
	const { createNormalizer } = await import(pathToFileURL(join(root, "build", "out", "dist", "index.js")).href);
	const normalizer = createNormalizer();
	const levels = new Map(Object.keys(REASONS).map((level) => [level, { count: 0, examples: new Map() }]));
	for await (const [kept, dropped, name] of rowsOf(file)) {
		const level = levels.get(name);
		const isSearched = ++level.count <= MAX_SEARCHED && level.examples.size < MAX_EXAMPLES;
		if (!isSearched || (name !== "syntax" && name !== "scheme")) continue;
		const rules = [...new Set([kept, dropped].flatMap((line) => normalizer.explain(line).steps.map(({ rule }) => rule)))];
		const title = rules.join(", ");
		if (!level.examples.has(title)) level.examples.set(title, [dropped, kept]);
	}
	return levels;
}

/** Yields the columns of each row. Does not use readline, which also splits lines at CR and U+2028. */
async function* rowsOf(file) {
	let rest = "";
	for await (const text of createReadStream(file, "utf8")) {
		const rows = (rest + text).split("\n");
		rest = rows.pop();
		for (const row of rows) yield row.split("\t");
	}
}

function showLevels(heading, levels) {
	console.log(`\n${heading}\n`);
	for (const [name, level] of levels) {
		if (level.count === 0 && name === "-") continue;
		console.log(`${count(level.count).padStart(COUNT_WIDTH)}  ${REASONS[name]}`);
		for (const [rules, [dropped, kept]] of level.examples) {
			console.log(`${" ".repeat(COUNT_WIDTH)}    ${rules.padEnd(RULES_WIDTH)}  ${printable(dropped)}`);
			console.log(`${" ".repeat(COUNT_WIDTH)}    ${"".padEnd(RULES_WIDTH)}= ${printable(kept)}`);
		}
	}
}

function showNextSteps(unique, audit, isDemonstration) {
	const line = (left, right) => console.log(`  ${left.padEnd(48)}${right}`);
	console.log("\nResult:\n");
	line(shown(unique), "the unique URLs in normal form, invalid lines unchanged");
	line(shown(audit), "each duplicate, with the line it repeats");
	console.log("\nNext:\n");
	if (isDemonstration) line("npm start -- FILE...", "deduplicate lists of your own, .gz and .zst too");
	line("npm run site", "compare URLs and sieve lists in a web page");
	line(`node ${shown(cli)} --help`, "list all commands");
}

/** Shows control characters as U+FFFD, so that a hostile list cannot control the terminal. */
function printable(text) {
	return text.replace(/\p{C}/gu, "\uFFFD");
}

/** Makes a path below the current folder relative. Returns other arguments unchanged. */
function shown(path) {
	if (!path.startsWith(root)) return path;
	const short = relative(process.cwd(), path);
	return short.startsWith("..") ? path : short;
}

function count(number) {
	return number.toLocaleString("en-US");
}
