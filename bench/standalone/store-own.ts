/**
 * Runs one step of urlsieve's store in a process of its own, as bench/peers/stores.mjs does with others:
 *
 *   node build/out/bench/store-own.js build|day FOLDER KEYS
 *
 * The keys of a day are in no order. Sorting them is part of the step.
 */
import "../../src/engine/wasm-engine";
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { NewKeys } from "../../src/dedupe/seen/new-keys";
import { engine } from "../../src/engine/select";
import { resolveOptions } from "../../src/options";
import { CoreRules } from "../../src/rules/core-rules";
import { StorePlace } from "../../src/store/disk/store-place";
import { MAX_BATCH } from "../../src/store/lookup";
import { finish } from "../../src/store/merge-runs";
import { Store } from "../../src/store/store";
import { KEY } from "../lists/keys.mjs";
import { gauged } from "../measure/io.mjs";

const [step, folder = ".", file = ""] = process.argv.slice(2);
const place = new StorePlace(join(folder, "urlsieve.seen"));
const settings = { engine, isWritable: true };
const RECORD = 16;

if (step === "build") {
	console.log(JSON.stringify(await gauged(() => ({ added: build() }))));
} else {
	const records = recordsOf(readFileSync(file));
	console.log(JSON.stringify(await gauged(() => ({ added: day(records) }))));
}

/** Words of a store are compared as numbers, and keys of a file by their octets. */
function swapped(octets: Uint8Array, stride: number): Uint8Array {
	const view = new DataView(octets.buffer, octets.byteOffset);
	const words = new Uint32Array((octets.length / KEY) * (stride / 4));
	for (let index = 0; index < octets.length / KEY; ++index) {
		for (let word = 0; word < 3; ++word) words[(index * stride) / 4 + word] = view.getUint32(index * KEY + 4 * word);
	}
	return new Uint8Array(words.buffer);
}

function recordsOf(octets: Uint8Array): Uint8Array {
	return swapped(octets, RECORD);
}

/** Writes a store of one run. */
function build(): number {
	const store = Store.create(place, new CoreRules(resolveOptions()), new Uint8Array(16), settings);
	const descriptor = openSync(file, "r");
	const [batch, count] = [new Uint8Array(MAX_BATCH * KEY), fstatSync(descriptor).size / KEY];
	function* parts() {
		for (let size = readSync(descriptor, batch); size > 0; size = readSync(descriptor, batch)) {
			yield swapped(batch.subarray(0, size), KEY);
		}
	}
	const pending = store.growth.nextFileWith({ count, parts: parts() });
	store.growth.endFile(pending, finish(store.growth.write(pending)));
	closeSync(descriptor);
	store.close();
	return count;
}

/** Asks for all records, and makes those that are new durable as runs, as `dedupe --seen` does. */
function day(records: Uint8Array): number {
	const store = Store.open(place, settings) as Store;
	const news = new NewKeys();
	for (let at = 0; at < records.length; at += MAX_BATCH * RECORD) {
		news.addAll(store.ask(records.subarray(at, at + MAX_BATCH * RECORD)).fresh);
	}
	const runs = [...news.runs()];
	for (const [index, run] of runs.entries()) {
		const pending = store.growth.nextRunWith(run, index === runs.length - 1);
		store.growth.stage(pending, finish(store.growth.write(pending)));
	}
	store.growth.commit();
	store.close();
	return news.count;
}
