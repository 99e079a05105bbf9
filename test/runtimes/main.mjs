/**
 * Runs the same vectors in every supported runtime, on the package installed from its tarball. Prints one line per runtime; the
 * last line counts vectors. A runtime that does not start or runs the wrong engine fails.
 */
import { join } from "node:path";
import { KINDS, openChromium } from "./chromium.mjs";
import { runClient } from "./command-line.mjs";
import { readCompressed } from "./compressed.mjs";
import { installPackage, installRuntimes, NODES } from "./install.mjs";
import { runWorkerd } from "./workerd.mjs";

/** Flags for a processor without the instructions that SIMD needs. */
const WITHOUT_SIMD = ["--no-enable-sse4-1", "--no-enable-sse4-2", "--no-enable-avx", "--no-enable-avx2"];
const HEADER = ["runtime", "engine", "vectors", "urlsieve/js", "first call", "bulk"];
const WIDTHS = [32, 9, 14, 14, 10, 9];

/** Runs all. `conformance` is the output of vectors.ts. Returns lines and the numbers of vectors passed and failed. */
export async function runRuntimes(root, conformance) {
	const work = join(root, "build", "out", "runtimes");
	const at = installRuntimes(join(work, "hosts"));
	const folder = join(work, "client");
	installPackage(root, folder, conformance);
	const total = { lines: [], passed: 0, failed: 0 };
	print(total, HEADER);
	const note = (runtime, engine, run) => noteRun(total, runtime, engine, run, conformance.vectors.length);
	for (const { runtime, engine, run } of commandLines(at, folder)) await note(runtime, engine, run);
	const cli = join(folder, "node_modules", "urlsieve", "build", "out", "dist", "urlsieve.js");
	for (const major of NODES) noteReport(total, readCompressed(at[`node${major}`], cli));
	await note("workerd", "wasm-simd", () => runWorkerd(at.workerd, folder, conformance));
	await inChromium(folder, note);
	return total;
}

/** Node.js with its defaults, without SIMD, without Wasm; Deno; Bun. */
function commandLines(at, folder) {
	const row = (runtime, engine, command, ...flags) => ({ runtime, engine, run: () => runClient(command, flags, folder) });
	const nodes = NODES.map((major) => row(`Node.js ${major}`, "wasm-simd", at[`node${major}`]));
	if (process.arch === "x64") nodes.push(row("Node.js 26, no SIMD", "wasm", at.node26, ...WITHOUT_SIMD));
	return [
		...nodes,
		row("Node.js 26, --jitless", "js", at.node26, "--jitless"),
		row("Deno", "wasm-simd", at.deno, "run", "--allow-read", "--node-modules-dir=manual"),
		row("Bun", "wasm-simd", at.bun),
	];
}

async function inChromium(folder, note) {
	const opening = openChromium(folder);
	opening.catch(() => {});
	for (const kind of Object.keys(KINDS)) {
		const engine = kind.includes("CSP") ? "js" : "wasm-simd";
		await note(`Chromium, ${kind}`, engine, async () => (await opening).run(kind));
	}
	await opening.then(
		({ close }) => close(),
		() => {},
	);
}

/** Runs one, prints its line and adds to the totals. A runtime that does not start fails every vector of both entries. */
async function noteRun(total, runtime, engine, run, vectors) {
	try {
		const report = await run();
		const { js } = report;
		total.passed += report.passed + js.passed;
		total.failed += report.failed + js.failed;
		const times = [`${report.firstCall.toFixed(1)} ms`, `${report.bulk.toFixed(0)} MB/s`];
		print(total, [runtime, report.engine, share(report), share(js), ...times]);
		for (const fault of [...report.faults, ...js.faults]) console.log(`  failed: ${JSON.stringify(fault)}`);
		expectEngine(total, "urlsieve", report.engine, engine);
		expectEngine(total, "urlsieve/js", js.engine, "js");
	} catch (error) {
		total.failed += 2 * vectors;
		console.log(`${runtime}: could not be started: ${error.message}`);
	}
}

/** Adds a result without a line of its own. */
function noteReport(total, { passed, failed, faults }) {
	total.passed += passed;
	total.failed += failed;
	for (const fault of faults) console.log(`  failed: ${fault}`);
}

function print(total, cells) {
	total.lines.push(line(cells));
	console.log(total.lines.at(-1));
}

function expectEngine(total, entry, actual, expected) {
	if (actual === expected) ++total.passed;
	else {
		++total.failed;
		console.log(`  failed: ${entry} runs ${actual} here, and should run ${expected}`);
	}
}

function share({ passed, failed }) {
	return `${count(passed)} of ${count(passed + failed)}`;
}

function count(number) {
	return number.toLocaleString("en-US");
}

function line(cells) {
	return cells.map((cell, index) => (index < 2 ? cell.padEnd(WIDTHS[index]) : cell.padStart(WIDTHS[index]))).join("  ");
}
