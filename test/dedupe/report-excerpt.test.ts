/** What a report shows of a line: its beginning, as text, without passwords, and its host. */
import { describe, expect, it } from "vitest";
import { beginningOf, excerptOf, hostOf, MAX_OCTETS } from "../../src/dedupe/report/excerpt";

const octets = (text: string) => Buffer.from(text, "utf8");
const latin1 = (text: string) => Buffer.from(text, "latin1");

describe("an excerpt", () => {
	it.each([
		["", ""],
		["http://h/\u00e9\u20ac\u{1f600}", "http://h/\u00e9\u20ac\u{1f600}"],
		["\ufeffhttp://h/", "\ufeffhttp://h/"],
		["mailto:a@b", "mailto:a@b"],
		["http://user@h/", "http://user@h/"],
		["http://user:secret@h/", "http://user:\u2026@h/"],
		["http://h/?a=user:secret@h", "http://h/?a=user:secret@h"],
		["http://[@", "http://[@"],
	])("of %j is %j", (line, text) => {
		expect(excerptOf(octets(line))).toEqual({ text });
	});

	it("has a lone surrogate for each octet that is not UTF-8", () => {
		expect(excerptOf(latin1("a\xff\xc3\xa9\xc3b\xe2\x82"))).toEqual({ text: "a\udcff\u00e9\udcc3b\udce2\udc82" });
		expect(excerptOf(latin1("\x80\xf0\x9f\x98\x80\xf0\x9f\x98"))).toEqual({ text: "\udc80\u{1f600}\udcf0\udc9f\udc98" });
	});

	it("hides a password among octets that are not UTF-8", () => {
		expect(excerptOf(latin1("http://u:s\xffcret@h/\xfe"))).toEqual({ text: "http://u:\u2026@h/\udcfe" });
	});

	it("is cut after 1000 octets", () => {
		expect(excerptOf(octets("a".repeat(999)))).toEqual({ text: "a".repeat(999) });
		expect(excerptOf(octets("a".repeat(1000)))).toEqual({ text: "a".repeat(1000) });
		expect(excerptOf(octets("a".repeat(1001)))).toEqual({ text: "a".repeat(1000), isCut: true });
	});

	it.each([
		["\u00e9", 2],
		["\u20ac", 3],
		["\u{1f600}", 4],
	])("is not cut within %s", (character, length) => {
		for (let inside = 0; inside <= length; ++inside) {
			const before = "a".repeat(MAX_OCTETS - inside);
			const whole = inside === length ? character : "";
			expect(excerptOf(octets(`${before}${character}b`))).toEqual({ text: before + whole, isCut: true });
		}
	});

	it("is cut within octets that only continue a character", () => {
		const { text, isCut } = excerptOf(latin1(`a${"\x80".repeat(1100)}`));
		expect([text.length, text.charCodeAt(1), isCut]).toEqual([996, 0xdc80, true]);
	});
});

describe("the beginning of a line", () => {
	it("is a copy with one octet more than is shown, so that the cut shows", () => {
		const line = new Uint8Array(2000).fill(0x61);
		const beginning = beginningOf(line);
		line.fill(0x62);
		expect(Buffer.from(beginning).toString()).toBe("a".repeat(1001));
		expect(beginningOf(octets("ab"))).toHaveLength(2);
	});
});

describe("the host of a line", () => {
	it.each([
		["http://Example.COM/", "example.com"],
		["http://u:p@H:8080/", "h"],
		["//H", "h"],
		["http:///path", undefined],
		["mailto:a@b", undefined],
		["", undefined],
		["http://[", undefined],
		[`http://h/${"a".repeat(2000)}`, "h"],
	])("of %s is %s", (line, host) => {
		expect(hostOf(octets(line))).toBe(host);
	});

	it("is read from the first 1000 octets", () => {
		expect(hostOf(octets(`http://${"h".repeat(993)}x`))).toBe("h".repeat(993));
	});

	it("has U+FFFD for each octet that is not UTF-8", () => {
		const parsed = hostOf(latin1("http://a\xffb/"));
		expect(parsed).toBe(hostOf(octets("http://a\ufffdb/")));
	});
});
