/** The kernel hashes six lines at a time. Its fingerprints equal those of single references, on every engine. */
import { describe, expect, it } from "vitest";
import { LineRecord } from "../../assembly/layout/addresses";
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import type { Engine, Kernel } from "../seams/kernels";
import { createListKernel, type ListFunctions } from "../seams/kernels";
import { ENGINES } from "../support/engines";

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

describe.each(ENGINES)("fingerprints of lines [%s]", (engine) => {
	const kernel = createListKernel(engine as Engine);

	it("equals it around the length from which lines are hashed on their own, and beyond", () => {
		const lengths = [1015, 1016, 1017, 1022, 1023, 1024, 1025, 1031, 1032, 2048, 65535, 65536, 70000];
		expect(mismatches(kernel, [...lengths, ...lengths, ...lengths, ...lengths, ...lengths])).toEqual([]);
	});

	it("equals it for plain lines, which are in the input alone", () => {
		const lengths = Array.from({ length: 9000 }, (_, index) => (index * 37) % 301);
		expect(mismatches(kernel, lengths, true)).toEqual([]);
		expect(mismatches(kernel, [0, 0, 0, 1023, 1024, 2048, 70000, 5, 0], true)).toEqual([]);
	});
});
