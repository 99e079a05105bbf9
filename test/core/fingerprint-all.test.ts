/** Fingerprints of many references: those of a set, whatever normalizer makes the keys. */
import { readFileSync } from "node:fs";
import { createNormalizer, fingerprintAll, SeenSet } from "urlsieve";
import { createNormalizer as createCrawlNormalizer } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";

const key = Uint8Array.from({ length: 16 }, (_, index) => index);
const set = new SeenSet({ key });
const SHARED: string[] = JSON.parse(readFileSync(new URL("../support/fingerprint-references.json", import.meta.url), "utf8"));
const REFERENCES = [...SHARED, `http://h/${"a".repeat(300_000)}`];

/** What a SeenSet returns: hexadecimal digits, or the code of the error. */
function expected(reference: string): string {
	try {
		return set.fingerprint(reference);
	} catch (error) {
		return (error as { code: string }).code;
	}
}

function fingerprinted(references: readonly string[], options = {}): string[] {
	const { values, errors } = fingerprintAll(references, { key, ...options });
	expect(values.length).toBe(16 * references.length);
	return references.map(
		(_, index) => errors.get(index)?.code ?? Buffer.from(values.subarray(16 * index, 16 * (index + 1))).toString("hex"),
	);
}

describe("fingerprintAll", () => {
	it("returns the fingerprints of a SeenSet, whatever else is in the batch", () => {
		expect(fingerprinted(REFERENCES)).toEqual(REFERENCES.map(expected));
		for (const reference of REFERENCES) expect(fingerprinted([reference])).toEqual([expected(reference)]);
		const many = Array.from({ length: 40_000 }, (_, index) => `http://h/${index}`);
		expect(fingerprinted(many)).toEqual(many.map(expected));
		expect(fingerprinted([])).toEqual([]);
	});

	it.each(["keep", "drop", "blank", "fail"] as const)("is the same for a normalizer with invalid: %s", (invalid) => {
		const references = ["http://[", "http://a", "http://:x/", "http://b"];
		const wanted = references.map(expected);
		expect(fingerprinted(references, { normalizer: createNormalizer({ invalid }) })).toEqual(wanted);
		expect(fingerprinted(references, { normalizer: createCrawlNormalizer({ profile: "rfc3986@1", invalid }) })).toEqual(wanted);
	});

	it("fingerprints keys under a profile", () => {
		const normalizer = createCrawlNormalizer({ profile: "crawl@1" });
		const references = ["http://h/?b&a#x", "http://a%20b/", "http://h/?utm_source=1"];
		const [first, second, third] = fingerprinted(references, { normalizer });
		expect([first, second, third]).toEqual([set.fingerprint("http://h/?a&b"), "invalid-domain", set.fingerprint("http://h/")]);
	});

	it("refuses wrong arguments", () => {
		for (const [references, options, code] of [
			[undefined, {}, "invalid-input"],
			["http://a", {}, "invalid-input"],
			[[1], {}, "invalid-input"],
			[[], { key: new Uint8Array(15) }, "invalid-option"],
			[[], { key: "key" }, "invalid-input"],
			[[], { key: undefined }, "invalid-option"],
			[[], { secret: key }, "invalid-option"],
			[[], { normalizer: {} }, "invalid-option"],
		] as const) {
			expect(() => fingerprintAll(references as never, { key, ...(options as object) })).toThrow(
				expect.objectContaining({ code }),
			);
		}
	});
});
