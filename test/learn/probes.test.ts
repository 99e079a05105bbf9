/** Probes of structural rules: the first URL of a pair is of the rows, the second is the same in the other of the two forms. */
import { learn } from "urlsieve/learn";
import { describe, expect, it } from "vitest";
import { batchesOf } from "../support/row-batches";

const PAGES = Array.from({ length: 60 }, (_, page) => page);

/** Two forms of the URL of a page, which a rule makes the same. */
const FORMS: readonly (readonly [rule: string, one: (page: number) => string, other: (page: number) => string])[] = [
	["scheme", (page) => `https://a.com/${page}`, (page) => `http://a.com/${page}`],
	["www", (page) => `https://u@a.com/${page}`, (page) => `https://u@www.a.com/${page}`],
	["slashes", (page) => `https://a.com/x/${page}`, (page) => `https://a.com/x//${page}`],
	["trailingSlash", (page) => `https://a.com/${page}?q#f`, (page) => `https://a.com/${page}/?q#f`],
	["pathCase", (page) => `https://a.com/%c3%a9/a${page}`, (page) => `https://a.com/%c3%a9/A${page}`],
	["emptyValue", (page) => `https://a.com/${page}?a=1&b`, (page) => `https://a.com/${page}?a=1&b=`],
	["index:index.html", (page) => `https://a.com/${page}/`, (page) => `https://a.com/${page}/index.html`],
	["pathParam:p", (page) => `https://a.com/${page}`, (page) => `https://a.com/${page};p=7`],
];

describe.each(FORMS)("probes of %s", (rule, one, other) => {
	const rowsOf = (...forms: readonly ((page: number) => string)[]) =>
		PAGES.flatMap((page) => forms.map((form) => ({ url: form(page), digests: [`${page}`] })));

	it.each([
		["one form", one, other],
		["the other form", other, one],
	])("have a URL of the rows in %s first, and then the same page in the other one", async (_, here, there) => {
		const { evidence } = await learn(batchesOf(rowsOf(one, other)), { holdout: 0 });
		expect(evidence.rules[0]?.rule).toBe(rule);
		const { probes } = await learn(batchesOf(rowsOf(here)), { holdout: 0, previous: evidence, probes: 5 });
		const pairs = new Map(PAGES.map((page) => [here(page), there(page)]));
		expect(probes.map(({ rule, pair: [a, b] }) => [rule, pairs.get(a) === b || [a, b]])).toEqual(Array(5).fill([rule, true]));
	});
});
