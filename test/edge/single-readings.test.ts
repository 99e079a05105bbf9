/** What single readers make of single targets, the key of a rule, and fields at their limits. */

import { cacheKey, headerOf, noVarySearch } from "urlsieve/edge";
import { expect, it } from "vitest";

it("keys of rules never change", () => {
	const keyOf = (field: string) => cacheKey("https://e.com/p?b=2&a=1", noVarySearch(field)).split("nvs=")[1];
	expect([keyOf('params=("a")'), keyOf("key-order"), keyOf('key-order, except=("a" "b")'), keyOf("")]).toEqual([
		"756b8b367a61d6e4",
		"c4649466457fc3ae",
		"bb865c33afb3f0a3",
		"0",
	]);
});

it("reads fields of up to 8,192 octets and 256 names", () => {
	const field = (length: number) => `params=("a");x="${"y".repeat(length - 'params=("a");x=""'.length)}"`;
	expect(noVarySearch(field(8192))).toEqual({ keyOrder: false, params: ["a"] });
	expect(noVarySearch(field(8193))).toEqual({ keyOrder: false, params: [] });
	const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
	const list = (count: number) =>
		`params=(${names(count)
			.map((name) => `"${name}"`)
			.join(" ")})`;
	const read = [256, 257].map((count) => noVarySearch(list(count)));
	expect(read.map((rule) => "params" in rule && rule.params.length)).toEqual([256, 0]);
	expect([256, 257].map((count) => headerOf({ keyOrder: false, params: names(count) }) !== undefined)).toEqual([true, false]);
});
