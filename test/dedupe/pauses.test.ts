/** How often the second pass lets the process handle signals. */
import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { BlockFile } from "../../src/dedupe/passes/block-file";
import { SecondPass } from "../../src/dedupe/passes/second-pass";

/** Eight partitions of which it only says how many blocks they have. */
class CountedBlocks extends BlockFile {
	readonly #count: number;

	constructor(count: number) {
		super(tmpdir(), 0);
		this.#count = count;
	}

	override countOf(): number {
		return this.#count;
	}
}

/** How often the event loop has turned before each partition is done, if each has `count` blocks. */
async function turnsWith(count: number): Promise<number[]> {
	const file = new CountedBlocks(count);
	let turns = 0;
	let next = setImmediate(function turn() {
		turns += 1;
		next = setImmediate(turn);
	});
	const found: number[] = [];
	const bounds = { bits: 3, mapSize: 2 ** 14, tableSize: 0, lines: 8 };
	const second = new SecondPass("js", file, bounds, {}, () => found.push(turns));
	await second.fillMap();
	clearImmediate(next);
	file.close();
	return found;
}

it("pauses after each 1,024 blocks, between partitions", async () => {
	expect(await turnsWith(128)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
	expect(await turnsWith(600)).toEqual([0, 0, 1, 1, 2, 2, 3, 4]);
	expect(await turnsWith(1023)).toEqual([0, 0, 1, 2, 3, 4, 5, 6]);
	expect(await turnsWith(1024)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
