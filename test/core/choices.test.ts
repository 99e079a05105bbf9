/** The numbered Choices of docs/reference/normal-form.md, on every engine. */
import { describe, expect, it } from "vitest";
import { describeEngines, normalizerOn, outcome } from "../support/engines";

describeEngines("choices", (engine) => {
	const scheme = normalizerOn(engine);
	const strict = normalizerOn(engine, { strict: true });

	/** The left side of each row becomes the right side, which is in normal form. */
	function forms(rows: readonly (readonly [string, string])[]): void {
		it("wherever it applies", () => {
			for (const [input, normal] of rows)
				expect([input, outcome(scheme, input), outcome(scheme, normal)]).toEqual([input, normal, normal]);
		});
	}

	describe("Choice 1: encodes a % that begins no triplet as %25", () => {
		forms([
			["http://h/100%", "http://h/100%25"],
			["http://h/%zz%4", "http://h/%25zz%254"],
			["http://u%@h/?%#%", "http://u%25@h/?%25#%25"],
			["http://%/", "http://%25/"],
			["%%41", "%25A"],
		]);
		it("is refused when strict", () => expect(outcome(strict, "http://h/100%")).toBe("invalid-percent-encoding path 12"));
	});

	describe("Choice 2: removes dot-segments after percent-unreserved", () => {
		forms([
			["http://h/a/%2E%2E/b", "http://h/b"],
			["http://h/a/.%2e/b", "http://h/b"],
			["http://h/%2e", "http://h/"],
			["http://h/%252e%252e/b", "http://h/%252e%252e/b"],
		]);
	});

	describe("Choice 3: keeps the dot-segments of a relative path, not those of an absolute one", () => {
		forms([
			["../a/./b", "../a/./b"],
			["%2e/%2E%2E", "./.."],
			[".", "."],
			["a/../b", "a/../b"],
			["/../a/./b", "/a/b"],
		]);
	});

	describe("Choice 4: inserts /. before a path that would be read as an authority", () => {
		forms([
			["m:/a/..//b", "m:/.//b"],
			["m:/.//b", "m:/.//b"],
			["m:a/..//b", "m:/.//b"],
			["/a/..//b", "/.//b"],
			["/.//b", "/.//b"],
			["m://h/a/..//b", "m://h//b"],
		]);
	});

	describe("Choice 5: keeps the ./ before a first segment with a colon", () => {
		forms([
			["./a:b", "./a:b"],
			["./a%3Ab", "./a%3Ab"],
			["a%3ab", "a%3Ab"],
		]);
		it("refuses the colon without it", () => expect(outcome(scheme, "1:b")).toBe("invalid-scheme scheme 0"));
	});

	describe("Choice 6: keeps dot-segments of opaque paths and removes them from all others, rootless ones too", () => {
		const opaque = ["data", "javascript", "mailto", "urn", "tel", "news", "mid", "cid", "about", "blob", "sip", "tag"];
		forms(opaque.map((name) => [`${name}:a/../b/./c`, `${name}:a/../b/./c`] as const));
		forms([
			["x:mid/content=5/../6", "x:mid/6"],
			["x:a/../b", "x:/b"],
			["x:../b", "x:b"],
			["x:.", "x:"],
			["x:./a:b", "x:a:b"],
		]);
	});

	describe("Choice 7: reads only four decimal octets as an IPv4 address", () => {
		forms([
			["http://127.0.0.1/", "http://127.0.0.1/"],
			["http://0x7f.1/", "http://0x7f.1/"],
			["http://010.1.1.1/", "http://010.1.1.1/"],
			["http://2130706433/", "http://2130706433/"],
			["http://127.1/", "http://127.1/"],
		]);
	});

	describe("Choice 8: removes visual separators of tel numbers and sorts parameters", () => {
		forms([
			["tel:+1-201-555-0123", "tel:+12015550123"],
			["tel:(0)30.12-34;phone-context=+49", "tel:0301234;phone-context=+49"],
			["tel:7042;Phone-Context=Example.com", "tel:7042;phone-context=Example.com"],
			["tel:*A-b1", "tel:*Ab1"],
			["tel:1-800-call", "tel:1-800-call"],
			["tel:-", "tel:-"],
			["tel:1+-2", "tel:1+-2"],
			["tel:-//5", "tel:-//5"],
			["tel:1;b=2;a=1;EXT=5;phone-context=x", "tel:1;ext=5;phone-context=x;a=1;b=2"],
			["tel:1;isub=1;b;ext=2", "tel:1;ext=2;isub=1;b"],
			["tel:1;a=2;a=1", "tel:1;a=2;a=1"],
			["tel:1;ab=1;a=2", "tel:1;a=2;ab=1"],
			["tel:1;b;;a", "tel:1;b;;a"],
			["tel:1;b;=x;a", "tel:1;b;=x;a"],
		]);
		const many = Array.from({ length: 16 }, (_, index) => `;${String.fromCharCode(112 - index)}`).join("");
		const sorted = many.split(/(?=;)/).sort().join("");
		// Seventeen parameters are too many to sort; more than 1,024 octets are too long.
		forms([
			[`tel:1${many}`, `tel:1${sorted}`],
			[`tel:1${many};a`, `tel:1${many};a`],
		]);
		const long = "x".repeat(1019);
		forms([
			[`tel:1;b=${long};a`, `tel:1;a;b=${long}`],
			[`tel:1;b=${long}x;a`, `tel:1;b=${long}x;a`],
		]);
	});

	describe("Choice 9: appends the addresses of mailto's to fields to the list", () => {
		forms([
			["mailto:?to=a@B", "mailto:a@b"],
			["mailto:a@B?to=C@D", "mailto:a@b,C@d"],
			["mailto:a@b?x=1&To=c@d&y=2&%74o=e@F,g@H", "mailto:a@b,c@d,e@f,g@h?x=1&y=2"],
			["mailto:?to=a", "mailto:a"],
			["mailto:?%54%6F=a@b", "mailto:a@b"],
			["mailto:?to=a@b#f", "mailto:a@b#f"],
			["mailto:a@b?to=", "mailto:a@b?to="],
			["mailto:a@b?to", "mailto:a@b?to"],
			["mailto:?to=//a@B", "mailto:?to=//a@B"],
			["mailto:?to=a@B?c", "mailto:?to=a@B?c"],
			["mailto:?", "mailto:?"],
			["mailto:?to=a@b&", "mailto:a@b?"],
			["mailto:?toto=a", "mailto:?toto=a"],
			["mailto:a%2Cb@C", "mailto:a%2Cb@c"],
		]);
		it("reports the faults of to fields before those of others when strict", () => {
			for (const fields of ["x=%zz&to=a%zz", "to=a%zz&x=%zz"]) {
				const error = strict.tryNormalize(`mailto:?${fields}`);
				expect(error).toMatchObject({ code: "invalid-percent-encoding", offset: 8 + fields.indexOf("a%zz") + 1 });
			}
		});
	});

	it("Choice 10: asks for the A-labels of possible names only", () => {
		const asked: string[] = [];
		const idna = (host: string) => void asked.push(host);
		const longest = "é".repeat(512);
		for (const host of ["É.Example", "%C3%a9", "0-_é", longest, "a!é", "a%2Fé", "%FF", "[::1]", "plain", `${longest}a`])
			outcome(normalizerOn(engine, { idna }), `http://${host}/`);
		outcome(normalizerOn(engine, { idna }), "x://é/");
		outcome(normalizerOn(engine, { idna, level: "syntax" }), "http://é/");
		expect(asked).toEqual(["É.example", "é", "0-_é", longest]);
	});

	it("Choice 10: accepts only a name as the answer", () => {
		const label = "a".repeat(63);
		// 253 octets are most, without a final dot (RFC 1035 §2.3.4).
		const most = `${`${label}.`.repeat(3)}${"a".repeat(61)}`;
		const accepted = ["xn--9ca.example", "xn--9ca.", `${label}.b`, most, `${most}.`, "1.0x2.a", "a.1b", "a.0xg", "_a.b"];
		const refused = [
			"",
			".",
			".a",
			"a..b",
			"XN--9ca",
			"a/b",
			`${label}a.b`,
			`${most}a`,
			"127.0.0.1",
			"a.1",
			"a.1.",
			"a.0x1f",
			"a.0x",
		];
		const answered = (answer: string) => outcome(normalizerOn(engine, { idna: () => answer }), "http://é");
		expect(accepted.map(answered)).toEqual(accepted.map((name) => `http://${name}/`));
		expect(refused.map(answered)).toEqual(refused.map(() => "http://%C3%A9/"));
	});

	describe("Choice 10: without A-labels, percent-encodes", () => {
		it("when idna is false", () => {
			expect(outcome(normalizerOn(engine, { idna: false }), "http://é/")).toBe("http://%C3%A9/");
		});
		forms([["http://１２７.0.0.1/", "http://%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1/"]]);
	});

	describe("Choice 11: keeps zone identifiers and IPvFuture, in lower case", () => {
		forms([
			["http://[FE80::1%25Eth0]/", "http://[fe80::1%25eth0]/"],
			["http://[fe80::1%ETH0]/", "http://[fe80::1%25eth0]/"],
			["http://[fe80::1%2]/", "http://[fe80::1%252]/"],
			["http://[fe80::1%25%41%2f]/", "http://[fe80::1%25a%2F]/"],
			["x://[VF.A:b]/", "x://[vf.a:b]/"],
		]);
	});

	describe("Choice 12: percent-encodes all colons of a host without brackets but the last", () => {
		forms([
			["http://2001:db8::1/", "http://2001%3Adb8%3A:1/"],
			["http://a:b:80/", "http://a%3Ab/"],
		]);
		it("refuses letters after the last one", () => expect(outcome(scheme, "http://a:b:c/")).toBe("invalid-port port 11"));
		it("refuses the others when strict", () => expect(outcome(strict, "http://a:b:80/")).toBe("invalid-host host 8"));
	});

	it("Choice 13: applies §5.2 literally to rootless paths", () => {
		expect(scheme.resolve("../c", "foo:a/b")).toBe("foo:/c");
		expect(scheme.resolve("c", "foo:a/b")).toBe("foo:a/c");
	});

	it("Choice 14: keeps the path of the base unchanged for an empty reference", () => {
		expect(scheme.resolve("", "http://a/b/../c")).toBe("http://a/b/../c");
		expect(scheme.resolve("?q", "http://a/./c")).toBe("http://a/./c?q");
		expect(scheme.resolve(".", "http://a/b/../c")).toBe("http://a/");
	});

	it("Choice 15: does not read triplets as dots when resolving", () => {
		expect(scheme.resolve("%2e%2e/x", "http://a/b/c")).toBe("http://a/b/%2e%2e/x");
		expect(scheme.normalize(scheme.resolve("%2e%2e/x", "http://a/b/c"))).toBe("http://a/x");
	});

	it("Choice 16: gives a target no authority that neither side has, and no other host", () => {
		expect(scheme.resolve("..//x", "foo:/a")).toBe("foo:/.//x");
		expect(scheme.resolve("/.//x", "foo:/a")).toBe("foo:/.//x");
		expect(scheme.resolve("..//x", "http://h/a")).toBe("http://h//x");
		expect(scheme.resolve("g", "http://a", { edition: "1997" })).toBe("http://a/g");
	});

	it("Choice 17: compares schemes case-insensitively", () => {
		expect(scheme.resolve("HTTP:g", "http://a/b/c", { strict: false })).toBe("http://a/b/g");
		expect(scheme.resolve("https:g", "http://a/b/c", { strict: false })).toBe("https:g");
		expect(scheme.resolve("HTTP:g", "http://a/b/c")).toBe("HTTP:g");
	});

	it("Choice 18: relativizes to the shortest reference, with dot-segments resolved", () => {
		expect(scheme.relativize("http://a/b/../c", "http://a/b/d")).toBe("/c");
		expect(scheme.relativize("http://a/b/", "http://a/b/d")).toBe(".");
		expect(scheme.relativize("http://a/x", "http://a/b/c/d/e")).toBe("/x");
	});
});
