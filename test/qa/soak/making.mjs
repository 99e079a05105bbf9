/**
 * Makes and drops everything that a process can make, again and again: `node --expose-gc making.mjs FOLDER MILLISECONDS SEED`. A line of
 * standard output is a sample: resident octets, octets of the heap in use, descriptors, rounds.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { random } from "../../../bench/lists/random.mjs";
import { reportFullDisk } from "../../../build/fuzz-options.mjs";
import { root } from "../../../build/root.mjs";

const [folder, milliseconds, seed] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const dist = (name) => join(root, "build", "out", "dist", `${name}.js`);
const [core, crawl, node] = await Promise.all(["index", "crawl", "node"].map((name) => import(dist(name))));
const pick = random(seed);
reportFullDisk("soak");

const SAMPLES = 200;
const LINES = 2000;
const PARAMETERS = ["ref", "id", "page", "sort", "lang"];

/** Each makes something, uses it, and drops it. */
const MAKERS = {
	normalizers() {
		const engine = pick(2) === 0 ? "js" : "wasm";
		core.createNormalizer({ engine }).normalizeLines(lines());
	},
	policies() {
		const remove = PARAMETERS.slice(pick(PARAMETERS.length));
		const normalizer = crawl.createNormalizer({ policy: { base: "whatwg", key: { query: { remove, sort: "name" } } } });
		for (let count = 0; count < 20; ++count) normalizer.key(`http://example.com/${pick(100)}?ref=a&id=${pick(9)}`);
	},
	async sets() {
		const set = new core.SeenSet();
		set.addLines(lines());
		const chunks = [];
		for await (const chunk of set.save()) chunks.push(chunk);
		const copy = await core.SeenSet.load(Buffer.concat(chunks));
		expect(copy.size === set.size, "a snapshot has another size");
	},
	async stores() {
		const path = join(folder, `${pick(4)}.seen`);
		const store = await node.SeenStore.open(path);
		await store.addLines(lines());
		await store.flush();
		await store.close();
		if (pick(3) === 0) rmSync(path);
	},
	async streams() {
		const stream = core.lineStream();
		const writer = stream.writable.getWriter();
		const reader = stream.readable.getReader();
		const written = writer.write(lines()).catch(() => {});
		await reader.read();
		await Promise.all([written, reader.cancel().catch(() => {}), writer.abort(new Error("over")).catch(() => {})]);
	},
	async files() {
		const [input, output] = ["list.txt", "out.txt"].map((name) => join(folder, name));
		writeFileSync(input, lines());
		await node.dedupeFile(input, output, pick(2) === 0 ? { memory: 16 * 2 ** 20 } : {});
	},
	async workers() {
		const worker = new Worker(`import(${JSON.stringify(dist("index"))}).then((core) => core.normalize("HTTP://A"));`, {
			eval: true,
		});
		if (pick(2) === 0) await new Promise((resolve) => worker.on("exit", resolve));
		await worker.terminate();
	},
};

function expect(holds, what) {
	if (!holds) throw new Error(what);
}

function lines() {
	const text = Array.from({ length: LINES }, () => `HTTP://Example.com/${pick(5000)}?${PARAMETERS[pick(5)]}=${pick(50)}\n`);
	return Buffer.from(text.join(""));
}

/** Readings for a sample, and the milliseconds before each. */
const READINGS = 6;
const PAUSE = 20;

/**
 * The least of several readings. Memory that nobody uses is collected first, but threads of V8 return it to the system when they come to
 * it: single readings have up to a fifth more, by chance.
 */
async function sample(rounds) {
	let [resident, used] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
	for (let reading = 0; reading < READINGS; ++reading) {
		globalThis.gc();
		await setTimeout(PAUSE);
		const { rss, heapUsed } = process.memoryUsage();
		resident = Math.min(resident, rss);
		used = Math.min(used, heapUsed);
	}
	console.log([resident, used, readdirSync("/proc/self/fd").length, rounds].join(" "));
}

mkdirSync(folder, { recursive: true });
const start = performance.now();
const names = Object.keys(MAKERS);
let taken = 0;
for (let rounds = 0; performance.now() - start < milliseconds; ++rounds) {
	for (const name of names) await MAKERS[name]();
	const elapsed = performance.now() - start;
	if (elapsed < (taken * milliseconds) / SAMPLES) continue;
	taken += 1;
	await sample(rounds + 1);
}
