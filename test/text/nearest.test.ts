/** Suggestions for mistyped commands and options. */
import { expect, it } from "vitest";
import { nearest } from "../../src/nearest";

it("finds a name within two edits", () => {
	const names = ["normalize", "dedupe", "parse", "resolve", "relativize", "compare", "validate"];
	const rows: [typed: string, name: string | undefined][] = [
		["normalise", "normalize"],
		["dedup", "dedupe"],
		["deudpe", "dedupe"],
		["dedeupe", "dedupe"],
		["prase", "parse"],
		["validtae", "validate"],
		["resolve", "resolve"],
		["sort", undefined],
		["x", undefined],
		["", undefined],
		["normalization", undefined],
	];
	for (const [typed, name] of rows) expect([typed, nearest(typed, names)]).toEqual([typed, name]);
});

it("prefers fewer edits, then the first name", () => {
	expect(nearest("--seem", ["--seed", "--seen"])).toBe("--seed");
	expect(nearest("--sen", ["--s", "--seen"])).toBe("--seen");
});
