/**
 * Suite `start`: the time to load a package and normalize one reference, without the start of Node.js itself, and the time to
 * import the package in a worker thread.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { MIN_ROUNDS } from "../measure/processes";
import { type Row, summarize } from "../measure/results";
import { loaderFrom, peerFolder } from "../peers/peer-folder";
import type { Suite } from "./suite";

const PROBE = JSON.stringify("HTTP://Example.com:80/%7euser/a/../b");

/** A script and the folder from which it resolves packages. */
interface Script {
	readonly name: string;
	readonly code: string;
	readonly folder: string;
}

export const start: Suite = {
	title: "Start: the first reference",
	unit: "ms more than Node.js alone",
	against: "",
	onEveryNode: true,
	async measure({ root, rounds }) {
		const scripts = scriptsFor(root);
		const samples = scripts.map((): number[] => []);
		for (let round = -1; round < Math.max(rounds, MIN_ROUNDS); ++round) {
			for (const [index, script] of scripts.entries()) {
				const milliseconds = run(script);
				if (round >= 0) samples[index]?.push(milliseconds);
			}
		}
		return [...rowsBeyondFirst(scripts, samples), ...(await rowsOfWorkers(root, Math.max(rounds, MIN_ROUNDS)))];
	},
};

function scriptsFor(root: string): Script[] {
	const peers = peerFolder(root);
	const load = loaderFrom(peers);
	const entry = (name: string) => entryOf(root, name);
	const loading = (name: string, from: string, called: string, folder = root): Script => {
		return { name, folder, code: `const loaded = await import("${from}"); ${called}(${PROBE});` };
	};
	return [
		{ name: "node alone", folder: root, code: "" },
		{ name: "new URL().href", folder: root, code: `new URL(${PROBE}).href;` },
		loading("urlsieve", entry("index.js"), "loaded.normalize"),
		loading("urlsieve/js", entry("js.js"), "loaded.normalize"),
		loading("fast-uri", "fast-uri", "loaded.default.normalize"),
		loading("uri-js", "uri-js", "loaded.default.normalize"),
		loading("normalize-url", "normalize-url", "loaded.default"),
		loading("whatwg-url", "whatwg-url", "new loaded.default.URL"),
		...(load.has("@apify/utilities")
			? [loading("Crawlee (@apify/utilities)", "@apify/utilities", "loaded.normalizeUrl", peers)]
			: []),
		...(load.has("ufo") ? [loading("ufo normalizeURL", "ufo", "loaded.normalizeURL", peers)] : []),
	];
}

function entryOf(root: string, name: string): string {
	return pathToFileURL(join(root, "build", "out", "dist", name)).href;
}

/** Runs a script in a new process. Returns milliseconds. Throws if it fails. */
function run({ name, code, folder }: Script): number {
	const begin = performance.now();
	const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { cwd: folder, encoding: "utf8" });
	if (status !== 0) throw new Error(`${name} failed to start: ${stderr}`);
	return performance.now() - begin;
}

/**
 * The extra time of each script over the first, empty one. The median is that of the differences within each round, because the
 * speed of the machine drifts.
 */
function rowsBeyondFirst(scripts: readonly Script[], samples: readonly (readonly number[])[]): Row[] {
	const [bare = []] = samples;
	return samples.slice(1).map((own, index) => ({
		input: "one reference",
		node: process.version,
		name: scripts[index + 1]?.name as string,
		best: summarize(own).best - summarize(bare).best,
		median: summarize(own.map((time, round) => time - (bare[round] as number))).median,
	}));
}

async function rowsOfWorkers(root: string, rounds: number): Promise<Row[]> {
	const rows: Row[] = [];
	for (const [name, file] of [
		["urlsieve", "index.js"],
		["urlsieve/js", "js.js"],
	] as const) {
		const samples: number[] = [];
		for (let round = 0; round < rounds; ++round) samples.push(await importInWorker(entryOf(root, file)));
		rows.push({ input: "import in a worker thread", node: process.version, name, ...summarize(samples) });
	}
	return rows;
}

/** Imports a module in a new worker thread. Returns milliseconds. */
function importInWorker(entry: string): Promise<number> {
	const code = `import { parentPort } from "node:worker_threads"; const start = performance.now();
		await import(${JSON.stringify(entry)}); parentPort.postMessage(performance.now() - start);`;
	return new Promise((resolve, reject) => {
		new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`)).once("message", resolve).once("error", reject);
	});
}
