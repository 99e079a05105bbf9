/** Public functions, as far as no other file tests them. */

import { createNormalizer, isNormalized, normalize, parse, recompose, tryParse, type Uri, UriError } from "urlsieve";
import { describe, expect, it } from "vitest";
import { describeEngines, normalizerOn } from "../support/engines";

describeEngines("face", (chosen) => {
	const normalizer = normalizerOn(chosen);

	it.each(["http://example.com/", "x:", "", "http://[::1]/", "mailto:a@b", `http://h/${"%C3%A9".repeat(50)}`])(
		"returns %j itself, which is in normal form",
		(text) => expect(normalizer.normalize(text)).toBe(text),
	);

	it("normalizes strings of any length and kind", () => {
		expect(normalizer.normalize(`HTTP://h/${"x".repeat(300000)}`)).toBe(`http://h/${"x".repeat(300000)}`);
		expect(normalizer.normalize(`http://h/${"é😀".repeat(10000)}`)).toBe(`http://h/${"%C3%A9%F0%9F%98%80".repeat(10000)}`);
	});
});

it("accepts options per call", () => {
	expect(normalize("HTTP://H:80", { level: "syntax" })).toBe("http://h:80");
	expect(isNormalized("http://h:80", { level: "syntax" })).toBe(true);
	expect(() => normalize("a b", { strict: true })).toThrow(UriError);
});

it("refuses unknown option values and lists the known ones", () => {
	const wrong = (options: object) => () => createNormalizer(options);
	expect(wrong({ level: "max" })).toThrow('The option "level" must be one of "string", "syntax", "scheme", not "max".');
	expect(wrong({ invalid: "x" })).toThrow('The option "invalid" must be one of "keep", "drop", "blank", "fail", not "x".');
	expect(wrong({ engine: "asm" })).toThrow('The option "engine" must be one of "auto", "wasm", "js", not "asm".');
	expect(wrong({ profile: "whatwg" })).toThrow('The option "profile" must be one of "rfc3986", not "whatwg".');
	expect(wrong({ level: "toString" })).toThrow(UriError);
});

describe("parse (App. B) and recompose (§5.3)", () => {
	it.each<[string, Partial<Uri>]>([
		[
			"foo://user@example.com:8042/over/there?name=ferret#nose",
			{
				scheme: "foo",
				authority: "user@example.com:8042",
				userinfo: "user",
				host: "example.com",
				port: "8042",
				path: "/over/there",
				query: "name=ferret",
				fragment: "nose",
			},
		],
		["urn:example:animal:ferret:nose", { scheme: "urn", path: "example:animal:ferret:nose" }],
		["x://@:?#", { scheme: "x", authority: "@:", userinfo: "", host: "", port: "", path: "", query: "", fragment: "" }],
		["//é@ü:8/ä?ö#ß", { authority: "é@ü:8", userinfo: "é", host: "ü", port: "8", path: "/ä", query: "ö", fragment: "ß" }],
		["a@b@c", { path: "a@b@c" }],
		["//a@b@c", { authority: "a@b@c", userinfo: "a@b", host: "c", path: "" }],
		["", { path: "" }],
	])("%j: keeps undefined and empty components apart", (text, components) => {
		const uri = parse(text);
		expect(uri.toJSON()).toEqual({ path: "", ...components });
		expect(JSON.parse(JSON.stringify(uri))).toEqual({ path: "", ...components });
		expect(String(uri)).toBe(text);
		expect(recompose(uri)).toBe(text);
		const { authority: _, ...parts } = { ...uri };
		expect(recompose(parts)).toBe(text);
	});

	it.each(["1:", "//[::1%25é]"])("%j: throws UriError", (text) => {
		expect(tryParse(text)).toBeInstanceOf(UriError);
		expect(() => parse(text)).toThrow(UriError);
	});

	it("normalizes a parsed URI with options", () => {
		expect(parse("HTTP://H:80/%7e").normalize().toString()).toBe("http://h/~");
		expect(parse("HTTP://H:80").normalize({ level: "syntax" }).toString()).toBe("http://h:80");
		expect(() => parse("http:///").normalize()).toThrow(UriError);
	});
});
