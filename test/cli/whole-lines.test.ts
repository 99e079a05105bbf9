/** Feeding whole lines: whatever pieces an input comes in, the feed can be left after any line, and nothing is lost. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { feedWholeLines } from "../../src/files/input/whole-lines";
import { READ_SIZE } from "../../src/files/open-file";
import type { LineSink } from "../../src/lines/lines";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Reads a text in pieces of at most the given lengths, in turn. */
function readerOf(text: string, lengths: readonly number[]) {
	let rest = encoder.encode(text);
	let turn = 0;
	return {
		read(into: Uint8Array): number {
			const length = Math.min(rest.length, into.length, lengths[turn++ % lengths.length] as number);
			into.set(rest.subarray(0, length));
			rest = rest.subarray(length);
			return length;
		},
		get rest() {
			return decoder.decode(rest);
		},
	};
}

/** A sink that collects what it gets, and says when it has ended. */
function sinkOf() {
	const room = new Uint8Array(1000);
	const found = { text: "", hasEnded: false };
	const sink: LineSink = {
		lines: 0,
		space: () => room,
		advance: (count) => {
			found.text += decoder.decode(room.subarray(0, count));
		},
		end: () => {
			found.hasEnded = true;
		},
	};
	return { sink, found };
}

const LINES = fc
	.array(fc.oneof(fc.constantFrom(0, 1, 5, READ_SIZE - 1, READ_SIZE, READ_SIZE + 1), fc.nat(300)), { maxLength: 20 })
	.map((lengths) => lengths.map((length, index) => String.fromCharCode(97 + (index % 26)).repeat(length)).join("\n"));
const PIECES = fc.array(fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1000, max: 2 * READ_SIZE })), {
	minLength: 1,
});

describe("feedWholeLines", () => {
	it("stops after a line, and returns what has been read of the next one", async () => {
		const property = fc.asyncProperty(LINES, PIECES, fc.nat(2 * READ_SIZE), async (text, pieces, limit) => {
			const input = readerOf(text, pieces);
			const { sink, found } = sinkOf();
			let count = 0;
			const rest = await feedWholeLines(
				input,
				sink,
				() => found.text.length > limit,
				(octets) => {
					count += octets;
				},
			);
			expect(found.text + decoder.decode(rest) + input.rest).toBe(text);
			expect(count).toBe(text.length - input.rest.length);
			expect(found.hasEnded).toBe(rest === undefined);
			if (rest === undefined) expect(input.rest).toBe("");
			else expect([found.text.at(-1), found.text.length > limit]).toEqual(["\n", true]);
		});
		await fc.assert(property, { numRuns: 300 });
	});
});
