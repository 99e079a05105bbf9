/** Sets of pages by the keys of profiles and policies, and their snapshots, on every engine. */
import { createNormalizer, type ProfileId, readList, SeenSet, type SeenSetOptions, type UriError } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { crawlNormalizerOn } from "../support/crawl-engines";
import { ENGINES } from "../support/engines";

const encoder = new TextEncoder();
const text = (octets: Uint8Array) => new TextDecoder().decode(octets);
const KEY = Uint8Array.from({ length: 16 }, (_, index) => index);

/** Strings with all that lines and strings treat differently, or that the fast paths leave to others. */
const REFERENCES = [
	..."http://a/?b&a http://A/?a&b#top http://a/?utm_source=x&a&b http://a/\r http://a/\n?c \ufeffhttp://a/".split(" "),
	..."http://\ud800/ http://b/\ud800 http://b/%EF%BF%BD http://b/\ufffd http://b%C3%BCcher.example/".split(" "),
	..."http://bücher.example/ http://xn--bcher-kva.example/ http://[1]/ mailto:a@b http://0x7f.1/ http://127.0.0.1/".split(" "),
	"",
	" ",
	`http://c/${"x".repeat(40_000)}`,
	`http://c/${"x".repeat(40_000)}#a`,
];

async function collect(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

function streamOf(octets: Uint8Array, size = octets.length): ReadableStream<Uint8Array> {
	let at = 0;
	return new ReadableStream({
		pull(controller) {
			if (at >= octets.length) return controller.close();
			controller.enqueue(octets.subarray(at, at + size));
			at += size;
		},
	});
}

/** The expected results of a set, by an array of keys. */
function expectedOf(references: readonly string[], keyOf: (reference: string) => string | UriError): (boolean | string)[] {
	const known = new Set<string>();
	return references.map((reference) => {
		const key = keyOf(reference);
		if (typeof key !== "string") return key.code;
		const isNew = !known.has(key);
		known.add(key);
		return isNew;
	});
}

const codesOf = (results: readonly (boolean | UriError)[]) =>
	results.map((result) => (result === true || result === false ? result : result.code));

describe.each(ENGINES)("on %s, a set of pages", (engine) => {
	const normalizer = crawlNormalizerOn(engine, { profile: "crawl@1" });
	const set = (options: Partial<SeenSetOptions> = {}) => new SeenSet({ normalizer, key: KEY, ...options });

	it.each<ProfileId>(["whatwg@1", "crawl@1", "surt@1", "surt-java@1", "w3lib@1", "crawlee@1", "safe-browsing@1"])(
		"goes by the keys of %s, one by one and in batches",
		(profile) => {
			const byProfile = crawlNormalizerOn(engine, { profile });
			const expected = expectedOf(REFERENCES, (reference) => byProfile.tryKey(reference));
			const [one, all] = [set({ normalizer: byProfile }), set({ normalizer: byProfile })];
			const results = REFERENCES.map((reference) => {
				try {
					return one.add(reference);
				} catch (error) {
					return error as UriError;
				}
			});
			expect(codesOf(results)).toEqual(expected);
			expect(codesOf(all.addAll(REFERENCES))).toEqual(expected);
			const count = expected.filter((isNew) => isNew === true).length;
			expect([one.size, all.size]).toEqual([count, count]);
			for (const reference of REFERENCES) {
				if (typeof byProfile.tryKey(reference) !== "string") continue;
				expect([reference, one.has(reference), all.has(reference)]).toEqual([reference, true, true]);
				expect(one.fingerprint(reference)).toBe(all.fingerprint(reference));
			}
		},
	);

	it("adds lines and returns the URLs to fetch of new pages", () => {
		const seen = set();
		seen.add("http://known/");
		const { fresh, ...counts } = seen.addLines(
			encoder.encode("HTTP://a/?b&a#x\r\nhttp://a/?a&b\nhttp://[1]\nhttp://known/#y\nhttp://b"),
		);
		expect(text(fresh)).toBe("http://a/?b&a\nhttp://[1]\nhttp://b/\n");
		expect(counts).toMatchObject({ added: 2, duplicates: 2, rejects: [{ line: 3 }] });
		expect(seen.size).toBe(3);
		expect(seen.add("http://b/#z")).toBe(false);
	});
});

describe("the options of a set of pages", () => {
	it("take a policy with lists, whose identity sets are bound to", async () => {
		const list = readList("urlsieve-list", encoder.encode('{"format":"urlsieve-list@1","name":"mine","params":["ref"]}'));
		const policy = { base: "whatwg", key: { query: { lists: ["mine"] } } } as const;
		const normalizer = createNormalizer({ policy, lists: [list] });
		const seen = new SeenSet({ normalizer });
		expect(seen.addAll(["http://h/?ref=1&a", "http://h/?a&ref=2", "http://h/?a&utm_id=2"])).toEqual([true, false, true]);
		const octets = await collect(seen.save());
		expect((await SeenSet.load(streamOf(octets), { normalizer: createNormalizer({ policy, lists: [list] }) })).size).toBe(2);
		const without = createNormalizer({ policy: { base: "whatwg" } });
		await expect(SeenSet.load(streamOf(octets), { normalizer: without })).rejects.toMatchObject({
			code: "profile-mismatch",
			message: expect.stringMatching(
				/^The set has keys of a policy whose name a snapshot does not keep \([0-9a-f]{12}…\).*, not of a policy without a name \([0-9a-f]{12}…\)\.$/,
			),
		});
	});
});
