/** whatwg@1 state by state: one rule a title, each of the URL Standard. */

import { UriError } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { Address, Limit } from "../../assembly/layout/addresses";
import { Flag } from "../../assembly/layout/options";
import { Status } from "../../assembly/layout/status";
import { align, crawlKernels } from "../seams/kernels";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { sizeOn } from "../support/extent";

describeCrawlEngines("whatwg@1", (engine) => {
	const normalizer = crawlNormalizerOn(engine, { profile: "whatwg@1" });

	it("throws the error that tryNormalize returns", () => {
		expect(() => normalizer.normalize("//h")).toThrow(UriError);
		expect(() => normalizer.resolve("a", "b")).toThrow("The base is not a valid absolute URL");
	});

	it("refuses a base without a scheme that a host hands to the kernel", () => {
		const kernel = crawlKernels.create(engine);
		const start = align(kernel.call.heapBase());
		kernel.reserve(start + 256);
		const statusOf = (base: string) => {
			kernel.octets.set(Buffer.from(base), start);
			return kernel.call.setBase(0, start, start + base.length);
		};
		expect(["//h/a", "a/b", "", "http://h/a"].map(statusOf)).toEqual([...Array(3).fill(-Status.BASE_NOT_ABSOLUTE), Status.OK]);
	});

	it("refuses an empty reference against an opaque path, whatever follows it in memory", () => {
		const kernel = crawlKernels.create(engine);
		const base = align(kernel.call.heapBase());
		const start = base + 256;
		const output = start + 256;
		kernel.reserve(output + 4096);
		kernel.octets.set(Buffer.from("mailto:a"), base);
		kernel.octets.set(Buffer.from("#g"), start);
		expect(kernel.call.setBase(0, base, base + "mailto:a".length)).toBe(Status.OK);
		expect(kernel.call.both(Flag.RESOLVE, start, start, output)).toBe(-Status.RELATIVE_REFERENCE);
		expect(kernel.call.both(Flag.RESOLVE, start, start + "#g".length, output)).toBeGreaterThan(output);
	});

	it("replaces ill-formed octets of lines as decoders of UTF-8 do", () => {
		const leads = [0x80, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf5];
		const seconds = [0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0];
		const paths = leads.flatMap((lead) => seconds.map((second) => Uint8Array.of(lead, second, 0x80, 0x80, 0x78)));
		const lines = Buffer.concat(paths.flatMap((path) => [Buffer.from("http://h/"), path, Buffer.from("\n")]));
		const expected = paths.map((path) => new URL(`http://h/${new TextDecoder().decode(path)}`).href);
		expect(Buffer.from(normalizer.normalizeLines(lines).lines).toString().split("\n").slice(0, -1)).toEqual(expected);
	});

	it("rejects a host beyond ASCII as profile-cannot when idna is false, and asks nobody", () => {
		const without = crawlNormalizerOn(engine, { profile: "whatwg@1", idna: false });
		expect(without.tryNormalize("http://\u00e9/")).toMatchObject({ code: "profile-cannot", component: "host" });
		expect(without.normalize("http://XN--A/")).toBe("http://xn--a/");
	});

	it("checks the result of an idna function", () => {
		const by = (answer: string | undefined) =>
			crawlNormalizerOn(engine, { profile: "whatwg@1", idna: () => answer }).tryNormalize("http://\u00e9/");
		expect(by("A.b")).toBe("http://a.b/");
		expect(by("0x10")).toBe("http://0.0.0.16/");
		for (const answer of ["", undefined, "a/b", "a b", "\u00e9", "1.2.3.4.5"]) {
			expect(by(answer)).toMatchObject({ code: "invalid-domain" });
		}
	});

	it("takes a host whose A-labels have up to 16,384 octets", () => {
		const host = `b\u00fccher.${"a".repeat(60)}.${"b.".repeat(8153)}com`;
		expect(normalizer.normalize(`http://${host}/`)).toBe(new URL(`http://${host}/`).href);
		expect(normalizer.normalize(`http://${host}/`)).toHaveLength("http:///".length + 16_384);
		expect(normalizer.tryNormalize(`http://${host}a/`)).toMatchObject({ code: "invalid-domain", component: "host" });
		const long = "a".repeat(100_000);
		expect(normalizer.normalize(`http://${long}/`)).toBe(`http://${long}/`);
	});

	it("takes 16,777,216 octets, and no more", () => {
		const longest = `http://h/${"a".repeat(16777216 - 9)}`;
		expect(normalizer.normalize(longest) === longest).toBe(true);
		expect(normalizer.tryNormalize(`${longest}a`)).toMatchObject({ code: "too-long" });
		const kernel = crawlKernels.create(engine);
		const start = kernel.call.heapBase();
		expect(kernel.call.normalize(0, start, start + Limit.REFERENCE + 1, start)).toBe(-Status.TOO_LONG);
		expect(kernel.words[Address.FAILURE_AT >> 2]).toBe(start + Limit.REFERENCE);
	});

	it.each(["/../", "%2e", ".", "@", ":", "[", "\ud800", "\u0338", "\\", "C|/", "\t"])(
		"normalizes up to 200,000 times %j in linear time",
		(piece) => {
			const count = sizeOn(engine, 200_000, 25_000);
			for (const start of ["http://h/", "http://", "file:///", "foo:", ""]) {
				expect(() => normalizer.tryNormalize(start + piece.repeat(count))).not.toThrow();
			}
		},
	);
});
