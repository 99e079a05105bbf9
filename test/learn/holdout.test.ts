/** Pages kept apart, noise where nobody was fetched twice, and order: sections 3.10 to 3.12 of the specification of `learn`. */

import { learn, type RuleEvidence } from "urlsieve/learn";
import { describe, expect, it } from "vitest";
import { Candidates } from "../../src/learn/candidates";
import { Features } from "../../src/learn/features";
import { HoldOut } from "../../src/learn/holdout";
import { LearnMemory } from "../../src/learn/learn-kernel";
import { inOrder } from "../../src/learn/rounds";
import { nameOf, type Shard } from "../../src/learn/shard";
import { batchesOf, type TestRow } from "../support/row-batches";

const features = new Features();
for (const name of ["a", "b"]) features.add("param", new TextEncoder().encode(name));
const [A, B] = [features.names.length - 2, features.names.length - 1];

/** The marks of a site's keys. A key has a skeleton, and values of `a` and `b`. `siteKeys`: how many keys the site has in all. */
function marks(keys: readonly (readonly [skeleton: number, a: number, b: number])[], share = 0.5, siteKeys = keys.length) {
	const values = Uint32Array.from(keys.flatMap(([, a, b]) => [a, b]));
	const shard = {
		sites: Uint32Array.of(0),
		siteStarts: Uint32Array.of(0, keys.length),
		skeletonLo: Uint32Array.from(keys, ([skeleton]) => skeleton),
		skeletonHi: new Uint32Array(keys.length),
		held: new Uint8Array(keys.length),
		partStarts: Uint32Array.from({ length: keys.length + 1 }, (_, key) => 2 * key),
		partNames: Uint32Array.from(values, (_, part) => nameOf(part % 2 === 0 ? A : B)),
		partLo: values,
		partHi: values,
	};
	new HoldOut(share, features.names, Float64Array.of(siteKeys), new LearnMemory("wasm")).mark(shard as unknown as Shard);
	return [...shard.held];
}

/** The different marks of the keys with each value. */
function marksBy(values: readonly number[], held: readonly number[]): number {
	return Math.max(...[...new Set(values)].map((value) => new Set(held.filter((_, key) => values[key] === value)).size));
}

describe("3.10: pages are held out", () => {
	it("by the hash of the skeleton: all URLs of a page, or none", () => {
		const keys = Array.from({ length: 4000 }, (_, key) => [key >> 1, key, key] as const);
		for (const share of [0.1, 0.2, 0.5]) {
			const held = marks(keys, share);
			expect(
				marksBy(
					keys.map(([skeleton]) => skeleton),
					held,
				),
			).toBe(1);
			expect(Math.abs(held.filter((mark) => mark === 1).length / 4000 - share)).toBeLessThan(0.03);
		}
		expect(marks(keys, 0)).not.toContain(1);
		expect(marks(keys, 1)).not.toContain(0);
	});

	it("by the value of a parameter, wherever in the shard the key is", () => {
		const values = Array.from({ length: 201 }, (_, key) => key + 1);
		const markOf = (first: number) => {
			const rotated = [...values.slice(first), ...values.slice(0, first)];
			const held = marks(rotated.map((value) => [7, value, 0] as const));
			return values.map((value) => held[rotated.indexOf(value)]);
		};
		for (let first = 1; first <= 10; ++first) expect(markOf(first)).toEqual(markOf(0));
	});

	it.each<[string, number, number, boolean]>([
		["of 201 keys that are all of its site", 201, 201, true],
		["of 200 keys", 200, 200, false],
		["of 201 of 4,019 keys, more than 5 %", 201, 4019, true],
		["of 201 of 4,020 keys, 5 %", 201, 4020, false],
	])("by the value of a parameter, too, on a page %s", (_, count, siteKeys, isSplit) => {
		const held = marks(
			Array.from({ length: count }, (_, key) => [1, key % 50, 0]),
			0.5,
			siteKeys,
		);
		expect(new Set(held).size).toBe(isSplit ? 2 : 1);
	});

	it("by the parameter that has most values, or the first of them in octet order", () => {
		const keys = (a: number, b: number) =>
			Array.from({ length: 600 }, (_, key): [number, number, number] => [1, key % a, (key * 7) % b]);
		const by = (all: readonly (readonly [number, number, number])[]) => {
			const held = marks(all);
			return [1, 2].map(
				(column) =>
					marksBy(
						all.map((key) => key[column] as number),
						held,
					) === 1,
			);
		};
		expect(by(keys(40, 41))).toEqual([false, true]);
		expect(by(keys(41, 40))).toEqual([true, false]);
		expect(by(keys(40, 39).map(([page, a, b]) => [page, a, b === 38 ? 39 : b]))).toEqual([true, false]);
		// As many values of each.
		expect(by(keys(40, 80).map(([page, a, b]) => [page, a, b >> 1]))).toEqual([true, false]);
	});

	it("and rules are tested there again: agreement, that of pages with themselves, and their quotient", async () => {
		const rows = Array.from({ length: 2000 }, (_, row): TestRow => {
			const page = row >> 2;
			return { url: `https://a.com/${page}${row % 2 ? "?p=1" : ""}`, digests: [row % 40 < 2 ? `${row}` : `page ${page}`] };
		});
		const { evidence } = await learn(batchesOf(rows));
		const { agreement, control, quotient } = evidence.heldOut;
		expect(control).toBeCloseTo(1 - evidence.controls.changed / evidence.controls.keys, 3);
		expect(quotient).toBeCloseTo(agreement / control, 3);
		expect(agreement).toBeLessThanOrEqual(1);
		expect(evidence.rules[0]?.heldOut?.agree).toBeGreaterThan(50);
	});
});

/** Pages with and without a parameter: so many agree, are contrary, and are proven so. */
function trials(host: string, agree: number, contrary: number, proven = 0): TestRow[] {
	const page = (number: number, query: string, digest: string): TestRow => ({
		url: `https://${host}/${number}${query}`,
		digests: [`${host} ${number} ${digest}`],
	});
	return Array.from({ length: agree + contrary }, (_, number) => {
		const isContrary = number >= agree;
		const rows = [page(number, "", ""), page(number, "?p=1", isContrary ? "other" : "")];
		return number < agree + contrary - proven ? rows : [...rows, page(number, "?p=2", "")];
	}).flat();
}

/** The disagreement that noise alone explains, of a rule that holds up to 2 %. */
const expected = (noise: number) => Number((1 - 0.98 * (1 - noise)).toPrecision(4));

describe("3.11: where few URLs were fetched twice, noise is", () => {
	const ruleOf = async (rows: readonly TestRow[]) => {
		const { evidence } = await learn(batchesOf(rows), { holdout: 0 });
		return [...evidence.rules, ...evidence.refused].find(({ rule }) => rule === "param:p") as RuleEvidence;
	};
	const others = (count: number, of: (host: string) => TestRow[]) =>
		Array.from({ length: count }, (_, index) => of(`other${index}.org`)).flat();

	it.each<[string, TestRow[], number]>([
		["the unproven disagreement of a rule that seems to hold", trials("a.com", 90, 10), 0.1],
		["its median over sites", [...trials("a.com", 90, 10), ...trials("b.com", 95, 5), ...trials("c.com", 96, 4)], 0.05],
		[
			"that without sites that have fewer than 20 trials",
			[...trials("a.com", 90, 10), ...others(4, (host) => trials(host, 19, 0))],
			0.1,
		],
		["that with sites that have 20", [...trials("a.com", 90, 10), ...others(4, (host) => trials(host, 20, 0))], 0],
		[
			"that without sites that agree in less than 80 %",
			[...trials("a.com", 90, 10), ...others(4, (host) => trials(host, 79, 21))],
			0.1,
		],
		[
			"that without sites where more than 2 % is proven",
			[...trials("a.com", 90, 10), ...others(4, (host) => trials(host, 97, 3, 3))],
			0.1,
		],
		["0.15 at most", trials("a.com", 82, 18), 0.15],
	])("%s", async (_, rows, noise) => {
		expect((await ruleOf(rows)).expected).toBe(expected(noise));
	});

	it("counted again on URLs as rules leave them", async () => {
		const run = async (pages: number) => {
			const rows = Array.from({ length: 3 * pages }, (_, row): TestRow => {
				const page = Math.floor(row / 3);
				return { url: `https://a.com/${page}?s=${row}`, digests: [page % 10 === 0 ? `${row}` : `page ${page}`] };
			});
			return (await learn(batchesOf(rows), { holdout: 0 })).evidence;
		};
		expect((await run(300)).controls).toEqual({ keys: 300, changed: 30 });
		expect((await run(150)).controls).toEqual({ keys: 150, changed: 15 });
	});
});

describe("3.12: candidates", () => {
	it("are in octet order, which is not that of UTF-16", () => {
		const names = new Features();
		for (const name of ["\u{1f600}", "\uff5e", "z", "a"]) names.add("param", Buffer.from(encodeURIComponent(name)));
		const labels = inOrder(new Candidates(names.names).list.slice(-4)).map(({ label }) => label);
		expect(labels).toEqual(["param:a", "param:z", "param:\uff5e", "param:\u{1f600}"]);
	});
});
