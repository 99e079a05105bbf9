/** Answers about hosts beyond ASCII that are far longer than the hosts: the kernel has room for what names become, and refuses the rest. */

import type { ProfileId } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { ABSENT, Address, Limit } from "../../assembly/layout/addresses";
import { CrawlAddress, CrawlLimit } from "../../assembly/layout/crawl-addresses";
import { Profile } from "../../assembly/layout/crawl-options";
import { Status } from "../../assembly/layout/status";
import { align, crawlKernels } from "../seams/kernels";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { sizeOn } from "../support/extent";

const decoder = new TextDecoder();
const PROFILES: readonly ProfileId[] = [
	"rfc3986@1",
	"whatwg@1",
	"crawl@1",
	"surt@1",
	"surt-java@1",
	"safe-browsing@1",
	"crawlee@1",
	"w3lib@1",
];
const ANSWERS = ["\0".repeat(250), "a".repeat(250), "a.".repeat(8000), "%".repeat(300), " ".repeat(137), "é".repeat(500)];

describeCrawlEngines("an answer that is longer than its name", (engine) => {
	it("is refused for a key that has no room for all copies of it, and taken for the URL to fetch", () => {
		const idna = (host: string) => "a".repeat(9 * Buffer.byteLength(host) + 256);
		const policy = { base: "whatwg", key: { query: { sort: "name" } } } as const;
		const normalizer = crawlNormalizerOn(engine, { policy, idna });
		const reference = "http://www.www.b\u00e3cher.de/index.html?PHPSESSID=\u00e9&sid=1&a b=\u00e9&bb=";
		expect(normalizer.normalize(reference)).toHaveLength(476);
		expect(normalizer.tryKey(reference)).toMatchObject({ code: "invalid-domain", component: "host" });
	});

	it.each(PROFILES)("leaves the number of lines under %s, however long it is", (profile) => {
		const count = sizeOn(engine, 1000, 200);
		for (const answer of ANSWERS) {
			const normalizer = crawlNormalizerOn(engine, { profile, idna: () => answer });
			const lines = new TextEncoder().encode("http://é.b/\n".repeat(count));
			const keys = decoder.decode(normalizer.keyLines(lines).lines);
			expect(keys.split("\n")).toHaveLength(count + 1);
			expect(new Set(keys.trimEnd().split("\n"))).toHaveLength(1);
		}
	});

	it.each(PROFILES)("leaves the rest of the key as it is under %s, however long it is", (profile) => {
		let length = 1;
		const idna = () => Array.from({ length }, (_, at) => (at % 50 === 49 ? "." : "x")).join("");
		const normalizer = crawlNormalizerOn(engine, { profile, idna });
		const rests = new Set<string>();
		for (; length < 150; ++length) rests.add(String(normalizer.tryKey("http://b\u00fccher/%%%")).replace(/.*\//, ""));
		expect([...rests].filter((rest) => !/profile-cannot|cannot/.test(rest))).toEqual([
			expect.stringMatching(/^(?:%%%|%25%25%25)$/),
		]);
	});

	it.each(["surt@1", "w3lib@1"] as const)("is taken under %s up to the room that there is, and refused beyond", (profile) => {
		let answer = "";
		const normalizer = crawlNormalizerOn(engine, { profile, idna: () => answer });
		const room = CrawlLimit.QUOTED_GROWTH * Buffer.from("b\u00fc").length + Limit.MARGIN;
		answer = "x".repeat(room);
		expect(normalizer.key("http://b\u00fc/")).toContain(answer);
		answer += "x";
		expect(normalizer.tryKey("http://b\u00fc/")).toMatchObject({ code: "profile-cannot" });
	});

	it("is refused beyond the room for any answer, however long the name is", () => {
		const kernel = crawlKernels.create(engine);
		const name = Buffer.from(`http://${"\u00fc".repeat(CrawlLimit.ANSWER >> 2)}/`);
		const start = kernel.call.heapBase();
		const to = align(start + name.length + Limit.MARGIN);
		kernel.reserve(to + CrawlLimit.GROWTH * name.length + Limit.SLACK);
		kernel.octets.set(name, start);
		const statusFor = (length: number) => {
			kernel.words[Address.ANSWER_LENGTH >> 2] = ABSENT;
			expect(kernel.call.key(Profile.SURT, start, start + name.length, to)).toBe(-Status.NEEDS_ALABEL);
			kernel.octets.fill("x".charCodeAt(0), CrawlAddress.ANSWER, CrawlAddress.ANSWER + CrawlLimit.ANSWER);
			kernel.words[Address.ANSWER_LENGTH >> 2] = length;
			return kernel.call.key(Profile.SURT, start, start + name.length, to);
		};
		expect(statusFor(CrawlLimit.ANSWER)).toBeGreaterThan(0);
		expect(statusFor(CrawlLimit.ANSWER + 1)).toBe(-Status.PROFILE_CANNOT);
	});

	// U+337F is four characters.
	it.each(["surt@1", "w3lib@1"] as const)(
		"has the key of %s while the name is short, and no other when it is long",
		(profile) => {
			const normalizer = crawlNormalizerOn(engine, { profile });
			const key = (reference: string) => normalizer.key(reference);
			const labels = (count: number) => Array.from({ length: count }, () => "\u337f");
			const known = key(`http://${labels(5).join(".")}.b\\c/d`);
			expect(known.match(/xn--6oqv20b1zgzxr/g)).toHaveLength(5);
			for (const count of [30, 200, 500, 3000]) {
				expect(() => key(`http://${labels(count).join(".")}.b\\c/d`)).toThrow(
					expect.objectContaining({ name: "UriError", code: "profile-cannot" }),
				);
			}
		},
	);
});
