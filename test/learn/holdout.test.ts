/** Pages held out, and noise where nobody was fetched twice: sections 3.10 and 3.11 of the specification of `learn`. */

import { learn, type RuleEvidence } from "urlsieve/learn";
import { describe, expect, it } from "vitest";
import { batchesOf, type TestRow } from "../support/row-batches";

it("3.10: rules are tested again on pages held out: agreement, that of pages with themselves, and their quotient", async () => {
	const rows = Array.from({ length: 2000 }, (_, row): TestRow => {
		const page = row >> 2;
		return { url: `https://a.com/${page}${row % 2 ? "?p=1" : ""}`, digests: [row % 40 < 2 ? `${row}` : `page ${page}`] };
	});
	const { evidence } = await learn(batchesOf(rows));
	const { agreement, control, quotient } = evidence.heldOut as { agreement: number; control: number; quotient: number };
	expect(control).toBeCloseTo(1 - evidence.controls.changed / evidence.controls.keys, 3);
	expect(quotient).toBeCloseTo(agreement / control, 3);
	expect(agreement).toBeLessThanOrEqual(1);
	expect(evidence.rules[0]?.heldOut?.agree).toBeGreaterThan(50);
});

/** Pages with and without a parameter: numbers that agree, are contrary, and are proven so. */
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

/** The disagreement that noise by itself explains, of a rule that holds up to 2 %. */
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

	it("not reported of URLs that a rule merges, and nobody fetched twice", async () => {
		const rows = Array.from({ length: 900 }, (_, row): TestRow => {
			const page = Math.floor(row / 3);
			return { url: `https://a.com/${page}?s=${row}`, digests: [page % 10 === 0 ? `${row}` : `page ${page}`] };
		});
		expect((await learn(batchesOf(rows), { holdout: 0 })).evidence.controls).toEqual({ keys: 0, changed: 0 });
	});
});
