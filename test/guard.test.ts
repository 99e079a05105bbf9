/** The short way of the kernel: that it is taken where it may be, and nowhere else. Under every engine. */
import { expect, it } from "vitest";
import { ABSENT, Address, UNCHANGED } from "../assembly/layout";
import { Level } from "../assembly/options";
import { createKernel } from "../src/engine/select";
import { describeEngines, normalizerOn } from "./engines";

/** A start that no scan leaves in a record. */
const SENTINEL = 0x5eed;

describeEngines("guard", (engine) => {
	const kernel = createKernel(engine);
	kernel.reserve(1 << 20);
	const input = kernel.call.heapBase() + 64;
	const output = input + (1 << 18);

	/** Normalizes and says whether the long way was taken: it begins by scanning, which clears the record. */
	function takesLongWay(reference: string | Uint8Array): boolean {
		const octets = typeof reference === "string" ? new TextEncoder().encode(reference) : reference;
		kernel.octets.set(octets, input);
		kernel.words[Address.RECORD >> 2] = SENTINEL;
		kernel.words[Address.ANSWER_LENGTH >> 2] = ABSENT;
		const end = kernel.call.normalize(Level.SCHEME, input, input + octets.length, output);
		const isLong = kernel.words[Address.RECORD >> 2] !== SENTINEL;
		if (!isLong) expect(end).toBe(UNCHANGED);
		return isLong;
	}

	it("lets pass what is in normal form and looks as most references do", () => {
		for (const reference of [
			"http://example.com/",
			"https://www.example.com/a/b-c_d.html?x=1&y=~z",
			"http://h/",
			"https://h/",
			"http://1.2.3.4/a;b=c,d/@:!$&'()*+?/",
			`http://${"h".repeat(40)}/${"p/q".repeat(500)}`,
			"http://h/#",
			"http://h/a?b#c/d?e",
			"http://h/%C3%A9/%2F?%3A=%20#%25",
			`http://h/${"%C3%A9".repeat(500)}#${"a".repeat(500)}`,
		]) {
			expect([reference, takesLongWay(reference)]).toEqual([reference, false]);
		}
	});

	it("sends the long way whatever may need work", () => {
		for (const reference of [
			"",
			"http://",
			"http:///",
			"http://h",
			"http://h?",
			"http://h#",
			"http://h:80/",
			"http://u@h/",
			"http://H/",
			"HTTP://h/",
			"http://h/%41",
			"http://h/%7E",
			"http://h/%c3",
			"http://h/%C3%a9",
			"http://h/%",
			"http://h/%2",
			"http://h/%2\n",
			"http://h/%2G",
			"http://h/%24",
			"http://h/%2E",
			"http://h/#/.a",
			"http://h/#a#b",
			"http://h/#%41",
			"http://h/a b#c",
			"http://h/a 22",
			"http://h#/",
			"http://%C3%A9/",
			"http://h/./a",
			"http://h/a/..",
			"http://h/\n",
			"http://h/\nhttp://h/",
			"ftp://h/",
			"httpx://h/",
			"http:/h/",
			"//h/",
			"/",
		]) {
			expect([reference, takesLongWay(reference)]).toEqual([reference, true]);
		}
	});

	it("judges references that are longer than its window as all others", () => {
		const long = `http://h/${"a".repeat(9000)}`;
		for (const [reference, expected] of [
			[long, long],
			[`${long}/./b`, `${long}/b`],
			[`${long}%7e`, `${long}~`],
		] as const) {
			expect(normalizerOn(engine).normalize(reference)).toBe(expected);
		}
	});

	it("looks at every octet at every place of a block", () => {
		const before = "http://example.com/";
		for (let length = 0; length < 140; ++length) {
			const clean = new TextEncoder().encode(`${before}${"a".repeat(length)}`);
			expect(takesLongWay(clean)).toBe(false);
			if (length > 0) expect(takesLongWay(Uint8Array.from([...clean.slice(0, -1), 0x25]))).toBe(true);
		}
		for (let octet = 0; octet < 256; ++octet) {
			const isClean = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/?#]$/.test(String.fromCharCode(octet));
			for (const place of [19, 40, 63, 64, 65, 99]) {
				const reference = new TextEncoder().encode(`${before}${"a".repeat(100 - before.length)}`);
				reference[place] = octet;
				// Behind the "/" of the host, a dot would begin a segment.
				expect([octet, place, takesLongWay(reference)]).toEqual([octet, place, !isClean || (place === 19 && octet === 0x2e)]);
			}
		}
	});

	it("lets a fragment and triplets in normal form pass, wherever the block ends, and no edition decodes them", () => {
		for (let length = 0; length < 140; ++length) {
			const before = `http://example.com/${"a".repeat(length)}`;
			for (const end of ["#", "#b", "%C3%A9", "%C3%A9#%2F"]) expect(takesLongWay(before + end)).toBe(false);
			for (const end of ["##", "%C3%A9#b#", "#%c3", "%C3%A"]) expect(takesLongWay(before + end)).toBe(true);
		}
		for (let octet = 0; octet < 256; ++octet) {
			const triplet = `%${octet.toString(16).toUpperCase().padStart(2, "0")}`;
			const isKept = !/^[A-Za-z0-9\-._~!$*'(),]$/.test(String.fromCharCode(octet));
			expect([triplet, takesLongWay(`http://h/a${triplet}`)]).toEqual([triplet, !isKept]);
		}
	});

	it("looks at every octet of the host", () => {
		for (let octet = 0; octet < 256; ++octet) {
			const mayPass = /^[a-z0-9\-.~!$&'()+,;=]$/.test(String.fromCharCode(octet)) || octet === 0x2f;
			const reference = new TextEncoder().encode("https://example.com/a/b");
			reference[14] = octet;
			if (!mayPass) expect([octet, takesLongWay(reference)]).toEqual([octet, true]);
		}
	});

	it("finds the end of hosts of every length, wherever the line stands", () => {
		const normalizer = normalizerOn(engine);
		for (let length = 1; length < 90; ++length) {
			const host = "h".repeat(length);
			const filler = "http://example.com/\n".repeat(length % 7);
			const input = `${filler}http://${host}\nhttp://a/${"b".repeat(length)}/\nhttps://${host}/\nhttps://${host}\n`;
			const expected = `${filler}http://${host}/\nhttp://a/${"b".repeat(length)}/\nhttps://${host}/\nhttps://${host}/\n`;
			expect(new TextDecoder().decode(normalizer.normalizeLines(new TextEncoder().encode(input)).lines)).toBe(expected);
		}
	});

	it("copies runs of clean lines without scanning them", () => {
		const lines = new TextEncoder().encode("http://example.com/a\nhttps://example.com/b?c=d\n".repeat(300));
		kernel.octets.set(lines, input);
		const cursor = Address.CURSOR >> 2;
		kernel.words.set([output + (1 << 17), 1000, output + (1 << 17) + 8000, 10], cursor + 7);
		kernel.words[Address.RECORD >> 2] = SENTINEL;
		const status = kernel.call.normalizeLines(Level.SCHEME, input, input + lines.length, output, output + (1 << 17));
		expect(status).toBe(0);
		expect(kernel.words[cursor + 2]).toBe(600);
		expect(kernel.words[Address.RECORD >> 2]).toBe(SENTINEL);
		expect(kernel.octets.slice(output, output + lines.length)).toEqual(lines);
	});
});
