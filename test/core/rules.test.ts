/** Every rule of docs/reference/normal-form.md, on every engine. */
import { describe, expect, it } from "vitest";
import { describeEngines, normalizerOn, outcome } from "../support/engines";
import { FAULTS, SCHEME_RULES, SYNTAX_RULES } from "../support/rules";

describeEngines("rules", (engine) => {
	const syntax = normalizerOn(engine, { level: "syntax" });
	const scheme = normalizerOn(engine, { level: "scheme" });

	describe.each(Object.entries(SYNTAX_RULES))("level syntax: %s", (_rule, rows) => {
		it.each(rows)("%j is %j", (input, normal) => expect(outcome(syntax, input)).toBe(normal));
	});

	describe.each(Object.entries(SCHEME_RULES))("level scheme: %s", (_rule, rows) => {
		it.each(rows)("%j is %j", (input, normal) => expect(outcome(scheme, input)).toBe(normal));
	});

	it.each(FAULTS)("%j under %j: %s", (input, options, fault) => {
		expect(outcome(normalizerOn(engine, options), input)).toBe(fault);
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

	it("accepts up to 16,777,216 octets", () => {
		const most = `http://h/${"a".repeat(16777216 - 9)}`;
		expect(scheme.normalize(most)).toBe(most);
		expect(outcome(scheme, `${most}a`)).toBe("too-long - 16777216");
		expect(outcome(scheme, `http://h/${"é".repeat(8388608)}`)).toBe("too-long - 8388612");
	});
});
