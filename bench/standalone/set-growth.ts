/**
 * `npm run bench -- set-growth`: the time to add a batch of new fingerprints, and the memory used, while a set grows.
 *
 *   npm run bench -- set-growth                                    10,000,000 fingerprints, in Wasm with SIMD and in JavaScript
 *   npm run bench -- set-growth --engine wasm --count 250000000    more than one 4 GiB memory holds
 *   npm run bench -- set-growth --pages 256                        in tables of 16 MiB
 *   npm run bench -- set-growth --begun                            in a set that begins with room for all
 */
import { parseArgs } from "node:util";
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import type { Engine } from "../../src/engine/kernel";
import { Ordinals } from "../../src/engine/ordinals";
import { SeenTables } from "../../src/engine/seen-tables";
import { createKernel } from "../../src/engine/select";
import { random, SEED } from "../lists/random.mjs";
import { aligned } from "../pages/table";

const WORDS = FINGERPRINT_SIZE / 4;
/** The last share of the batches, when the set has almost reached its final size. */
const LAST_PART = 1 / 10;

const { values } = parseArgs({
	allowPositionals: true,
	options: {
		engine: { type: "string", multiple: true, default: ["wasm", "js"] },
		count: { type: "string", default: "10000000" },
		batch: { type: "string", default: "4096" },
		pages: { type: "string" },
		numbered: { type: "boolean", default: false },
		begun: { type: "boolean", default: false },
	},
});
const count = Number(values.count);
const batch = Number(values.batch);
const capacity = values.begun ? count : 0;
const maxPages = values.pages === undefined ? undefined : Number(values.pages);

/** Fills a set. Returns a row of the table: pauses in milliseconds, then nanoseconds and octets per fingerprint. */
function fill(engine: Engine): string[] {
	let kernels = 0;
	const create = () => {
		++kernels;
		return createKernel(engine);
	};
	const set = new SeenTables(create, { ordinals: values.numbered ? new Ordinals() : undefined, maxPages, capacity });
	const words = new Uint32Array(batch * WORDS);
	const below = random(SEED);
	const times = new Float64Array(Math.ceil(count / batch));
	for (let index = 0; index < times.length; ++index) {
		for (let word = 0; word < words.length; ++word) words[word] = below(2 ** 32);
		const start = performance.now();
		set.addKeys(new Uint8Array(words.buffer));
		times[index] = performance.now() - start;
	}
	const last = times.slice(Math.floor(times.length * (1 - LAST_PART)));
	const sorted = times.toSorted();
	return [
		engine,
		(sorted.at(-1) as number).toFixed(1),
		(sorted[Math.floor(sorted.length * 0.999)] as number).toFixed(1),
		(sorted[sorted.length >> 1] as number).toFixed(2),
		nanoseconds(times).toFixed(1),
		nanoseconds(last).toFixed(1),
		(set.byteLength / set.count).toFixed(1),
		String(kernels),
	];
}

/** The mean time per fingerprint. */
function nanoseconds(times: Float64Array): number {
	return (times.reduce((sum, time) => sum + time, 0) * 1e6) / (times.length * batch);
}

const head = ["", "max ms", "99.9 % ms", "median ms", "ns each", "ns each, last tenth", "octets each", "tables"];
const rows = values.engine.map((engine) => fill(engine as Engine));
console.log(`${count} new fingerprints, ${batch} at a time\n\n${aligned([head, ...rows], (column) => column > 0)}`);
