/** `explain`: each step is what one more rule of the kernel changes. */
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { createNormalizer, explain, UriError } from "urlsieve";
import { describe, expect, it } from "vitest";
import { RULES } from "../../src/reference/explain";
import { ENGINES } from "../support/engines";
import { everyNth } from "../support/extent";
import { hostileReference } from "../support/hostile";

const PAGE = readFileSync(new URL("../../docs/reference/normal-form.md", import.meta.url), "utf8");
const OPEN = new URL("data/urls_100k_open.txt", new URL("../../../shared/", import.meta.url));

/** Rule, reference before, reference after: exactly this rule explains the change. */
const ONE_RULE: readonly (readonly [string, string, string])[] = [
	["white-space", " http://a/ ", "http://a/"],
	["percent-illegal", "http://a/é", "http://a/%C3%A9"],
	["scheme-case", "HTTP://a/", "http://a/"],
	["host-case", "http://A/", "http://a/"],
	["percent-case", "http://a/%2f", "http://a/%2F"],
	["percent-unreserved", "http://a/%7E", "http://a/~"],
	["dot-segments", "http://a/b/../c", "http://a/c"],
	["empty-port", "http://a:/", "http://a/"],
	["ipv6-text", "http://[0:0::1]/", "http://[::1]/"],
	["a-label", "http://b%C3%BCcher.example/", "http://xn--bcher-kva.example/"],
	["port-zeros", "http://a:081/", "http://a:81/"],
	["default-port", "http://a:80/", "http://a/"],
	["empty-path", "http://a", "http://a/"],
	["of-scheme", "mailto:a@EXAMPLE.com", "mailto:a@example.com"],
];

describe.each(ENGINES)("explain [%s]", (engine) => {
	const normalizer = createNormalizer({ engine });

	it.each(ONE_RULE)("%s is the only rule for %s", (rule, before, after) => {
		const section = RULES.find(([, name]) => name === rule)?.[2];
		expect(normalizer.explain(before)).toEqual({ input: before, steps: [{ rule, section, before, after }], value: after });
	});

	it("starts each step where the one before ended, and ends at the normal form", () => {
		fc.assert(
			fc.property(hostileReference, (input) => {
				const value = normalizer.tryNormalize(input);
				if (value instanceof UriError) {
					expect(() => normalizer.explain(input)).toThrow(value.message);
					return;
				}
				const { steps, value: last } = normalizer.explain(input);
				expect(last).toBe(value);
				expect(steps.map(({ before }) => before)).toEqual([input, ...steps.map(({ after }) => after)].slice(0, steps.length));
				expect(steps.at(-1)?.after ?? input).toBe(value);
				for (const { before, after } of steps) expect(after).not.toBe(before);
			}),
			{ numRuns: 500 },
		);
	});
});

describe("explain", () => {
	it("runs the rules in the order of docs/reference/normal-form.md, which has a row for each", () => {
		const listed = [...PAGE.matchAll(/^\| ([a-z0-9-]+) \|/gm)].map(([, name]) => name);
		expect(listed.filter((name) => RULES.some(([, rule]) => rule === name))).toEqual(RULES.map(([, rule]) => rule));
	});

	it("has no steps at level string, and no scheme rules at level syntax", () => {
		expect(explain("HTTP://A", { level: "string" })).toEqual({ input: "HTTP://A", steps: [], value: "HTTP://A" });
		expect(explain("HTTP://A", { level: "syntax" }).steps.map(({ rule }) => rule)).toEqual(["scheme-case", "host-case"]);
	});

	it.skipIf(!existsSync(OPEN))("explains real URLs by rules that changed something", () => {
		const normalizer = createNormalizer();
		const counts = new Map<string, number>();
		for (const line of everyNth(readFileSync(OPEN, "utf8").split("\n"), 7)) {
			if (normalizer.tryNormalize(line) instanceof UriError) continue;
			const { steps, value } = normalizer.explain(line);
			expect(value).toBe(normalizer.normalize(line));
			for (const { rule, before, after } of steps) {
				expect(after).not.toBe(before);
				counts.set(rule, (counts.get(rule) ?? 0) + 1);
			}
		}
		expect([...counts.keys()].length).toBeGreaterThan(3);
	});
});
