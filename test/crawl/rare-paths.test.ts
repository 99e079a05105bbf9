/** Paths of the crawl kernel that few references take: long bases, hosts at the limits of a mask, zones. */
import { expect, it } from "vitest";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { normalizerOn, outcome } from "../support/engines";

/** From `first` to `last`. */
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

describeCrawlEngines("rare paths", (engine) => {
	const whatwg = crawlNormalizerOn(engine, { profile: "whatwg@1" });
	const rfc3986 = crawlNormalizerOn(engine, { profile: "rfc3986@1" });
	const surt = crawlNormalizerOn(engine, { profile: "surt@1" });
	const policy = crawlNormalizerOn(engine, { policy: { base: "whatwg", key: { www: "drop" } } });
	const core = normalizerOn(engine);
	const isAsInCore = (reference: string) => {
		const normal = rfc3986.tryNormalize(reference);
		expect(typeof normal === "string" ? normal : `${normal.code} ${normal.component} ${normal.offset}`).toBe(
			outcome(core, reference),
		);
	};

	it("zones of IPv6 addresses are read and written as in the core", () => {
		const octets = range(0x21, 0x7e).map((code) => String.fromCharCode(code));
		for (const zone of ["%eth0", "%25eth0", ...octets.map((octet) => `%25a${octet}b`)]) {
			isAsInCore(`http://[FE80::1${zone}]/`);
		}
		expect(outcome(core, "http://[fe80::1%eth0]/")).toBe("http://[fe80::1%25eth0]/");
	});

	it.each([100, 400, 1000, 5000, 70_000])("a base of %i octets is longer than the reference resolved against it", (length) => {
		const base = `http://h/${"a".repeat(length)}/b`;
		for (const reference of ["x", "\tx?\ty", "?\u00e9\n", "#\tz", "..\\x\t", "/\tx", "\t"]) {
			expect(whatwg.resolve(reference, base)).toBe(new URL(reference, base).href);
			expect(policy.resolve(reference, base)).toBe(new URL(reference, base).href);
		}
	});

	it("surt@1 reverses labels of hosts around 64 octets, wherever the first dot is", () => {
		for (const length of range(60, 66)) {
			for (const first of range(1, 8)) {
				const labels = ["b".repeat(first), "c".repeat(length - first - 1)];
				expect(surt.key(`http://${labels.join(".")}/`)).toBe(`${labels.toReversed().join(",")})/`);
			}
		}
	});

	it("whatwg@1 reads the last label of a host as a number, wherever it begins", () => {
		for (const length of range(1, 60)) {
			expect(whatwg.tryNormalize(`http://${"a".repeat(length)}.0x1/`)).toBeInstanceOf(Error);
			expect(whatwg.normalize(`http://${"a".repeat(length)}.x01/`)).toBe(`http://${"a".repeat(length)}.x01/`);
		}
	});

	it.each(["w3lib@1", "safe-browsing@1"] as const)("%s writes the path / once, whatever the length of the host", (profile) => {
		const normalizer = crawlNormalizerOn(engine, { profile });
		for (const length of range(1, 100)) {
			const host = `http://${"a".repeat(length)}`;
			for (const reference of [host, `${host}/`]) expect(normalizer.normalize(reference)).toBe(`${host}/`);
		}
	});

	it("a host ends at a delimiter, wherever that is", () => {
		for (const length of range(1, 100)) {
			const start = `http://${"a".repeat(length)}`;
			for (const normalizer of [whatwg, rfc3986, core]) {
				expect(normalizer.normalize(`${start}:80/b`)).toBe(`${start}/b`);
				expect(normalizer.normalize(`${start}?b`)).toBe(`${start}/?b`);
			}
		}
	});
});

// The octets of an earlier URL after the end of the next one change nothing.
it("takes no slash of an earlier URL for the second one after a scheme", () => {
	const normalizer = crawlNormalizerOn("js", { profile: "safe-browsing@1" });
	expect(normalizer.key("http://a%41b")).toBe("aab/");
	expect(() => normalizer.key("http:/\t\t\t\t\t\t")).toThrow("scheme");
});
