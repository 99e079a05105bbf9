/** Resolution under `rfc3986@1` and policies on it: the target of RFC 3986 §5.2, not normalized, as the entry `urlsieve` has it. */
import type { Normalizer } from "urlsieve";
import type { CrawlNormalizer, Policy, UriError } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { normalizerOn } from "../support/engines";

const POLICY: Policy = {
	base: "rfc3986",
	fetch: { fragment: "drop" },
	key: { www: "drop", query: { remove: ["ref"], sort: "name" }, fragment: "drop" },
};

/** The target, or the error. */
function target(by: CrawlNormalizer | Normalizer, reference: string, base: string): string | UriError {
	try {
		return by.resolve(reference, base);
	} catch (error) {
		return error as UriError;
	}
}

function targetOrCode(by: CrawlNormalizer | Normalizer, reference: string, base: string): string {
	const result = target(by, reference, base);
	return typeof result === "string" ? result : `error: ${result.code}`;
}

describeCrawlEngines("resolve under rfc3986@1 and policies on it", (engine) => {
	const core = normalizerOn(engine);
	const plain = crawlNormalizerOn(engine, { profile: "rfc3986@1" });
	const policy = crawlNormalizerOn(engine, { policy: POLICY });
	const nameless = crawlNormalizerOn(engine, { policy: { key: { www: "drop" } } });

	it("goes by its own options, whatever was normalized before", () => {
		const strict = crawlNormalizerOn(engine, { profile: "rfc3986@1", strict: true });
		const zone = "http://[fe80::1%eth0]/";
		for (const before of [plain, strict]) {
			before.tryNormalize("http://[::1%zz]/");
			expect(targetOrCode(plain, zone, "http://b/c")).toBe(zone);
			before.tryNormalize("http://[::1%zz]/");
			expect(targetOrCode(strict, zone, "http://b/c")).toBe("error: invalid-percent-encoding");
		}
	});

	it.each([
		["../g?ref=1&b&a#top", "HTTP://www.Example.com/x/y/z", "HTTP://www.Example.com/x/g?ref=1&b&a#top"],
		["%7e/./é", "http://h/a", "http://h/%7e/é"],
		["//I:80", "HTTP://h/a?b", "HTTP://I:80"],
		["g:h", "http://a/b/c/d;p?q", "g:h"],
		["../../../g", "http://a/b/c/d;p?q", "http://a/g"],
		["?y", "http://a/b/c/d;p?q", "http://a/b/c/d;p?y"],
		["", "http://a/b/c/d;p?q", "http://a/b/c/d;p?q"],
	])("returns the target of %s, and leaves it as it is", (reference, base, expected) => {
		for (const by of [core, plain, policy, nameless]) expect(by.resolve(reference, base)).toBe(expected);
	});

	it("takes long bases, and refuses a reference that is too long", () => {
		const base = `http://h/${"a/".repeat(100_000)}`;
		expect(policy.resolve("../b", base) === `${base.slice(0, -2)}b`).toBe(true);
		const long = "a".repeat(16_777_217);
		expect(policy.tryResolve(long, base)).toMatchObject({ code: "too-long", offset: 16_777_216 });
	});
});

describeCrawlEngines("resolve under a policy on the URL Standard", (engine) => {
	const normalizer = crawlNormalizerOn(engine, { policy: { base: "whatwg" } });

	it.each([
		["c", "foo://h/a/b", "foo://h/a/c"],
		["../%7ec", "foo://h/a/b/", "foo://h/a/~c"],
		["?q", "http://h/a", "http://h/a?q"],
	])("returns the target of %s under %s, normalized", (reference, base, expected) => {
		expect(normalizer.resolve(reference, base)).toBe(expected);
	});
});
