/** The learn kernel by its layout: blocks of octets that are packed and unpacked, as docs/internals has them, and what it exports. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BlockLimit } from "../../assembly/learn/layout";
import { LearnMemory } from "../seams/kernels";
import { ENGINE, ENGINES, hasWasm } from "../support/engines";

/** Numbers from 0 to `below`, the same in every run. */
function numbers(seed: number) {
	let state = seed;
	return (below: number) => {
		state = (Math.imul(state, 0x41c64e6d) + 12345) >>> 0;
		return Math.floor(((state >>> 4) / 2 ** 28) * below);
	};
}

const TEXT = Array.from({ length: 300 }, (_, page) => `https://www.example.com/${page % 7}/index.html?id=${page}&ref=%41`).join(
	"\n",
);

describe.each(ENGINES)("blocks of URLs in the %s engine", (engine) => {
	const next = numbers(5);

	it("come back as they were, for any octets", () => {
		const random = (length: number) => Array.from({ length }, () => String.fromCharCode(33 + next(90))).join("");
		const repeated = random(300);
		// Octets that do not repeat, and octets that do, of each length up to 40.
		const lengths = Array.from({ length: 40 }, (_, length) => `${random(length)}${repeated.slice(0, length)}`);
		const texts = [TEXT, "", "x", "abcdabcd", "a".repeat(15_000), random(3000), `${repeated}${lengths.join("")}`];
		texts.push(...lengths.map((text, length) => `${repeated}${text}${repeated.slice(length, 300 - length)}`));
		const memory = new LearnMemory(engine);
		const [from, packed, to] = [0, 0, 0].map(() => memory.take(1 << 15).start) as [number, number, number];
		const table = memory.take(BlockLimit.TABLE).start;
		const { packBlock, unpackBlock } = memory.kernel.call;
		for (const text of texts) {
			memory.kernel.octets.set(new TextEncoder().encode(text), from);
			const end = packBlock(from, from + text.length, packed, table);
			const unpacked = unpackBlock(packed, end, to, to + (1 << 15));
			expect(Buffer.from(memory.kernel.octets.slice(to, unpacked)).toString()).toBe(text);
		}
	});

	it("end with their octets, even if the next octets would continue them", () => {
		const memory = new LearnMemory(engine);
		const [from, packed, to] = [0, 0, 0].map(() => memory.take(1024).start) as [number, number, number];
		const table = memory.take(BlockLimit.TABLE).start;
		const { packBlock, unpackBlock } = memory.kernel.call;
		memory.kernel.octets.fill(97, from, from + 200);
		for (let length = 0; length < 60; ++length) {
			const end = packBlock(from, from + length, packed, table);
			expect(unpackBlock(packed, end, to, to + 1000) - to).toBe(length);
			expect(unpackBlock(packed, end, to, to + length) - to).toBe(length);
			if (length > 0) expect(unpackBlock(packed, end, to, to + length - 1)).toBe(-1);
		}
	});

	// A token has the numbers of literals and of repeated octets less 4. A distance of two octets follows the literals, and 15 of either
	// is followed by a number to add.
	it.each<[rule: string, block: readonly number[], text: string | undefined]>([
		["literals", [0x30, 97, 98, 99], "abc"],
		["fewer literals than told", [0x30, 97, 98], undefined],
		["literals and a repetition", [0x21, 97, 98, 2, 0], "abababa"],
		["a distance of one octet", [0x10, 97, 1], undefined],
		["a distance of nothing", [0x10, 97, 0, 0], undefined],
		["a distance to before the start", [0x10, 97, 2, 0], undefined],
		["a number of literals that is cut", [0xf0, 0x80], undefined],
		["no number of literals", [0xf0], undefined],
		["a negative number of literals", [0xf0, 0x80, 0x80, 0x80, 0x80, 8], undefined],
		["a number that ends the block", [0x1f, 97, 1, 0, 1], "a".repeat(21)],
		["a number of repeated octets that is cut", [0x1f, 97, 1, 0, 0x80], undefined],
		["no number of repeated octets", [0x1f, 97, 1, 0], undefined],
		["a negative number of repeated octets", [0x1f, 97, 1, 0, 0x80, 0x80, 0x80, 0x80, 8], undefined],
	])("have %s", (_, block, text) => {
		const memory = new LearnMemory(engine);
		const [packed, to] = [0, 0].map(() => memory.take(1024).start) as [number, number];
		memory.kernel.octets.set(block, packed);
		const end = memory.kernel.call.unpackBlock(packed, packed + block.length, to, to + 1000);
		expect(text === undefined ? end : Buffer.from(memory.kernel.octets.slice(to, end)).toString()).toBe(text ?? -1);
	});

	it("are refused if they are damaged, and nothing is written beyond the limit", () => {
		const memory = new LearnMemory(engine);
		const [from, packed, to] = [0, 0, 0].map(() => memory.take(1 << 15).start) as [number, number, number];
		const { packBlock, unpackBlock } = memory.kernel.call;
		const text = new TextEncoder().encode(TEXT);
		memory.kernel.octets.set(text, from);
		const end = packBlock(from, from + text.length, packed, memory.take(BlockLimit.TABLE).start);
		expect(end - packed).toBeLessThan(text.length / 2);
		for (let turn = 0; turn < 300; ++turn) {
			const damaged = memory.kernel.octets.slice(packed, end);
			memory.kernel.octets[packed + next(end - packed)] = next(256);
			const limit = to + next(text.length);
			memory.kernel.octets[limit] = 77;
			const written = unpackBlock(packed, end, to, limit);
			expect(written <= limit && memory.kernel.octets[limit] === 77).toBe(true);
			memory.kernel.octets.set(damaged, packed);
		}
		expect(unpackBlock(packed, end, to, to + text.length)).toBe(to + text.length);
	});
});

it.runIf(hasWasm)("is a file with only the exports of its sources", () => {
	const exported = WebAssembly.Module.exports(new WebAssembly.Module(readFileSync("build/out/learn.simd.wasm")));
	expect(exported.map(({ name }) => name).sort()).toEqual(["memory", ...Object.keys(new LearnMemory("js").kernel.call)].sort());
});

it("takes no memory whose addresses would be negative", () => {
	expect(() => new LearnMemory(ENGINE).take(2 ** 31)).toThrow(/more than 2 GiB/);
});
