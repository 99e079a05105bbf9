/** The guard and the ways of the kernel: that each is taken where it may be, and nowhere else. Under every engine. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { ABSENT, Address, UNCHANGED } from "../assembly/layout";
import { Flag, Level } from "../assembly/options";
import { createKernel } from "../src/engine/select";
import { oracleNormalize } from "./oracle";
import { describeEngines, normalizerOn } from "./support/engines";

/** A start that no scan leaves in a record. */
const SENTINEL = 0x5eed;

/** How a reference went: the guard let it pass, or it was rewritten in one pass, or component by component. */
type Way = "guard" | "short" | "long";

/** References of http and https, full of what the kernel has to look at; one in ten has something that it leaves to the long way. */
const piece = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom("a", "bc", "/", "//", ".", "..", "/.", "/..", "/./", "/../", "?", "#", "&x=1") },
	{ weight: 4, arbitrary: fc.constantFrom("%41", "%7e", "%2e", "%2E", "%2f", "%c3%a9", "%C3%A9", "%", "%4", "%zz", "%25") },
	{ weight: 2, arbitrary: fc.constantFrom("|", " ", "\u00e9", "\\", "[", "\u0001", "~", "*", "'") },
	{ weight: 1, arbitrary: fc.constantFrom("\t", "a".repeat(60), "/b".repeat(40), "%7E".repeat(30), "d".repeat(9000)) },
);
const webReference = fc
	.record({
		scheme: fc.constantFrom("http", "https", "HTTP", "hTtPs"),
		host: fc.constantFrom(
			"h",
			"H",
			"example.com",
			"WWW.Example.com",
			"a_b*",
			"127.0.0.1",
			"h".repeat(58),
			`${"H".repeat(70)}.x`,
			"",
			"u@h",
		),
		port: fc.constantFrom("", "", ":80", ":443", ":", ":8080", ":080"),
		rest: fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
		root: fc.constantFrom("/", "/", "/", "", "?", "#"),
	})
	.map(({ scheme, host, port, root, rest }) => `${scheme}://${host}${port}${root}${rest}`);

describeEngines("guard", (engine) => {
	const kernel = createKernel(engine);
	kernel.reserve(1 << 20);
	const input = kernel.call.heapBase() + 64;
	const output = input + (1 << 18);

	/** Normalizes and says which way was taken: the long one begins by scanning, the guard writes nothing. */
	function wayOf(reference: string | Uint8Array, options: number = Level.SCHEME): Way {
		const octets = typeof reference === "string" ? new TextEncoder().encode(reference) : reference;
		kernel.octets.set(octets, input);
		kernel.octets[output] = 0;
		kernel.words[Address.RECORD >> 2] = SENTINEL;
		kernel.words[Address.ANSWER_LENGTH >> 2] = ABSENT;
		const end = kernel.call.normalize(options, input, input + octets.length, output);
		if (kernel.words[Address.RECORD >> 2] !== SENTINEL) return "long";
		if (kernel.octets[output] !== 0) return "short";
		expect(end).toBe(UNCHANGED);
		return "guard";
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
			expect([reference, wayOf(reference)]).toEqual([reference, "guard"]);
		}
	});

	it("rewrites in one pass what is of http and https, when the work is of the frequent kinds", () => {
		for (const reference of [
			"http://h",
			"http://h?",
			"http://h#",
			"http://h:80/",
			"https://h:443",
			"http://H/",
			"HTTP://h/",
			"hTTpS://h_*/",
			`http://${"h".repeat(100)}`,
			"http://h/%41",
			"http://h/%7E",
			"http://h/%c3",
			"http://h/%C3%a9",
			"http://h/%",
			"http://h/%2",
			"http://h/%2G",
			"http://h/%24",
			"http://h/%2E",
			"http://h/%2e%2E/a?/../b",
			"http://h/#/.a",
			"http://h/#a#b",
			"http://h/#%41",
			"http://h/a b#c",
			"http://h/a 22",
			"http://h#/",
			"http://h/./a",
			"http://h/a/..",
			"http://h/\u00e9 |",
			`HTTP://h/${"a/../b%7e".repeat(2000)}`,
		]) {
			expect([reference, wayOf(reference)]).toEqual([reference, "short"]);
			expect([reference, wayOf(reference, Level.SYNTAX)]).toEqual([
				reference,
				reference.includes(":80/") || reference.includes(":443") ? "long" : "short",
			]);
		}
	});

	it("sends the long way whatever else may need work", () => {
		for (const reference of [
			"",
			"http://",
			"http:///",
			"http://:80/",
			"http://u@h/",
			"http://h:8080/",
			"http://h:443/",
			"https://h:80/",
			"http://h:080/",
			"http://h:/",
			"http://h:801/",
			"http://[::1]/",
			"http://%C3%A9/",
			"http://\u00e9/",
			"http://h/%2\n",
			"http://h/a\tb",
			"http://h/\n",
			"http://h/a\u0001b",
			"http://h/%7e ",
			" http://h",
			"http://h/\nhttp://h/",
			"ftp://h/",
			"httpx://h/",
			"http\u001a//h/",
			"http:/h/",
			"//h/",
			"/",
		]) {
			expect([reference, wayOf(reference)]).toEqual([reference, "long"]);
		}
	});

	it("sends the long way what may be an error, and what not all rules are applied to", () => {
		for (const reference of ["http://h/%", "http://h/a|", "http://h/#a#b"]) {
			expect([reference, wayOf(reference, Level.SCHEME | Flag.STRICT)]).toEqual([reference, "long"]);
		}
		expect(wayOf("HTTP://H/%7e/./%c3", Level.SCHEME | Flag.STRICT)).toBe("short");
		expect(wayOf("HTTP://h/", Level.SYNTAX & ~1)).toBe("long");
	});

	it.each([{ level: "scheme" }, { level: "syntax" }, { level: "scheme", strict: true }] as const)(
		"agrees with the oracle on what it rewrites in one pass, in lists of lines and one by one, %j",
		(options) => {
			const normalizer = normalizerOn(engine, { ...options, invalid: "blank" });
			fc.assert(
				fc.property(fc.array(webReference, { minLength: 1, maxLength: 8 }), (references) => {
					const expected = references.map((reference) => {
						const normal = oracleNormalize(new TextEncoder().encode(reference), options);
						return normal instanceof Uint8Array ? new TextDecoder().decode(normal) : "";
					});
					const lines = new TextEncoder().encode(references.map((reference) => `${reference}\n`).join(""));
					expect(new TextDecoder().decode(normalizer.normalizeLines(lines).lines).split("\n").slice(0, -1)).toEqual(expected);
					for (const [index, reference] of references.entries()) {
						const normal = normalizer.tryNormalize(reference);
						expect(typeof normal === "string" ? normal : "").toBe(expected[index]);
					}
				}),
				{ numRuns: 1500 },
			);
		},
	);

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
			expect(wayOf(clean)).toBe("guard");
			if (length > 0) expect(wayOf(Uint8Array.from([...clean.slice(0, -1), 0x25]))).toBe("short");
		}
		for (let octet = 0; octet < 256; ++octet) {
			const isClean = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/?#]$/.test(String.fromCharCode(octet));
			for (const place of [19, 40, 63, 64, 65, 99]) {
				const reference = new TextEncoder().encode(`${before}${"a".repeat(100 - before.length)}`);
				reference[place] = octet;
				// Behind the "/" of the host, a dot would begin a segment.
				const passes = isClean && (place !== 19 || octet !== 0x2e);
				const mayGo = octet < 0x20 || (place === 99 && octet === 0x20);
				expect([octet, place, wayOf(reference)]).toEqual([octet, place, passes ? "guard" : mayGo ? "long" : "short"]);
			}
		}
	});

	it("lets a fragment and triplets in normal form pass, wherever the block ends, and no edition decodes them", () => {
		for (let length = 0; length < 140; ++length) {
			const before = `http://example.com/${"a".repeat(length)}`;
			for (const end of ["#", "#b", "%C3%A9", "%C3%A9#%2F"]) expect(wayOf(before + end)).toBe("guard");
			for (const end of ["##", "%C3%A9#b#", "#%c3", "%C3%A"]) expect(wayOf(before + end)).toBe("short");
		}
		for (let octet = 0; octet < 256; ++octet) {
			const triplet = `%${octet.toString(16).toUpperCase().padStart(2, "0")}`;
			const isKept = !/^[A-Za-z0-9\-._~!$*'(),]$/.test(String.fromCharCode(octet));
			expect([triplet, wayOf(`http://h/a${triplet}`)]).toEqual([triplet, isKept ? "guard" : "short"]);
		}
	});

	it("looks at every octet of the host", () => {
		for (let octet = 0; octet < 256; ++octet) {
			const mayPass = /^[a-z0-9\-.~!$&'()+,;=]$/.test(String.fromCharCode(octet)) || octet === 0x2f;
			const reference = new TextEncoder().encode("https://example.com/a/b");
			reference[14] = octet;
			if (!mayPass) expect([octet, wayOf(reference) === "guard"]).toEqual([octet, false]);
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
