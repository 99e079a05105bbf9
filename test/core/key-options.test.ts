/** Options of sets, parts and fingerprints: which are refused, and what the errors say. */

import { createNormalizer, fingerprintAll, partitionLines, SeenSet } from "urlsieve";
import { createNormalizer as createCrawler } from "urlsieve/crawl";
import { expect, it } from "vitest";

it("says which options of sets and fingerprints are refused", () => {
	const said = (message: string) => expect.objectContaining({ code: "invalid-option", message });
	const crawler = createCrawler({ profile: "crawl@1" });
	const observing = 'The option "byObserved" needs a normalizer of "urlsieve", which observes references.';
	expect(() => new SeenSet({ normalizer: crawler as never, byObserved: true })).toThrow(said(observing));
	expect(new SeenSet({ normalizer: crawler as never, byObserved: false }).size).toBe(0);
	expect(new SeenSet({ normalizer: createNormalizer(), byObserved: true }).size).toBe(0);
	const required = 'The option "key" is required: 16 bytes.';
	expect(() => fingerprintAll(["a"], {} as never)).toThrow(said(required));
	expect(() => partitionLines(new Uint8Array(), { parts: 1 } as never)).toThrow(said(required));
	const size = "The key must be 16 bytes long, not 15.";
	expect(() => fingerprintAll(["a"], { key: new Uint8Array(15) })).toThrow(said(size));
	const wrong = 'The option "normalizer" must be what createNormalizer returns; got [object Object].';
	expect(() => fingerprintAll(["a"], { key: new Uint8Array(16), normalizer: {} as never })).toThrow(said(wrong));
	for (const parts of [0, 1025, 1.5]) {
		const message = `The option "parts" must be an integer from 1 to 1024, not ${parts}.`;
		expect(() => partitionLines(new Uint8Array(), { parts, key: new Uint8Array(16) })).toThrow(said(message));
	}
	const invalid = 'The option "invalid" must be keep, drop or fail for parts, not blank.';
	const blank = createNormalizer({ invalid: "blank" });
	expect(() => partitionLines(new Uint8Array(), { parts: 1, key: new Uint8Array(16), normalizer: blank })).toThrow(said(invalid));
	const capacity = 'The option "capacity" must be a non-negative integer, not -1.';
	expect(() => new SeenSet({ capacity: -1 })).toThrow(said(capacity));
});

it("takes the least and the largest number of parts", () => {
	const key = new Uint8Array(16);
	expect(partitionLines(new TextEncoder().encode("a\n"), { parts: 1, key }).parts).toHaveLength(1);
	expect(partitionLines(new TextEncoder().encode("a\n"), { parts: 1024, key }).parts).toHaveLength(1024);
});
