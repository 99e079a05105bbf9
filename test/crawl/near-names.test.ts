/** Keys of references whose names, hosts or paths are almost those that a rule is about. */

import { type CrawlOptions, createNormalizer } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { ENGINES } from "../support/engines";

/** Lengths of names about those that are told apart at first. */
const LENGTHS = [30, 31, 32, 33, 64];

function removes(length: number): CrawlOptions {
	return { policy: { base: "whatwg", key: { query: { remove: ["a".repeat(length)] } } } };
}

const SESSIONS: CrawlOptions = { policy: { base: "whatwg", key: { sessions: "sessions@1" } } };
const BELOW_A_HOST: CrawlOptions = {
	policy: { base: "whatwg", key: { query: { remove: [{ name: "a", hosts: ["h.i"], exceptHosts: ["x.h.i"] }] } } },
};

/** Some of its beginnings are in the same bucket as the whole name. */
const LONG_HOST = "abcdefghijklmnop";
const onHost = (host: string): CrawlOptions => ({
	policy: { base: "whatwg", key: { query: { remove: [{ name: "a", hosts: [host] }] } } },
});
const WITHOUT_EQUALS: CrawlOptions = { policy: { base: "whatwg", key: { query: { duplicates: "drop-equal" } } } };

const ROWS: readonly (readonly [CrawlOptions, string, string])[] = [
	...LENGTHS.map((length) => [removes(length), `http://h/?${"a".repeat(length)}=1&c`, "http://h/?c"] as const),
	...LENGTHS.map((length) => {
		const kept = `http://h/?${"a".repeat(length + 1)}=1&c`;
		return [removes(length), kept, kept] as const;
	}),
	[SESSIONS, "http://h/?cfid=1&cftoken=2&c", "http://h/?c"],
	[SESSIONS, "http://h/?cfid=1&cftokem=2&c", "http://h/?cfid=1&cftokem=2&c"],
	[SESSIONS, "http://h/?cfie=1&cftoken=2&c", "http://h/?cfie=1&cftoken=2&c"],
	[BELOW_A_HOST, "http://h.i/?a", "http://h.i/"],
	[BELOW_A_HOST, "http://x.h.i/?a", "http://x.h.i/?a"],
	[BELOW_A_HOST, `http://${"y.".repeat(130)}h.i/?a`, `http://${"y.".repeat(130)}h.i/`],
	...LONG_HOST.split("").map((_, index) => {
		const kept = `http://${LONG_HOST.slice(0, index + 1)}/?a`;
		return [onHost(`${LONG_HOST}z`), kept, kept] as const;
	}),
	[onHost("w.h.example"), "http://www.h.example/?a", "http://www.h.example/?a"],
	[WITHOUT_EQUALS, "http://h/?a=&a1&a:&a=", "http://h/?a=&a1&a:"],
	[{ profile: "w3lib@1" }, "http://h/a;", "http://h/a"],
	[{ profile: "w3lib@1" }, "http://h/a;b", "http://h/a;b"],
];

describe.each(ENGINES)("keys on %s", (engine) => {
	it.each(ROWS)("%j: %s", (options, reference, key) => {
		const normalizer = createNormalizer({ ...options, engine } as CrawlOptions);
		expect(normalizer.key(reference)).toBe(key);
		expect(new TextDecoder().decode(normalizer.keyLines(new TextEncoder().encode(`${reference}\n`)).lines)).toBe(`${key}\n`);
	});
});
