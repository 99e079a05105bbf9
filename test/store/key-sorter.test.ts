/** Memory of a store's kernel: what sorting takes of it, and where it ends. */
import "../../src/engine/wasm-engine";
import { expect, it } from "vitest";
import { Key } from "../../assembly/store/layout";
import { random } from "../../bench/lists/random.mjs";
import { KeySorter } from "../../src/store/key-sorter";
import { StoreMemory } from "../../src/store/store-kernel";

it("takes no more memory for many parts than for a few, although each is longer than the one before", () => {
	const memory = new StoreMemory("wasm");
	const sorter = new KeySorter(memory);
	const pick = random(3);
	for (let count = 10_000; count < 10_400; ++count) {
		const keys = new Uint32Array(3 * count);
		for (let word = 0; word < 300; ++word) keys[word] = pick(2 ** 32);
		const { start, end } = sorter.sort(new Uint8Array(keys.buffer));
		expect((end - start) / Key.SIZE).toBe(101);
	}
	expect(memory.kernel.octets.length).toBeLessThan(33 * 10_400 * 4);
});

it("ends before addresses would be negative, which the kernel compares", () => {
	const memory = new StoreMemory("wasm");
	expect(() => memory.take(2 ** 31)).toThrow(expect.objectContaining({ code: "set-full" }));
	expect(memory.kernel.octets.length).toBeLessThan(2 ** 24);
});
