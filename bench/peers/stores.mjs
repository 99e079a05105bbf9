/**
 * Runs one step of a key-value store in a process of its own, and prints what it took:
 *
 *   node bench/peers/stores.mjs STORE build|day FOLDER KEYS
 *
 * STORE is `lmdb`, `leveldb` or `sqlite`. KEYS is a file of keys of 12 octets, in order. `build` stores all of them. `day` asks for each,
 * adds those that are new, makes that durable, and counts them.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gauged } from "../measure/io.mjs";

const require = createRequire(import.meta.url);
const KEY = 12;
/** Keys of a call that takes several. */
const BATCH = 20_000;
const EMPTY = Buffer.alloc(0);

const STORES = { lmdb: lmdbStore, leveldb: levelStore, sqlite: sqliteStore };

const [name, step, folder, file] = process.argv.slice(2);
const octets = readFileSync(file);
const count = octets.length / KEY;
const keyAt = (index) => octets.subarray(index * KEY, (index + 1) * KEY);
console.log(JSON.stringify(await gauged(async () => ({ added: await STORES[name](step === "build") }))));

function* batches() {
	for (let from = 0; from < count; from += BATCH) {
		yield Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => keyAt(from + index));
	}
}

async function lmdbStore(isBuild) {
	const { open } = require("lmdb");
	const options = { path: join(folder, "lmdb"), keyEncoding: "binary", encoding: "binary", mapSize: 2 ** 36 };
	const store = open(options);
	let added = 0;
	for (const batch of batches()) {
		store.transactionSync(() => {
			for (const key of batch) {
				if (!isBuild && store.doesExist(key)) continue;
				store.put(key, EMPTY);
				added += 1;
			}
		});
	}
	await store.flushed;
	await store.close();
	return added;
}

async function levelStore(isBuild) {
	const { ClassicLevel } = require("classic-level");
	const store = new ClassicLevel(join(folder, "leveldb"), { keyEncoding: "buffer", valueEncoding: "buffer" });
	await store.open();
	let added = 0;
	let last;
	for (const batch of batches()) {
		const found = isBuild ? [] : await store.hasMany(batch);
		const fresh = batch.filter((_, index) => !found[index]);
		added += fresh.length;
		if (fresh.length > 0) last = fresh.at(-1);
		await store.batch(fresh.map((key) => ({ type: "put", key, value: EMPTY })));
	}
	if (last !== undefined) await store.put(last, EMPTY, { sync: true });
	await store.close();
	return added;
}

function sqliteStore(isBuild) {
	const Database = require("better-sqlite3");
	const store = new Database(join(folder, "sqlite.db"));
	store.pragma("journal_mode = WAL");
	store.pragma("synchronous = FULL");
	store.pragma("cache_size = -65536");
	if (isBuild) store.exec("CREATE TABLE known (key BLOB PRIMARY KEY) WITHOUT ROWID");
	const insert = store.prepare("INSERT OR IGNORE INTO known VALUES (?)");
	let added = 0;
	store.transaction(() => {
		for (let index = 0; index < count; ++index) added += insert.run(keyAt(index)).changes;
	})();
	store.close();
	return added;
}
