/** What the errors of profiles say, where the core has no sentence or another one. */

import { createNormalizer, UriError } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";

const normalizer = createNormalizer({ profile: "whatwg@1" });

describe("an error of a profile", () => {
	it.each([
		["invalid-domain", "http://a.1/", undefined, "The host is neither a valid domain nor an IPv4 address"],
		["invalid-host", "a://b<c/", undefined, "This character is not allowed in a host"],
		["invalid-port", "http://a:65536/", undefined, "The port is not a number from 0 to 65535"],
		["invalid-ip-literal", "http://[::g]/", undefined, "The host in square brackets is not an IPv6 address"],
		["empty-host", "http:///", undefined, "The URL needs a host"],
		["relative-reference", "a/b", undefined, "A relative reference needs a base"],
		["base-not-absolute", "a/b", "c/d", "The base is not a valid absolute URL"],
	])("says %s in one sentence", (code, reference, base, sentence) => {
		const error = attempt(() => (base === undefined ? normalizer.normalize(reference) : normalizer.resolve(reference, base)));
		expect(error).toBeInstanceOf(UriError);
		expect([(error as UriError).code, (error as UriError).message.startsWith(sentence)]).toEqual([code, true]);
	});
});

function attempt(run: () => unknown): unknown {
	try {
		return run();
	} catch (error) {
		return error;
	}
}
