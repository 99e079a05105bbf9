/** Every rule of docs/reference/normal-form.md, on every engine. */
import { expect, it } from "vitest";
import { Limit } from "../../assembly/layout/addresses";
import { describeEngines, normalizerOn, outcome } from "../support/engines";
import { longIt } from "../support/long-it";
import { FAULTS, SCHEME_RULES, SYNTAX_RULES } from "../support/rules";

describeEngines("rules", (engine) => {
	const syntax = normalizerOn(engine, { level: "syntax" });
	const scheme = normalizerOn(engine, { level: "scheme" });

	it.each(Object.entries(SYNTAX_RULES))("level syntax: %s", (_rule, rows) => {
		expect(rows.map(([input]) => [input, outcome(syntax, input)])).toEqual(rows);
	});

	it.each(Object.entries(SCHEME_RULES))("level scheme: %s", (_rule, rows) => {
		expect(rows.map(([input]) => [input, outcome(scheme, input)])).toEqual(rows);
	});

	it("report the fault of each reference that they reject", () => {
		const reported = FAULTS.map(([input, options]) => [input, options, outcome(normalizerOn(engine, options), input)]);
		expect(reported).toEqual(FAULTS);
	});

	it("keeps a port that equals a default one modulo 2³²", () => {
		for (const port of [2 ** 32 + 80, 2 ** 33 + 80]) expect(outcome(scheme, `http://h:${port}/`)).toBe(`http://h:${port}/`);
	});

	it("accepts an empty host at level syntax, where http has no rule of its own", () => {
		expect(outcome(syntax, "http:///p")).toBe("http:///p");
	});

	it.each(["HTTP://H:80", " a b ", "1a:b", "http://[", "é"])("level string does not change %j", (text) => {
		expect(outcome(normalizerOn(engine, { level: "string" }), text)).toBe(text);
	});

	it("checks at level string when strict", () => {
		const strict = normalizerOn(engine, { level: "string", strict: true });
		expect(outcome(strict, "HTTP://H:80")).toBe("HTTP://H:80");
		expect(outcome(strict, "http://h/a b")).toBe("invalid-character path 10");
	});

	longIt("accepts up to 16,777,216 octets", () => {
		const most = `http://h/${"a".repeat(16777216 - 9)}`;
		expect(scheme.normalize(most)).toBe(most);
		expect(outcome(scheme, `${most}a`)).toBe("too-long - 16777216");
		expect(outcome(scheme, `http://h/${"é".repeat(8388608)}`)).toBe("too-long - 8388612");
	});
});

/** Lengths around the blocks of 64 octets and around the end of the window. */
const LENGTHS = [...Array(150).keys(), ...Array.from({ length: 40 }, (_, index) => Limit.WINDOW - 30 + index)];

/** Rules apply wherever their octets are: at every place of a 64-octet block and on both sides of the window's end. */
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
