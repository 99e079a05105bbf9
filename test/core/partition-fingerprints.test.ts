/** The kernel hashes six lines at a time. Its fingerprints equal those of single references, on every engine. */
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { LineRecord } from "../../assembly/layout/addresses";
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import type { Engine, Kernel } from "../../src/engine/kernel";
import { createListKernel, type ListFunctions } from "../../src/engine/list-kernel";
import { LINES_CAPACITY, Workspace } from "../../src/engine/workspace";
import { LineFeed } from "../../src/lines/lines";
import { resolveOptions } from "../../src/options";
import { ENGINES } from "../support/engines";

const DATA = new URL("../../../shared/data/", import.meta.url);
const KEY = Uint8Array.from({ length: 16 }, (_, index) => index * 17);

/**
 * Lines of these lengths; every 11th one is rejected, and with `omits` two of three others are in the input alone. Returns the numbers
 * of lines whose fingerprints are wrong.
 */
function mismatches(kernel: Kernel<ListFunctions>, lengths: readonly number[], omits = false): number[] {
	const size = lengths.reduce((sum, length) => sum + length + 1, 0) + 64;
	const key = Math.ceil(kernel.call.heapBase() / 64) * 64;
	const lines = key + 64;
	const to = lines + lengths.length * LineRecord.SIZE;
	const single = to + lengths.length * FINGERPRINT_SIZE;
	const input = single + FINGERPRINT_SIZE;
	const output = input + size;
	kernel.reserve(output + size + 64);
	kernel.octets.set(KEY, key);
	kernel.octets.fill(0xff, input, output + size);
	const view = new DataView(kernel.octets.buffer);
	const writeText = (start: number, length: number, seed: number) => {
		for (let at = start; at < start + length; ++at) kernel.octets[at] = (at * 31 + seed * 7) & 0xff;
		kernel.octets[start + length] = 10;
		return start + length + 1;
	};
	let read = input;
	let written = output;
	const spans = lengths.map((length, index) => {
		const isRejected = index % 11 === 10;
		const isOmitted = omits && !isRejected && index % 3 > 0;
		const start = isOmitted ? read : written;
		const end = writeText(start, length, index);
		read = isOmitted ? end : read + 1;
		written = isOmitted ? written : end;
		view.setInt32(lines + index * LineRecord.SIZE + LineRecord.INPUT_END, read, true);
		view.setInt32(lines + index * LineRecord.SIZE + LineRecord.OUTPUT_END, isRejected ? ~written : written, true);
		return { start, end: end - 1, isRejected };
	});
	kernel.octets.fill(0xff, to, input);
	if (omits) kernel.call.fingerprintSorted(key, lines, lengths.length, input, output, to);
	else kernel.call.fingerprintLines(key, lines, lengths.length, output, to);
	expect(
		kernel.octets.subarray(single, input).every((octet) => octet === 0xff),
		"what follows the fingerprints",
	).toBe(true);
	return spans.flatMap(({ start, end, isRejected }, index) => {
		kernel.call.fingerprint(key, start, end, single);
		const expected = isRejected ? new Uint8Array(FINGERPRINT_SIZE) : kernel.octets.subarray(single, single + FINGERPRINT_SIZE);
		const at = to + index * FINGERPRINT_SIZE;
		return Buffer.compare(kernel.octets.subarray(at, at + FINGERPRINT_SIZE), expected) === 0 ? [] : [index];
	});
}

/** A permutation of `values`, which mixes lengths in every group of lines. */
function shuffled(values: number[]): number[] {
	return values
		.map((value, index) => ({ value, order: (index * 7919) % 10007 }))
		.sort((a, b) => a.order - b.order)
		.map(({ value }) => value);
}

describe.each(ENGINES)("fingerprints of lines [%s]", (engine) => {
	const kernel = createListKernel(engine as Engine);

	it("runs on this engine", () => {
		expect(kernel.engine).toBe(engine);
		expect(kernel.call.hasSimd()).toBe(engine === "wasm" ? 1 : 0);
		expect(String(kernel.call.fingerprintLines).includes("[native code]")).toBe(engine !== "js");
	});

	it("equals that of a reference, for every length from 0 to 300, alone and in groups of 2 to 9", () => {
		const lengths = Array.from({ length: 301 }, (_, length) => length);
		expect(lengths.flatMap((length) => mismatches(kernel, [length]).map(() => length))).toEqual([]);
		for (let copies = 2; copies < 10; ++copies) {
			const all = lengths.flatMap((length) => new Array<number>(copies).fill(length));
			expect(mismatches(kernel, all)).toEqual([]);
			expect(mismatches(kernel, shuffled(all))).toEqual([]);
		}
	});

	it("equals it around the length from which lines are hashed on their own, and beyond", () => {
		const lengths = [1015, 1016, 1017, 1022, 1023, 1024, 1025, 1031, 1032, 2048, 65535, 65536, 70000];
		expect(mismatches(kernel, [...lengths, ...lengths, ...lengths, ...lengths, ...lengths])).toEqual([]);
	});

	it("equals it at the limits of a group of lines", () => {
		for (const count of [0, 1, 3999, 4000, 4001, 8000, 12345]) {
			expect(
				mismatches(
					kernel,
					Array.from({ length: count }, (_, index) => (index * 37) % 160),
				),
			).toEqual([]);
		}
	});

	it("equals it for plain lines, which are in the input alone", () => {
		const lengths = Array.from({ length: 9000 }, (_, index) => (index * 37) % 301);
		expect(mismatches(kernel, lengths, true)).toEqual([]);
		expect(mismatches(kernel, [0, 0, 0, 1023, 1024, 2048, 70000, 5, 0], true)).toEqual([]);
	});

	const LISTS = ["urls_100k_open.txt", "homepages.txt", "reddit_outbound_urls.txt.gz"];
	it.runIf(existsSync(DATA)).each(LISTS)("equals it for the lines of %s", (name) => {
		const path = new URL(name, DATA);
		const octets = name.endsWith(".gz") ? gunzipSync(readFileSync(path)) : readFileSync(path);
		// The other engines take too long for all of the longest list.
		const part = engine === "wasm" ? octets : octets.subarray(0, 4_000_000);
		const workspace = new Workspace(() => kernel, LINES_CAPACITY);
		let different = 0;
		const feed = new LineFeed(workspace, resolveOptions(), ({ records }) => {
			const { key, records: lines, output, fingerprints, marks } = workspace;
			workspace.setKey(KEY);
			kernel.call.fingerprintLines(key, lines, records, output, fingerprints);
			for (let index = 0, start = output; index < records; ++index) {
				const end = kernel.words[(lines + index * LineRecord.SIZE + LineRecord.OUTPUT_END) >> 2] as number;
				const at = (fingerprints + index * FINGERPRINT_SIZE) >> 2;
				if (end >= 0) {
					kernel.call.fingerprint(key, start, end - 1, marks);
					for (let word = 0; word < 4; ++word) if (kernel.words[at + word] !== kernel.words[(marks >> 2) + word]) ++different;
				}
				start = end < 0 ? ~end : end;
			}
		});
		feed.push(part);
		feed.end();
		expect(feed.lines).toBeGreaterThan(1000);
		expect(different).toBe(0);
	});
});
