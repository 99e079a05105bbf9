/**
 * `npm start`: installs, builds, and deduplicates a list. Without a file it makes one of a million lines, labelled as
 * synthetic, of which it knows how many are the same; with files it takes those.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { prepare, root } from "./prepare.mjs";

const LINES = 1_000_000;
const SEED = 3986;
const folder = join(root, "build", "out", "start");
const files = process.argv.slice(2);

await prepare();
mkdirSync(folder, { recursive: true });
if (files.length === 0) await demonstrate();
else process.exitCode = dedupe(files, basename(files[0]).replace(/\.(gz|zst)$/, ""));

async function demonstrate() {
	const { syntheticList } = await import("../bench/synthetic.mjs");
	const { octets, classes, invalid } = syntheticList(LINES, SEED);
	const file = join(folder, "synthetic.txt");
	writeFileSync(file, octets);
	console.log(`Made ${shown(file)}: a synthetic list of ${count(LINES)} lines, seed ${SEED}, in which`);
	console.log(
		`${count(classes)} are different references, ${count(LINES - classes - invalid)} are repeated in one spelling or another, ${count(invalid)} are none.\n`,
	);
	process.exitCode = dedupe([file], "synthetic.txt");
	console.log("\nYour own list: npm start -- FILE        Everything else: node build/out/dist/urlsieve.js --help");
}

/** Runs the command line on files and shows what came of it. Answers its exit status. */
function dedupe(inputs, name) {
	const unique = join(folder, `unique-${name}`);
	const audit = join(folder, `merges-${name}.tsv`);
	const cli = join(root, "build", "out", "dist", "urlsieve.js");
	console.log(`urlsieve dedupe --audit ${shown(audit)} -o ${shown(unique)} ${inputs.map(shown).join(" ")}`);
	const { status } = spawnSync(process.execPath, [cli, "dedupe", "--audit", audit, "-o", unique, ...inputs], {
		stdio: ["inherit", "inherit", "inherit"],
	});
	if (status === 0) showMerges(audit);
	return status ?? 3;
}

/** Shows some merges of each rung, so that the counts can be understood. */
function showMerges(audit) {
	if (statSync(audit).size === 0) return;
	const rows = readFileSync(audit, "latin1")
		.split("\n")
		.slice(0, -1)
		.map((row) => row.split("\t"));
	for (const [rung, meaning] of [
		["string", "the same octets"],
		["syntax", "the same by case, percent-encoding, dot-segments (RFC 3986 §6.2.2)"],
		["scheme", "the same by default port, empty path, rules of the scheme (RFC 3986 §6.2.3)"],
	]) {
		const merges = rows.filter((row) => row[2] === rung);
		console.log(`\n${count(merges.length)} merged as ${meaning}`);
		for (const [kept, dropped] of rung === "string" ? [] : merges.slice(0, 3))
			console.log(`  ${dropped.trim()}\n  = ${kept.trim()}`);
	}
	console.log(`\nAll merges, with the line kept and the line dropped: ${shown(audit)}`);
}

function shown(path) {
	const short = relative(process.cwd(), path);
	return short.startsWith("..") ? path : short;
}

function count(number) {
	return number.toLocaleString("en-US");
}
