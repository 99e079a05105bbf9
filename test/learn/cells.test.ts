/** The tables of learn: cells, controls, and digests of no octets. */
import { describe, expect, it } from "vitest";
import { Cell as Word } from "../../assembly/learn/trial-layout";
import { CELL_WORDS, Cells, emptyCells } from "../../src/learn/cells";
import { SiteControls } from "../../src/learn/controls";
import { EMPTY_DIGESTS } from "../../src/learn/digest";

describe("cells", () => {
	const cell = (candidate: number, site: number, agreements = 0, pair: readonly [number, number] = [0, 0]) => {
		const words = emptyCells(candidate, [site]);
		words[Word.AGREEMENTS >> 2] = agreements;
		words[Word.EXAMPLE >> 2] = pair[0];
		words[(Word.EXAMPLE >> 2) + 1] = pair[1];
		return words;
	};
	const joined = (...lists: Uint32Array[]) => Uint32Array.from(lists.flatMap((list) => [...list]));

	it("are in order of candidates and sites, and the last of one place counts", () => {
		const cells = new Cells([joined(cell(2, 3), cell(0, 8, 1), cell(2, 0)), joined(cell(0, 8, 2), cell(0, 3, 5, [7, 4]))], 3, 9);
		expect([...cells.all()].map(({ site, agreements }) => [site, agreements])).toEqual([
			[3, 5],
			[8, 2],
			[0, 0],
			[3, 0],
		]);
		expect([...cells.candidates()]).toEqual([0, 2]);
		expect([0, 1, 2, 3].map((candidate) => [...cells.of(candidate)].map(({ site }) => site))).toEqual([[3, 8], [], [0, 3], []]);
		expect([0, 3, 5, 8].map((site) => cells.at(0, site)?.agreements)).toEqual([undefined, 5, undefined, 2]);
		expect([cells.at(1, 3), cells.at(2, 3)?.site, cells.at(2, 8), cells.at(9, 3)]).toEqual([undefined, 3, undefined, undefined]);
		expect(cells.at(0, 3)).toEqual({
			site: 3,
			votes: 0,
			agreements: 5,
			disagree: 0,
			proven: 0,
			saved: 0,
			contrary: undefined,
			example: [7, 4],
		});
	});

	it("are kept by candidate and site", () => {
		const cells = new Cells([joined(cell(0, 1), cell(1, 0), cell(1, 1))], 2, 2);
		const kept = cells.filter((candidate, site) => candidate === site);
		expect(kept).toHaveLength(CELL_WORDS);
		expect([...new Cells([kept], 2, 2).candidates()]).toEqual([1]);
		expect([...new Cells([], 0, 0).all()]).toEqual([]);
	});
});

it("controls add up by site, and are cleared by site", () => {
	const controls = new SiteControls(3);
	controls.addFrom(1, Uint32Array.of(9, 1, 2, 3, 4, 9), 1);
	controls.addFrom(1, Int32Array.of(10, 20, 30, 40), 0);
	controls.addFrom(2, Int32Array.of(5, 6, 7, 8), 0);
	expect([controls.sites, controls.at(1)]).toEqual([3, { keys: 11, changed: 22, repeated: 33, proven: 44 }]);
	controls.clear(1);
	expect([0, 1, 2].map((site) => controls.at(site).keys)).toEqual([0, 0, 5]);
});

it("knows the digests of no octets", () => {
	for (const digest of [
		"da39a3ee5e6b4b0d3255bfef95601890afd80709",
		"3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ",
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"4OYMIQUY7QOBJGX36TEJS35ZEQT24QPEMSNZGTFESWMRW6CSXBKQ",
		"4OYMIQUY7QOBJGX36TEJS35ZEQT24QPEMSNZGTFESWMRW6CSXBKQ====",
		"d41d8cd98f00b204e9800998ecf8427e",
		"2QOYZWMPACZAJ2MABGMOZ6CCPY",
		"2QOYZWMPACZAJ2MABGMOZ6CCPY======",
	]) {
		expect(EMPTY_DIGESTS).toContain(digest);
	}
	expect(EMPTY_DIGESTS).toHaveLength(9);
});
