/**
 * `npm run bench -- --suite store [KNOWN …]`: what it costs to ask a set of KNOWN keys for M keys, half of them new, and to add these,
 * beside LMDB, LevelDB, SQLite and RocksDB, with the same keys of 96 bits. Each step is a process: it opens the store, asks, adds, makes
 * that durable and closes. The peers get the keys in order, which they take twice as fast. urlsieve gets them in none, and sorts them.
 *
 *   npm run bench -- --suite store                      10,000,000 and 100,000,000 known, 1,000 to 10,000,000 asked: an hour, 15 GB
 *   npm run bench -- --suite store 10000000             10,000,000 known
 *   npm run bench -- --suite store --peers-to 10000000  the peers up to 10,000,000 known: 15 minutes
 *   npm run bench -- --suite store --asked-to 1000000   1,000 to 1,000,000 asked
 *   npm run bench -- --suite store --only lmdb          one store
 *   npm run bench -- --install-peers                    installs the peers
 *
 * With any of these options, rows that were stored on the same processor and are not measured again stay.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installedEnvironment } from "../../build/python.mjs";
import { root } from "../../build/root.mjs";
import { sortedKeys, writeKeys } from "../lists/keys.mjs";

const KNOWN = [10_000_000, 100_000_000];
const ASKED = [1000, 10_000, 100_000, 1_000_000, 10_000_000];
/** The max keys of days that are measured several times. */
const [SHORT_DAY, ROUNDS] = [1_000_000, 3];

/** Measures everything. Returns what a suite returns. `folder`: where the stores go; `asked`: sizes of days. */
export async function measure(args, { folder = mkdtempSync(join(tmpdir(), "urlsieve-stores-")), asked = ASKED } = {}) {
	const options = { "peers-to": { type: "string" }, "asked-to": { type: "string" }, only: { type: "string", multiple: true } };
	const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
	const known = positionals.length === 0 ? KNOWN : positionals.map(Number);
	if (known.some((count) => !Number.isInteger(count) || count < 1)) throw new Error("KNOWN must be positive integers.");
	const most = Number(values["peers-to"] ?? Number.POSITIVE_INFINITY);
	const stores = installedStores().filter(({ name }) => values.only === undefined || values.only.includes(name));
	const rows = [];
	try {
		for (const count of known) {
			const days = asked.filter((size) => size <= Math.min(count, values["asked-to"] ?? count));
			const measured = stores.filter(({ name }) => name === "urlsieve" || count <= most);
			rows.push(...rowsAt(measured, { folder, known: count, days }));
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	return { suite: "store", title: "Sets in files", unit: "s of CPU", corpus: "generated keys", rows, isPart: args.length > 0 };
}

/** The stores that are installed: a command for a step on a folder and a file of keys. Throws in CI if one is missing. */
function installedStores() {
	const peers = join(root, "bench", "peers");
	const node = (name, title) => ({ name, title, run: [process.execPath, join(peers, "stores.mjs"), name], isSorted: true });
	const own = {
		name: "urlsieve",
		title: "urlsieve",
		run: [process.execPath, join(root, "build", "out", "bench", "store-own.js")],
	};
	const packages = [node("lmdb", "LMDB"), node("leveldb", "LevelDB"), node("sqlite", "SQLite")];
	const found = existsSync(join(peers, "node_modules", "lmdb")) ? packages : [];
	const python = installedEnvironment("urlsieve-bench", join(peers, "programs.txt"));
	const rocks = { name: "rocksdb", title: "RocksDB", run: [python, join(peers, "store_rocksdb.py")], isSorted: true };
	return [own, ...found, ...(python === undefined ? [] : [rocks])];
}

/** The rows for a number of known keys. */
function rowsAt(stores, { folder, known, days }) {
	const paths = { known: join(folder, "known.keys"), shuffled: join(folder, "day.keys"), sorted: join(folder, "sorted.keys") };
	const keys = writeKeys(paths.known, known, days);
	const built = new Map(stores.map((store) => [store.name, buildOf(store, folder, paths.known)]));
	const rows = [];
	for (const [index, asked] of days.entries()) {
		writeFileSync(paths.shuffled, keys[index]);
		writeFileSync(paths.sorted, sortedKeys(keys[index]));
		for (const store of stores) {
			const file = store.isSorted ? paths.sorted : paths.shuffled;
			rows.push(dayOf(store, { folder, file, known, asked, octets: built.get(store.name) / known }));
		}
	}
	for (const { name } of stores) rmSync(join(folder, name), { recursive: true });
	return rows;
}

/** Builds a store. Returns its octets. */
function buildOf(store, folder, file) {
	const target = join(folder, store.name);
	mkdirSync(target);
	const { cpu } = step(store, "build", target, file);
	console.log(`${store.title}: built with ${cpu.toFixed(1)} s of CPU`);
	return sizeOf(target);
}

/** A row for a day, which begins with a copy of the store. */
function dayOf(store, { folder, file, known, asked, octets }) {
	const runs = Array.from({ length: asked <= SHORT_DAY ? ROUNDS : 1 }, () => {
		const copy = join(folder, "copy");
		cpSync(join(folder, store.name), copy, { recursive: true });
		const figures = step(store, "day", copy, file);
		rmSync(copy, { recursive: true });
		if (Math.abs(figures.added - asked / 2) > 1) throw new Error(`${store.title} added ${figures.added} of ${asked / 2} keys`);
		return figures;
	}).sort((a, b) => a.cpu - b.cpu);
	const { cpu, time, read, written, memory } = runs[runs.length >> 1];
	const row = {
		input: `${asked.toLocaleString("en-US")} asked`,
		node: process.version,
		name: `${store.title}, ${known.toLocaleString("en-US")} known`,
		best: runs[0].cpu,
		median: cpu,
		cpu,
		memory,
		wall: time,
		read,
		written,
		kept: octets,
	};
	console.log(`${row.name}, ${row.input}: ${shownFigures(row)}`);
	return row;
}

function shownFigures({ cpu, wall, read, written, memory, kept }) {
	const megabytes = (size) => (size / 1e6).toFixed(1);
	const io = `${megabytes(read)} MB read, ${megabytes(written)} MB written`;
	return `${cpu.toFixed(3)} s of CPU, ${wall.toFixed(2)} s, ${io}, ${memory.toFixed(0)} MB of memory, ${kept.toFixed(2)} octets a key`;
}

/** Runs a step in a process. Throws if it fails. */
function step({ title, run: [program, ...args] }, name, folder, file) {
	const { status, stdout, stderr } = spawnSync(program, [...args, name, folder, file], { encoding: "utf8", maxBuffer: 1e7 });
	if (status !== 0) throw new Error(`${title} failed: ${stderr}`);
	return JSON.parse(stdout);
}

function sizeOf(folder) {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
