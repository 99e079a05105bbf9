/** Foreign vectors for profiles, from a folder beside the repository. Every row must agree, except hosts beyond ASCII. */
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Engine } from "urlsieve";
import { type CrawlNormalizer, type Policy, type ReadList, readList, UriError } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { everyNth, rowsOn } from "../support/extent";
import { deviation } from "../support/platform-url";

const VECTORS = new URL("../../../shared/vectors/", import.meta.url);
const isThere = existsSync(VECTORS);
if (!isThere) console.log(`No vectors at ${VECTORS.pathname}: the rows of profiles are left out.`);

/** Rows by file, as the titles of the tests print them: `--reporter verbose`. */
const ROWS = {
	whatwg: 19462,
	whatwgIdna: 1430,
	urltestdata: 891,
	crawl: 15135,
	policies: 321,
	lists: 25,
	wrongLists: 11,
} as const;

interface ListOfRow {
	readonly id: string;
	readonly format: "removeparam" | "clearurls" | "urlsieve";
	readonly text: string;
	readonly strict?: boolean;
}

interface Row {
	readonly fetch?: string;
	readonly print?: "key" | "fetch";
	readonly profile: "whatwg@1" | "crawl@1" | "custom";
	readonly options?: { readonly policy?: Policy; readonly lists?: readonly ListOfRow[] };
	readonly code?: string;
	readonly line?: number;
	readonly input: string;
	readonly base?: string;
	readonly expected?: string;
	readonly error?: string | true;
	readonly host?: "idna";
}

function rowsOf(name: string): Row[] {
	const text = gunzipSync(readFileSync(new URL(`crawl/${name}.jsonl.gz`, VECTORS))).toString();
	return text
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
}

/** The result of a profile for a row, or `error`. */
function answer(normalizer: CrawlNormalizer, { input, base }: Row): string {
	const result = base === undefined ? normalizer.tryNormalize(input) : normalizer.tryResolve(input, base);
	return result instanceof UriError ? "error" : result;
}

describe.runIf(isThere)("whatwg@1", () => {
	describeCrawlEngines("rows", (engine) => {
		const normalizer = crawlNormalizerOn(engine, { profile: "whatwg@1" });

		it(`agrees with all ${ROWS.whatwg} rows whose host does not depend on tables of Unicode`, () => {
			const rows = rowsOf("whatwg").filter(({ host }) => host !== "idna");
			const wrong = rows.filter((row) => answer(normalizer, row) !== (row.error ? "error" : row.expected));
			expect(rows.length).toBe(ROWS.whatwg);
			expect(wrong.slice(0, 10).map((row) => [row, answer(normalizer, row)])).toEqual([]);
		});

		it(`agrees with the running platform on ${ROWS.whatwgIdna} hosts beyond ASCII, where its URL follows the Standard otherwise`, () => {
			const rows = rowsOf("whatwg").filter(({ host }) => host === "idna");
			const wrong = rows.filter((row) => deviation(row.input, row.base, answer(normalizer, row)) === "unexplained");
			expect(rows.length).toBe(ROWS.whatwgIdna);
			expect(wrong.slice(0, 10).map((row) => [row, answer(normalizer, row)])).toEqual([]);
		});

		it(`agrees with all ${ROWS.urltestdata} rows of urltestdata that have no host beyond ASCII`, () => {
			const text = readFileSync(new URL("whatwg/urltestdata_classified.jsonl", VECTORS), "utf8");
			const rows = text
				.trim()
				.split("\n")
				.map((line) => JSON.parse(line) as { input: string; base: string | null; href: string | null; failure: boolean });
			const wrong = rows.filter((row) => {
				const result = answer(normalizer, {
					input: row.input,
					profile: "whatwg@1",
					...(row.base !== null && { base: row.base }),
				});
				return result !== (row.failure ? "error" : row.href);
			});
			expect(rows.length).toBe(ROWS.urltestdata);
			expect(wrong.slice(0, 10)).toEqual([]);
		});

		it("agrees with every ASCII row of toascii", () => {
			const rows = JSON.parse(readFileSync(new URL("whatwg/toascii.json", VECTORS), "utf8")) as (
				| string
				| { input: string; output: string | null }
			)[];
			const ascii = rows.filter((row) => typeof row !== "string" && !/[^\0-\x7f]/.test(row.input) && row.input !== "") as {
				input: string;
				output: string | null;
			}[];
			const wrong = ascii.filter(({ input, output }) => {
				const expected = output === null ? "error" : `https://${output}/x`;
				return answer(normalizer, { input: `https://${input}/x`, profile: "whatwg@1" }) !== expected;
			});
			expect(ascii.length).toBeGreaterThan(10);
			expect(wrong).toEqual([]);
		});
	});
});

/** The two forms of a row, or `error`. */
function forms(normalizer: CrawlNormalizer, { input }: Row): { fetch: string; key: string } | "error" {
	try {
		return normalizer.both(input);
	} catch (error) {
		if (error instanceof UriError) return "error";
		throw error;
	}
}

describe.runIf(isThere)("crawl@1", () => {
	describeCrawlEngines("rows", (engine) => {
		it(`agrees with all ${ROWS.crawl} rows whose host does not depend on tables of Unicode, in both forms`, () => {
			const normalizer = crawlNormalizerOn(engine, { profile: "crawl@1" });
			const rows = rowsOf("crawl").filter(({ host }) => host !== "idna");
			const wrong = rows.filter((row) => {
				const both = forms(normalizer, row);
				return both === "error" ? !row.error : both.key !== row.expected || both.fetch !== row.fetch;
			});
			expect(rows.length).toBe(ROWS.crawl);
			expect(wrong.slice(0, 10).map((row) => [row, forms(normalizer, row)])).toEqual([]);
		});

		it(`agrees with rows of policies, some of them with lists`, () => {
			const rows = rowsOf("policy").filter(({ input }) => input !== undefined);
			const wrong = everyNth(rowsOn(engine, rows, 2), 3).flatMap((row) => {
				const answer = policyAnswer(engine, row);
				return answer === (row.error ? "error" : row.expected) ? [] : [[row, answer]];
			});
			expect(rows.length).toBe(ROWS.policies);
			expect(rows.filter(({ options }) => options?.lists !== undefined).length).toBe(ROWS.lists);
			expect(wrong).toEqual([]);
		});
	});
});

function listOf({ id, format, text, strict = false }: ListOfRow): ReadList {
	const octets = new TextEncoder().encode(text);
	return readList(format === "urlsieve" ? "urlsieve-list" : format, octets, { name: id, strict });
}

it.runIf(isThere)(`refuses all ${ROWS.wrongLists} lists that a row calls wrong, with code and line`, () => {
	const rows = rowsOf("policy").filter(({ code }) => code !== undefined);
	expect(rows.length).toBe(ROWS.wrongLists);
	for (const { options, code, line } of rows) {
		const [list] = options?.lists ?? [];
		expect(() => listOf(list as ListOfRow)).toThrow(expect.objectContaining({ name: "ListError", code, line }));
	}
});

/** The result of a row by its policy or profile, or `error`. */
function policyAnswer(engine: Engine, row: Row): string {
	const { options, profile, print, input } = row;
	const custom = { policy: options?.policy ?? {}, lists: (options?.lists ?? []).map(listOf) };
	const normalizer = crawlNormalizerOn(engine, profile === "crawl@1" ? { profile } : custom);
	const result = print === "fetch" ? normalizer.tryNormalize(input) : normalizer.tryKey(input);
	return result instanceof UriError ? "error" : result;
}
