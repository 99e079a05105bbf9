/** Rules apply wherever their octets are: at every place of a 64-octet block and on both sides of the window's end. */
import { expect, it } from "vitest";
import { Limit } from "../../assembly/layout/addresses";
import { describeEngines, normalizerOn } from "../support/engines";

/** Lengths around the blocks of 64 octets and around the end of the window. */
const LENGTHS = [...Array(150).keys(), ...Array.from({ length: 40 }, (_, index) => Limit.WINDOW - 30 + index)];

describeEngines("places", (engine) => {
	const normalizer = normalizerOn(engine);
	const rows: [what: string, before: string, after: string][] = [
		["ends path and query (App. B)", "?b?/#c/?", "?b?/#c/?"],
		["encodes a second #, which a fragment does not allow (§3.5)", "#b#c", "#b%23c"],
		["sees TAB, CR and LF (App. C)", "b\tc\rd\ne", "bcde"],
		["removes dot-segments, triplets included (§6.2.2.3)", "/./b/%2e/c/../d", "/b/d"],
		["keeps segments that only start with a dot", "/.b/..c/...", "/.b/..c/..."],
		["normalizes consecutive triplets (§6.2.2.1, §6.2.2.2)", "%7e%c3%a9%2F", "~%C3%A9%2F"],
		["encodes octets that no component allows (§2.1)", " b|?\\", "%20b%7C?%5C"],
	];
	for (const [what, before, after] of rows) {
		it(`${what}, at every place`, () => {
			for (const length of LENGTHS) {
				const start = "a".repeat(length);
				expect([length, normalizer.normalize(`HTTP://h/${start}a${before}`)]).toEqual([length, `http://h/${start}a${after}`]);
			}
		});
	}
});
