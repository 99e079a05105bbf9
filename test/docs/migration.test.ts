/** The rows of docs/guide/migration.md about normalize-url: both tools merge the two URLs of each row, and only with the option. */
import { readFileSync } from "node:fs";
import normalizeUrl, { type Options } from "normalize-url";
import { createNormalizer, type KeyRules } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";

/** normalize-url without the rules that it has by default. */
const PLAIN: Options = {
	stripWWW: false,
	stripAuthentication: false,
	stripTextFragment: false,
	removeQueryParameters: false,
	removeTrailingSlash: false,
	removeSingleSlash: false,
	sortQueryParameters: false,
};

const ROW = /^\| `(\{.*\})` \| `(\{.*\})` \| `(http\S+)` `(http\S+)` \|$/gm;
const rows = [...readFileSync("docs/guide/migration.md", "utf8").matchAll(ROW)].map(
	([, option = "", key = "", first = "", second = ""]) => ({
		option,
		key,
		first,
		second,
	}),
);

const keyBy = (key: KeyRules) => createNormalizer({ policy: { base: "whatwg", key } });

it("all rows are read", () => {
	expect(rows.length).toBe(14);
});

describe.each(rows)("$first and $second", ({ option, key, first, second }) => {
	it(`are one under ${option}`, () => {
		const options = { ...PLAIN, ...(JSON.parse(option) as Options) };
		expect(normalizeUrl(first, options)).toBe(normalizeUrl(second, options));
		// Rules without an option are always on.
		if (option !== "{}") expect(normalizeUrl(first, PLAIN)).not.toBe(normalizeUrl(second, PLAIN));
	});

	it(`are one under ${key}, and two without`, () => {
		expect(keyBy(JSON.parse(key)).equivalent(first, second)).toBe(true);
		expect(keyBy({}).equivalent(first, second)).toBe(false);
	});
});

it("by default, normalize-url merges queries that are not UTF-8, and a policy does not", () => {
	const [first, second] = ["http://h/?q=%C3%C0", "http://h/?q=%C3%C1"];
	expect(normalizeUrl(first)).toBe(normalizeUrl(second));
	expect(keyBy({}).equivalent(first, second)).toBe(false);
});
