/** Fingerprints of many references: those of a set, for the keys of any normalizer. */
import { readFileSync } from "node:fs";
import { createNormalizer, fingerprintAll, SeenSet } from "urlsieve";
import { createNormalizer as createCrawlNormalizer } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { ENGINES } from "../support/engines";

const key = Uint8Array.from({ length: 16 }, (_, index) => index);
const set = new SeenSet({ key });
const SHARED: string[] = JSON.parse(readFileSync(new URL("../support/fingerprint-references.json", import.meta.url), "utf8"));
/** Six lines are hashed at a time, and lines from 1,024 octets on by themselves. */
const LENGTHS = [1014, 1015, 1016, 1017, 1022, 1023, 1024, 1025, 1031, 1032, 2048, 65_535, 65_536, 70_000, 300_000];
const LONG = LENGTHS.map((length) => `http://h/${"a".repeat(length - 9)}`);
const REFERENCES = [...SHARED, ...LONG, ...LONG.toReversed(), ...LONG];

/** Result of a SeenSet: hexadecimal digits, or the code of the error. */
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
	it.each(ENGINES)("returns the fingerprints of a SeenSet, independently of the rest of the batch, on %s", (engine) => {
		const normalizer = createNormalizer({ engine });
		expect(fingerprinted(REFERENCES, { normalizer })).toEqual(REFERENCES.map(expected));
		for (const reference of [...SHARED, ...LONG])
			expect(fingerprinted([reference], { normalizer })).toEqual([expected(reference)]);
		const many = Array.from({ length: 20_000 }, (_, index) => `http://h/${index}${"/".repeat((index * 37) % 301)}`);
		expect(fingerprinted(many, { normalizer })).toEqual(many.map(expected));
		expect(fingerprinted([], { normalizer })).toEqual([]);
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
