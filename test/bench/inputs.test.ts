/** The inputs of the benches. */

import { normalize } from "urlsieve";
import { describe, expect, it } from "vitest";
import { conditionsOf, loadCorpus } from "../../bench/lists/corpus";
import { dirtyList } from "../../bench/lists/dirty";

describe("the dirty list", () => {
	const { lines } = conditionsOf(loadCorpus(undefined, 5000)).get("clean") ?? { lines: [] };
	const dirty = dirtyList(lines, 1);

	it("has one line per clean line", () => expect(dirty).toHaveLength(lines.length));

	it("has no line in normal form", () => {
		expect(dirty.filter(({ line }) => normalize(line) === line)).toEqual([]);
	});

	it("states the normal form of each line", () => {
		expect(dirty.filter(({ line, normal }) => normalize(line) !== normal)).toEqual([]);
	});

	it("depends only on the seed", () => {
		expect(dirtyList(lines, 1)).toEqual(dirty);
		expect(dirtyList(lines, 2)).not.toEqual(dirty);
	});
});
