/** `explain`: each step is what one more rule of the kernel changes. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { createNormalizer, explain, UriError } from "urlsieve";
import { describe, expect, it } from "vitest";
import { ENGINES } from "../support/engines";
import { hostileReference } from "../support/hostile";

const PAGE = readFileSync(new URL("../../docs/reference/normal-form.md", import.meta.url), "utf8");

/** Rule, its source, reference before, reference after: exactly this rule explains the change. In the order of the rules. */
const ONE_RULE: readonly (readonly [string, string, string, string])[] = [
	["white-space", "RFC 3986 App. C", " http://a/ ", "http://a/"],
	["percent-illegal", "RFC 3986 §2.1", "http://a/é", "http://a/%C3%A9"],
	["scheme-case", "RFC 3986 §6.2.2.1", "HTTP://a/", "http://a/"],
	["host-case", "RFC 3986 §6.2.2.1", "http://A/", "http://a/"],
	["percent-case", "RFC 3986 §6.2.2.1", "http://a/%2f", "http://a/%2F"],
	["percent-unreserved", "RFC 3986 §6.2.2.2", "http://a/%7E", "http://a/~"],
	["dot-segments", "RFC 3986 §6.2.2.3", "http://a/b/../c", "http://a/c"],
	["empty-port", "RFC 3986 §3.2.3", "http://a:/", "http://a/"],
	["ipv6-text", "RFC 5952 §4", "http://[0:0::1]/", "http://[::1]/"],
	["a-label", "RFC 5891 §5", "http://b%C3%BCcher.example/", "http://xn--bcher-kva.example/"],
	["port-zeros", "RFC 3986 §3.2.3", "http://a:081/", "http://a:81/"],
	["default-port", "RFC 3986 §6.2.3", "http://a:80/", "http://a/"],
	["empty-path", "RFC 3986 §6.2.3", "http://a", "http://a/"],
	["of-scheme", "the specification of the scheme", "mailto:a@EXAMPLE.com", "mailto:a@example.com"],
];

describe.each(ENGINES)("explain [%s]", (engine) => {
	const normalizer = createNormalizer({ engine });

	it.each(ONE_RULE)("%s (%s) is the only rule for %s", (rule, section, before, after) => {
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
		const names = ONE_RULE.map(([rule]) => rule);
		expect(listed.filter((name) => names.includes(name as string))).toEqual(names);
	});

	it("has no steps at level string, and no scheme rules at level syntax", () => {
		expect(explain("HTTP://A", { level: "string" })).toEqual({ input: "HTTP://A", steps: [], value: "HTTP://A" });
		expect(explain("HTTP://A", { level: "syntax" }).steps.map(({ rule }) => rule)).toEqual(["scheme-case", "host-case"]);
	});
});
