/**
 * Runs the same vectors in every supported runtime, with the package installed from its tarball. Prints one line per runtime. A
 * runtime that does not start or selects the wrong engine is a failure.
 */
import { join } from "node:path";
import { checkSilent, KINDS, openChromium } from "./chromium.mjs";
import { runClient } from "./command-line.mjs";
import { checkCompileCache } from "./compile-cache.mjs";
import { readCompressed } from "./compressed.mjs";
import { installPackage, installRuntimes, NODES } from "./install.mjs";
import { smallEngines } from "./njs.mjs";
import { projects } from "./projects.mjs";
import { checkReadable, toolchains } from "./toolchains.mjs";
import { runWorkerd } from "./workerd.mjs";

/** V8 flags that simulate a processor without the instructions that Wasm SIMD needs. */
const WITHOUT_SIMD = ["--no-enable-sse4-1", "--no-enable-sse4-2", "--no-enable-avx", "--no-enable-avx2"];
const HEADER = ["runtime", "engine", "vectors", "urlsieve/js", "first call", "bulk"];
const WIDTHS = [32, 9, 14, 14, 10, 9];

/** Runs everything. `conformance` comes from vectors.ts. Returns the printed lines and the numbers of passed and failed checks. */
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
	for (const major of NODES) {
		noteReport(total, readCompressed(at[`node${major}`], cli));
		noteReport(total, await checkCompileCache(at[`node${major}`], cli));
	}
	await note("workerd", "wasm", () => runWorkerd(at.workerd, folder, conformance));
	await inChromium(folder, note, (name, check) => noteCheck(total, name, check));
	const checks = { ...toolchains(root, at, folder), ...projects(at, folder), ...smallEngines(root, folder) };
	for (const [name, check] of Object.entries(checks)) await noteCheck(total, name, check);
	return total;
}

/** Node.js in all versions, without SIMD and without JIT; Deno; Bun. */
function commandLines(at, folder) {
	const row = (runtime, engine, command, ...flags) => ({ runtime, engine, run: () => runClient(command, flags, folder) });
	const nodes = NODES.map((major) => row(`Node.js ${major}`, "wasm", at[`node${major}`]));
	if (process.arch === "x64") nodes.push(row("Node.js 26, no SIMD", "js", at.node26, ...WITHOUT_SIMD));
	return [
		...nodes,
		row("Node.js 26, --jitless", "js", at.node26, "--jitless"),
		row("Deno", "wasm", at.deno, "run", "--allow-read", "--node-modules-dir=manual"),
		row("Bun", "wasm", at.bun),
	];
}

async function inChromium(folder, note, noteShown) {
	const opening = openChromium(folder);
	opening.catch(() => {});
	for (const kind of Object.keys(KINDS)) {
		const engine = kind.includes("CSP") ? "js" : "wasm";
		await note(`Chromium, ${kind}`, engine, async () => (await opening).run(kind));
	}
	await noteShown("no report of a violation at import in Chromium", async () => checkSilent(await (await opening).violations()));
	await noteShown("an uncaught error in Chromium", async () => checkReadable(await (await opening).uncaught()));
	await opening.then(
		({ close }) => close(),
		() => {},
	);
}

/** Runs one runtime, prints its line and adds to the total. If it does not start, all vectors of both entries fail. */
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
		console.log(`${runtime}: failed to run: ${error.message}`);
	}
}

/** Counts a check, and prints why it failed. */
async function noteCheck(total, name, check) {
	try {
		await check();
		++total.passed;
		console.log(`✓ ${name}`);
	} catch (error) {
		++total.failed;
		console.log(`✗ ${name}: ${error.message}\n${error.stdout ?? ""}${error.stderr ?? ""}`);
	}
}

/** Adds a report without a line of its own. */
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
		console.log(`  failed: ${entry} selects the engine ${actual} instead of ${expected}`);
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
