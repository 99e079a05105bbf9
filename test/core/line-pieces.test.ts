/** Small parts of lines: ends, buffers that grow, and fingerprints that are replaced. */
import { describe, expect, it } from "vitest";
import { Ordinals } from "../../src/engine/ordinals";
import { FRESH, MAX_BATCH } from "../../src/engine/seen-table";
import { withoutLineEnd } from "../../src/lines/line-end";
import { ObservedFingerprints } from "../../src/lines/observed-fingerprints";
import { OctetSink } from "../../src/lines/octet-sink";
import type { Observed } from "../../src/reference/observed";

describe("a line without its end", () => {
	it.each([
		["a\r\n", "a"],
		["a\n", "a"],
		["a\r", "a"],
		["a", "a"],
		["a\r\r\n", "a\r"],
		["a\n\n", "a\n"],
		["a\n\r", "a\n"],
		["\r\n", ""],
		["", ""],
	])("of %j is %j", (line, text) => {
		expect(Buffer.from(withoutLineEnd(Buffer.from(line))).toString()).toBe(text);
	});
});

describe("a buffer of octets", () => {
	it("takes any number of them, whatever room it begins with", () => {
		for (const room of [0, 1, 5, 100]) {
			const sink = new OctetSink(room);
			expect(sink.octets().length).toBe(0);
			const all = Array.from({ length: 40 }, (_, index) => Uint8Array.from({ length: index % 7 }, () => index));
			for (const octets of all) sink.append(octets);
			expect(Buffer.from(sink.octets())).toEqual(Buffer.concat(all));
		}
	});

	it("stays where it is told to begin until that is full", () => {
		const room = new Uint8Array(4);
		const sink = new OctetSink(room);
		sink.append(Uint8Array.of(1, 2, 3, 4));
		expect([...room, sink.octets().buffer === room.buffer]).toEqual([1, 2, 3, 4, true]);
		sink.append(Uint8Array.of(5));
		expect([[...sink.octets()], sink.octets().buffer === room.buffer, [...room]]).toEqual([[1, 2, 3, 4, 5], false, [1, 2, 3, 4]]);
	});

	it("begins with a tenth more than it is told", () => {
		const sink = new OctetSink(100);
		sink.append(new Uint8Array(110));
		expect(sink.octets().buffer.byteLength).toBe(110);
		sink.append(new Uint8Array(1));
		expect(sink.octets().buffer.byteLength).toBe(222);
	});
});

describe("fingerprints of references observed to lead elsewhere", () => {
	/** A fingerprint of four words, of which the first is the same for all names of a length. */
	const fingerprint = (name: string) =>
		new Uint8Array(Int32Array.of(name.length, name.charCodeAt(0), 2, name.charCodeAt(1)).buffer);

	it("are replaced by those of their targets, and by no others", () => {
		const targets: Record<string, string> = {};
		const observed = {
			version: 0,
			sources: () => Object.keys(targets),
			representative: (name: string) => targets[name] as string,
		};
		const fingerprints = new ObservedFingerprints(observed as unknown as Observed, fingerprint);
		const words = Int32Array.of(
			9,
			9,
			...["ab", "ac", "cd", "ab"].flatMap((name) => [...new Int32Array(fingerprint(name).buffer)]),
		);
		const before = [...words];
		fingerprints.replace(words, 2, 4);
		expect([...words]).toEqual(before);
		Object.assign(targets, { ab: "xyz", cd: "ab" });
		fingerprints.replace(words, 2, 4);
		expect([...words]).toEqual(before);
		observed.version = 1;
		fingerprints.replace(words, 2, 3);
		const shown = (...names: string[]) => names.flatMap((name) => [...new Int32Array(fingerprint(name).buffer)]);
		expect([...words]).toEqual([9, 9, ...shown("xyz", "ac", "ab", "ab")]);
		fingerprints.replace(words, 14, 1);
		expect([...words]).toEqual([9, 9, ...shown("xyz", "ac", "ab", "xyz")]);
	});
});

describe("ordinals of a set of several tables", () => {
	it("are those of the set, in the order of all tables", () => {
		const ordinals = new Ordinals();
		ordinals.share(3);
		const first = Int32Array.of(FRESH, 2, FRESH, 0, FRESH);
		ordinals.own(2, 1);
		ordinals.own(4, 2);
		ordinals.convert(first, 3);
		expect([...first]).toEqual([FRESH, 2, FRESH, 0, FRESH]);
		// The first table has 0 to 2 and 3, the second table 4, and the third one 5.
		const second = Int32Array.of(3, 0, 0, FRESH, 2);
		ordinals.own(1, 1);
		ordinals.own(2, 2);
		ordinals.own(3, 1);
		ordinals.convert(second, 6);
		expect([...second]).toEqual([3, 4, 5, FRESH, 2]);
		const third = Int32Array.of(1, 0);
		ordinals.own(0, 1);
		ordinals.convert(third, 7);
		expect([...third]).toEqual([6, 0]);
	});

	it("are as many as there are positive i32, with room for another batch", () => {
		const ordinals = new Ordinals();
		expect([2 ** 31 - 1 - MAX_BATCH, 2 ** 31 - MAX_BATCH].map((count) => ordinals.isFullAt(count))).toEqual([false, true]);
	});
});
