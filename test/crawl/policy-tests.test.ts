/** Policies that carry their own tests, and what one policy changes against another. */

import { createNormalizer, PolicyDiff, type PolicyError, readPolicy, testPolicy } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";

const WWW = { base: "whatwg", key: { www: "drop" } } as const;
const [HTTP, WITH_WWW] = ["http://a.example/", "http://www.a.example/"];

function faultOf(tests: object): unknown {
	try {
		readPolicy(JSON.stringify({ ...WWW, tests }));
	} catch (error) {
		return (error as PolicyError).faults[0];
	}
	return undefined;
}

describe("testPolicy", () => {
	it("passes groups of one key, groups without two equal keys, keys and URLs to fetch", () => {
		const tests = {
			same: [[HTTP, WITH_WWW, "HTTP://WWW.A.EXAMPLE"]],
			different: [[HTTP, `${HTTP}b`, `${HTTP}c`]],
			key: { [WITH_WWW]: HTTP },
			fetch: { [WITH_WWW]: WITH_WWW },
		};
		expect(testPolicy({ ...WWW, tests })).toEqual({ passed: 4, failed: [] });
	});

	it("returns the references that disagree, with their keys and the rules that fired", () => {
		const tests = { same: [[HTTP, WITH_WWW, `${WITH_WWW}b`]], different: [[`${HTTP}b`, HTTP, WITH_WWW]] };
		expect(testPolicy({ ...WWW, tests: { same: tests.same } }).failed).toEqual([
			{
				path: "/tests/same/0",
				message: "the keys differ",
				references: [
					{ reference: HTTP, form: HTTP, rules: [] },
					{ reference: `${WITH_WWW}b`, form: `${HTTP}b`, rules: ["host-www"] },
				],
			},
		]);
		expect(testPolicy({ ...WWW, tests: { different: tests.different } }).failed).toEqual([
			{
				path: "/tests/different/0",
				message: "the keys are equal, by host-www",
				references: [
					{ reference: HTTP, form: HTTP, rules: [] },
					{ reference: WITH_WWW, form: HTTP, rules: ["host-www"] },
				],
			},
		]);
	});

	it("returns what a key or a URL to fetch is instead", () => {
		const tests = { key: { [WITH_WWW]: WITH_WWW, "http://a/~b": "http://a/" }, fetch: { [WITH_WWW]: HTTP } };
		expect(testPolicy({ ...WWW, tests }).failed.map(({ path, message }) => [path, message])).toEqual([
			["/tests/key/http:~1~1www.a.example~1", `the key is not ${WITH_WWW}`],
			["/tests/key/http:~1~1a~1~0b", "the key is not http://a/"],
			["/tests/fetch/http:~1~1www.a.example~1", `the URL to fetch is not ${HTTP}`],
		]);
	});

	it.each(["same", "different"])("fails a group of %s that has a reference without a key", (kind) => {
		const [failed] = testPolicy({ ...WWW, tests: { [kind]: [["http://[", HTTP]] } }).failed;
		expect(failed).toMatchObject({ message: "a reference has no key", references: [{ reference: "http://[", rules: [] }] });
	});

	it("runs under the lists of the policy", () => {
		const policy = { key: { query: { lists: ["mine"] } }, tests: { key: { "http://h/?ref=1": "http://h/" } } };
		const list = (name: string) => [{ name: "mine", params: [name], exempt: [] }];
		expect(testPolicy(policy, list("ref")).failed).toEqual([]);
		expect(testPolicy(policy, list("src")).failed).toHaveLength(1);
	});

	it("has no test to run in a policy without any", () => {
		expect(testPolicy(WWW)).toEqual({ passed: 0, failed: [] });
	});
});

describe("the tests of a policy", () => {
	it("change neither keys nor the identity", () => {
		const tested = createNormalizer({ policy: { ...WWW, tests: { same: [[HTTP, WITH_WWW]] } } });
		expect(tested.settings.identity).toBe(createNormalizer({ policy: WWW }).settings.identity);
	});

	it.each([
		[{ same: [[HTTP]] }, "/tests/same/0", 'must have at least 2 items, not ["http://a.example/"]'],
		[{ same: [[HTTP, 1]] }, "/tests/same/0/1", "must be a string, not 1"],
		[{ key: [] }, "/tests/key", "must be an object, not []"],
		[{ fetch: { [HTTP]: null } }, "/tests/fetch/http:~1~1a.example~1", "must be a string, not null"],
		[{ equal: [] }, "/tests/equal", "is not a known member; known: same, different, key, fetch"],
	])("are refused where they mean nothing: %j", (tests, path, rest) => {
		expect(faultOf(tests)).toMatchObject({ path, message: `${path} ${rest}`, line: 1 });
	});

	it.each([
		[{ same: [["a:b", "a:c"]], different: [["a:c", "a:b"]] }, "/tests/different/0", "a:c and a:b have one key"],
		[
			{
				same: [
					["a:b", "a:c"],
					["a:c", "a:d"],
				],
				different: [
					["a:x", "a:y"],
					["a:b", "a:x", "a:d"],
				],
			},
			"/tests/different/1",
			"a:b and a:d have one key",
		],
		[{ key: { "a:b": "a:k", "a:c": "a:k" }, different: [["a:b", "a:c"]] }, "/tests/different/0", "a:b and a:c have one key"],
		[{ different: [["a:b", "a:b"]] }, "/tests/different/0", "a:b and a:b have one key"],
		[{ key: { "a:b": "a:k", "a:c": "a:l" }, same: [["a:b", "a:c"]] }, "/tests/key", "the keys a:k and a:l are one"],
	])("are refused if they contradict each other: %j", (tests, path, rest) => {
		expect(faultOf(tests)).toMatchObject({ path, message: `${path} contradicts the other tests, by which ${rest}` });
	});
});

describe("PolicyDiff", () => {
	const before = createNormalizer({ policy: { base: "whatwg", key: { fragment: "drop" } } });
	const after = createNormalizer({ policy: { base: "whatwg", key: { www: "drop", trailingSlash: "drop" } } });
	const changesOf = (references: readonly string[], sides = [before, after] as const) => {
		const diff = new PolicyDiff(...sides);
		for (const reference of references) diff.add(reference);
		return diff.changes();
	};

	it("counts the pages that only one of two policies makes one, by rules, with samples", () => {
		const list = [HTTP, WITH_WWW, `${HTTP}b`, `${HTTP}b/`, `${WITH_WWW}b/`, `${HTTP}c`, `${HTTP}c#d`, `${HTTP}c#e`];
		expect(changesOf(list)).toEqual({
			references: 8,
			rejects: [0, 0],
			pages: [6, 5],
			merged: [
				{ rules: ["host-www"], pages: 1, samples: [[HTTP, WITH_WWW]] },
				{ rules: ["trailing-slash"], pages: 1, samples: [[`${HTTP}b`, `${HTTP}b/`]] },
				{ rules: ["host-www", "trailing-slash"], pages: 1, samples: [[`${HTTP}b`, `${WITH_WWW}b/`]] },
			],
			apart: [
				{
					rules: ["fragment"],
					pages: 2,
					samples: [
						[`${HTTP}c`, `${HTTP}c#d`],
						[`${HTTP}c`, `${HTTP}c#e`],
					],
				},
			],
		});
	});

	it("finds nothing between policies that make the same pages", () => {
		const other = createNormalizer({ policy: { base: "whatwg", key: { fragment: "drop", userinfo: "drop" } } });
		const changes = changesOf([HTTP, WITH_WWW, `${HTTP}#a`], [before, other]);
		expect([changes.pages, changes.merged, changes.apart]).toEqual([[2, 2], [], []]);
	});

	it("counts references without a key, and compares profiles whose keys are no URLs", () => {
		const changes = changesOf(["http://[", HTTP, WITH_WWW], [after, createNormalizer({ profile: "surt@1" })]);
		expect(changes).toMatchObject({ references: 2, rejects: [1, 0], pages: [1, 1], merged: [], apart: [] });
	});
});
