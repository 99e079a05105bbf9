/** `hasTraversal`: whether a path climbs, for any reader. */

import { agree, hasTraversal, readers } from "urlsieve/edge";
import { describe, expect, it } from "vitest";
import { generatedTargets } from "../readers/targets.mjs";
import { size } from "../support/extent";

describe("hasTraversal", () => {
	it.each([
		..."/.. /a/../b /a/.. .. ../a /a/..?b /%2e%2e/a /.%2E /a%2f..%2Fb /a..%2f/..%2f /..\\a /a%5c..%5cb /public/..;/admin".split(
			" ",
		),
		..."/public/..;x=1/admin /..%3bx/admin /%252e%252e/a /%25252e./a".split(" "),
		`/%${"25".repeat(50)}2e./a`,
		..."/%%32e%%32e/a /%25%32%65./a /a%252f..%252fb /.%00./a /..%00/a /.\t./a /..%20/a /%c0%ae%c0%ae/a /..%c0%afa".split(" "),
		..."/a%c1%9c.. /%e0%80%ae./a /%f0%80%80%ae./a /..%c1%1ca /%u002e%u002e/a /..%u002fa /%uff0e%uff0e/a".split(" "),
		..."/%ef%bc%8e%ef%bc%8e%ef%bc%8fa /．．／a http://e.com/a/../b https://e.com\\..\\b /a#/../b /a/b/..#x /%2e%2e#".split(" "),
		..."/..%3fx /a/..%23x /a/..%00.html /..%0ax".split(" "),
		" ../a",
	])("is true for %j", (target) => {
		expect(hasTraversal(target)).toBe(true);
	});

	it.each([
		..."/ * /a/./b /a..b/..c/d.. /... /....// /v1...v2 /.well-known/x /a?next=../b /a?.. /a;../b /%2e/%252e /a%2".split(" "),
		..."/%c3%80n%c3%80n /日本．com http://../a /a.%2e.b".split(" "),
		"",
	])("is false for %j", (target) => {
		expect(hasTraversal(target)).toBe(false);
	});

	it("is true wherever a reader climbs or hands on a double-dot segment, and in linear time", () => {
		const ids = readers().map(({ id }) => id);
		const prefix = "/x1/x2/x3/x4/x5/x6";
		let climbing = 0;
		for (const target of generatedTargets(size(10_000, 600)).map((text: string) => prefix + text)) {
			const climbs = agree(target, ids).views.some(({ accepts, path = "" }) => {
				const rest = path.replace(/^https?:\/\/[^/]*/, "");
				return accepts && (!rest.startsWith(prefix) || rest.split(/[/\\]/).includes(".."));
			});
			if (!climbs) continue;
			climbing += 1;
			expect([target, hasTraversal(target)]).toEqual([target, true]);
		}
		expect(climbing).toBeGreaterThan(30);
		for (const run of ["%25", "25", "../a", "%u00", "\xc0", "%2"])
			expect(typeof hasTraversal(`/%${run.repeat(20_000)}`)).toBe("boolean");
	});

	it("refuses values that are not strings", () => {
		expect(() => hasTraversal(new URL("http://e.com/") as never)).toThrow("A target must be a string.");
	});
});
