/**
 * `npm run bench -- emulations [FILE]`: the profiles that copy a library, beside that library, in one run. The library processes the
 * lines in a loop, its best bulk use; the profile reads and writes octets, on one thread.
 *
 * Figures are nanoseconds of CPU time per line, the best of several rounds. For Python libraries, "process" is the whole process:
 * interpreter start, imports and one round.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npmOriginals, pythonOriginals } from "../../build/originals.mjs";
import { virtualEnvironment } from "../../build/python.mjs";
import { root } from "../../build/root.mjs";
import { SEED } from "../lists/random.mjs";
import { syntheticList } from "../lists/synthetic.mjs";

const LINES = 100_000;
/** Number of lines for the slow libraries, sampled at regular intervals. */
const SAMPLE = 20_000;
const ROUNDS = 40;
const SLOW_ROUNDS = 3;

const real = join(root, "..", "shared", "data", "urls_100k_open.txt");
const file = process.argv[3] ?? (existsSync(real) ? real : undefined);
const octets = file === undefined ? syntheticList(LINES, SEED).octets : readFileSync(file);
const lines = Buffer.from(octets).toString().trimEnd().split("\n");
const sample = lines.filter((_, index) => index % Math.max(1, Math.floor(lines.length / SAMPLE)) === 0);
const { createNormalizer, expressionLines, hashLines } = await import("../../build/out/dist/crawl.js");
const { normalizeUrl } = npmOriginals()("@apify/utilities");

const folder = mkdtempSync(join(tmpdir(), "urlsieve-bench-"));
const list = join(folder, "sample.txt");
writeFileSync(list, sample.map((line) => `${line}\n`).join(""));
const safeBrowsing = virtualEnvironment("urlsieve-emulations", join(root, "bench", "peers", "requirements.txt"));

const form = (profile, method) => {
	const normalizer = createNormalizer({ profile });
	return () => normalizer[method](octets);
};
console.log(`${file ?? "synthetic list"}: ${lines.length} lines; slow libraries take ${sample.length} of them`);
console.log("profile                library   process   profile   ratio   (ns of CPU time a line)");
row("surt@1", python(pythonOriginals(), "surt"), ours(form("surt@1", "keyLines")));
row("w3lib@1", python(pythonOriginals(), "w3lib"), ours(form("w3lib@1", "keyLines")));
row("crawlee@1", { loop: loop(sample, normalizeUrl, SLOW_ROUNDS) }, ours(form("crawlee@1", "keyLines")));
const href = { loop: loop(lines, (line) => new URL(line).href, ROUNDS) };
row("safe-browsing@1, href", href, ours(form("safe-browsing@1", "normalizeLines")));
row(
	"expressions",
	python(safeBrowsing, "gglsbl"),
	ours(() => expressionLines(octets)),
);
row(
	"hashes",
	python(safeBrowsing, "gglsbl-hashes"),
	ours(() => hashLines(octets)),
);
rmSync(folder, { recursive: true });

/** Times a Python library. */
function python(interpreter, name) {
	const script = join(root, "bench", "standalone", "emulations.py");
	return JSON.parse(execFileSync(interpreter, [script, name, list, String(SLOW_ROUNDS)], { encoding: "utf8" }));
}

/** Times a profile on the whole list. */
function ours(run) {
	return best(run, ROUNDS) / lines.length;
}

/** Times a function on each line of the sample. */
function loop(some, normalize, rounds) {
	const run = () => {
		for (const line of some) {
			try {
				normalize(line);
			} catch {}
		}
	};
	return best(run, rounds) / some.length;
}

/** The min CPU time of several rounds, in nanoseconds. */
function best(run, rounds) {
	const times = Array.from({ length: rounds }, () => {
		const start = process.cpuUsage();
		run();
		const { user, system } = process.cpuUsage(start);
		return (user + system) * 1000;
	});
	return Math.min(...times);
}

function row(name, { loop: library, process: whole }, profile) {
	const cells = [library, whole, profile].map((time) => (time === undefined ? "–" : time.toFixed(0)));
	const ratio = (library / profile).toFixed(1);
	console.log(`${name.padEnd(21)} ${cells.map((cell) => cell.padStart(8)).join("  ")}  ${ratio.padStart(6)}`);
}
