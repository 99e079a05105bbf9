/** The inputs of the benches. */

import { normalize, resolve } from "urlsieve";
import { describe, expect, it } from "vitest";
import { conditionsOf, corpusOf, drawnLines, loadCorpus } from "../../bench/lists/corpus";
import { type Dirt, dirtyList } from "../../bench/lists/dirty";
import { linesOfLength, MIN_LENGTH } from "../../bench/lists/long-lines";
import { BASE, relativeReferences } from "../../bench/lists/references";
import { hostileLines } from "../../bench/suites/hostile";

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

	it("has every kind of dirt in similar shares", () => {
		const kinds = new Map<Dirt, number>();
		for (const { dirt } of dirty) kinds.set(dirt, (kinds.get(dirt) ?? 0) + 1);
		expect(kinds.size).toBe(8);
		for (const count of kinds.values()) expect(count).toBeGreaterThan(dirty.length / 16);
	});

	it("depends only on the seed", () => {
		expect(dirtyList(lines, 1)).toEqual(dirty);
		expect(dirtyList(lines, 2)).not.toEqual(dirty);
	});

	it("drops schemes other than http and https", () => {
		expect(dirtyList(["ftp://h/", "mailto:a@h.example", "/a"], 1)).toEqual([]);
	});

	it.each([
		["http://127.0.0.1:81/1", "no letters in host and path, and a port"],
		["http://u@h.example/#f", "case-sensitive userinfo, and a fragment"],
		["http://[::1]/", "an address in brackets"],
	])("makes %s dirty (%s)", (normal) => {
		for (let seed = 0; seed < 30; ++seed) {
			const [made] = dirtyList([normal], seed);
			expect(made?.line).not.toBe(made?.normal);
			expect(normalize(made?.line ?? "")).toBe(made?.normal);
		}
	});
});

describe("the conditions of a list", () => {
	const list = corpusOf("list", ["HTTP://h.example", "http://[", "http://h.example/a"]);
	const conditions = conditionsOf(list);

	it("are clean: the normal form of each valid line", () => {
		expect(conditions.get("clean")?.lines).toEqual(["http://h.example/", "http://h.example/a"]);
	});

	it("are as it is: the list itself", () => expect(conditions.get("as it is")).toBe(list));

	it("are all dirty: as many lines as clean ones, equal in octets and strings", () => {
		const dirty = conditions.get("all dirty");
		expect(dirty?.lines).toHaveLength(2);
		expect(new TextDecoder().decode(dirty?.octets)).toBe(dirty?.lines.map((line) => `${line}\n`).join(""));
	});

	it("yield the requested number of random lines", () => {
		const drawn = [...drawnLines(list, 250_001, 1)].join("").split("\n");
		expect(drawn).toHaveLength(250_002);
	});
});

describe("the references of a page", () => {
	const lines = Array.from({ length: 400 }, (_, index) => `http://h${index}.example//a/b-${index}?q`);
	const references = relativeReferences(lines, 1);

	it("depend only on the seed", () => {
		expect(relativeReferences(lines, 1)).toEqual(references);
		expect(relativeReferences(lines, 2)).not.toEqual(references);
	});

	it("are absolute, or start with //, /, .., ? or #", () => {
		const kinds = [/^http:\/\/h/, /^\/\/h/, /^\/[^/]/, /^\.\.\/[^/]/, /^\?/, /^#/];
		for (const kind of kinds) expect(references.filter((reference) => kind.test(reference)).length).toBeGreaterThan(10);
		expect(references.filter((reference) => !kinds.some((kind) => kind.test(reference)))).toEqual([]);
	});

	it("resolve against the base by RFC 3986 §5.2", () => {
		expect(resolve("/a/b", BASE)).toBe("http://www.example.com/a/b");
		expect(resolve("../a", BASE)).toBe("http://www.example.com/articles/2005/a");
		for (const reference of references) expect(resolve(reference, BASE)).toMatch(/^http:\/\/(www\.example\.com|h\d+\.example)\//);
	});
});

describe("hostile lines", () => {
	const lines = [...hostileLines(100)];

	it("match their names", () => {
		expect(lines.map(([name]) => name)).toEqual([
			"100 times ../",
			"100 times %2e",
			"100 times a/../",
			"10 parameters",
			"10 parameters in any order",
			"10 parameters of three letters",
			"a host of 100 octets",
			"100 times %",
		]);
	});

	it("need normalization, except those with parameters", () => {
		expect(lines.map(([, line]) => normalize(line))).toEqual([
			"http://h.example/",
			`http://h.example/${".".repeat(100)}`,
			"http://h.example/",
			"http://h.example/?p0=0&p1=1&p2=2&p3=3&p4=4&p5=5&p6=6&p7=7&p8=8&p9=9",
			lines[4]?.[1],
			lines[5]?.[1],
			`http://${"a".repeat(100)}/`,
			`http://h.example/${"%25".repeat(100)}`,
		]);
	});
});

describe("lines of one length", () => {
	it.each([MIN_LENGTH, 100, 3000])("have %i octets each and are distinct", (length) => {
		const lines = [...linesOfLength(length, 2_500_000)].join("").split("\n").slice(0, -1);
		expect(lines).toHaveLength(Math.ceil(2_500_000 / (length + 1)));
		expect(new Set(lines).size).toBe(lines.length);
		expect(lines.filter((line) => line.length !== length)).toEqual([]);
	});

	it("alternate between normal form and another spelling", () => {
		const lines = [...linesOfLength(50, 200)].join("").split("\n");
		expect(lines.slice(0, 2).map((line) => normalize(line) === line)).toEqual([true, false]);
	});

	it("cannot be shorter than prefix and number", () => {
		expect(() => [...linesOfLength(15, 100)]).toThrow(RangeError);
	});
});
