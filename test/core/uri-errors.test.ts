/** What the errors of parsed references say, and the options of resolution. */

import { type BaseSources, createNormalizer, establishBase, isSameDocument, parse, resolve, tryParse, UriError } from "urlsieve";
import { expect, it } from "vitest";

/** Everything that an error says. */
function said(call: () => unknown): object | undefined {
	try {
		call();
	} catch (error) {
		if (!(error instanceof UriError)) throw error;
		const { code, message, component, offset, input, rule } = error;
		return { code, message, component, offset, input, rule };
	}
	return undefined;
}

const uri = parse("foo://user@example.com:8042/over/there?name=ferret#nose");

it.each<[Parameters<typeof uri.with>[0], object]>([
	[
		{ scheme: "1x" },
		{
			code: "invalid-scheme",
			message: 'The text before the first ":" is not a scheme (at 0).',
			component: "scheme",
			offset: 0,
			input: "1x://user@example.com:8042/over/there?name=ferret#nose",
			rule: "scheme",
		},
	],
	[
		{ scheme: "a/b" },
		{
			code: "invalid-scheme",
			message: "This is not a valid scheme.",
			component: "scheme",
			offset: 0,
			input: "a/b",
			rule: "scheme",
		},
	],
	[
		{ port: "8/" },
		{ code: "invalid-port", message: "This is not a valid port.", component: "port", offset: 0, input: "8/", rule: "port" },
	],
	[
		{ host: undefined },
		{
			code: "invalid-component",
			message: "A userinfo or port needs a host.",
			component: "host",
			offset: 0,
			input: "",
			rule: "authority",
		},
	],
	[
		{ path: "/\ud800" },
		{
			code: "ill-formed-string",
			message: "The component has a lone surrogate.",
			component: undefined,
			offset: 0,
			input: "/\ud800",
			rule: undefined,
		},
	],
])("says why components cannot be replaced by %j", (changes, error) => {
	expect(said(() => uri.with(changes))).toEqual(error);
});

it("names the grammar rule that a userinfo breaks", () => {
	expect(createNormalizer({ strict: true }).tryNormalize("http://a b@h/")).toMatchObject({
		code: "invalid-userinfo",
		message: "This character is not allowed in a userinfo without percent-encoding (at 8).",
		component: "userinfo",
		offset: 8,
		rule: "userinfo",
	});
});

it("needs a host for a userinfo alone and for a port alone", () => {
	expect(said(() => parse("foo:a").with({ userinfo: "u" }))).toMatchObject({ code: "invalid-component" });
	expect(said(() => parse("foo:a").with({ port: "1" }))).toMatchObject({ code: "invalid-component" });
	expect(parse("foo:a").with({ host: "h" }).toString()).toBe("foo://h/a");
});

it.each<[Parameters<typeof uri.with>[0], string]>([
	[{ authority: "u@h" }, "foo://u@h/over/there?name=ferret#nose"],
	[{ authority: "u@v@h:1" }, "foo://u%40v@h:1/over/there?name=ferret#nose"],
	[{ authority: "h:" }, "foo://h:/over/there?name=ferret#nose"],
	[{ authority: "@h" }, "foo://@h/over/there?name=ferret#nose"],
	[{ authority: "[::1]" }, "foo://[::1]/over/there?name=ferret#nose"],
	[{ authority: "a:b:1" }, "foo://a%3Ab:1/over/there?name=ferret#nose"],
	[{ path: undefined as never }, "foo://user@example.com:8042?name=ferret#nose"],
	[{ path: "" }, "foo://user@example.com:8042?name=ferret#nose"],
	[{ userinfo: "\n" }, "foo://%0A@example.com:8042/over/there?name=ferret#nose"],
	[{ query: "a/b?c[]'😀%4" }, "foo://user@example.com:8042/over/there?a/b?c%5B%5D'%F0%9F%98%80%254#nose"],
	[{ fragment: "%41%zz" }, "foo://user@example.com:8042/over/there?name=ferret#%41%25zz"],
	[{ host: "é%zz:" }, "foo://user@%C3%A9%25zz%3A:8042/over/there?name=ferret#nose"],
])("replaces components by %j, encoded", (changes, expected) => {
	expect(uri.with(changes).toString()).toBe(expected);
});

it.each<[string, Parameters<typeof uri.with>[0], string]>([
	["a", { path: "b:c" }, "./b:c"],
	["a", { path: "b/c:d" }, "b/c:d"],
	["x:a", { path: "b:c" }, "x:b:c"],
	["x:a", { path: "//b" }, "x:/.//b"],
	["//h/a", { path: "//b" }, "//h//b"],
	["//h/a", { authority: undefined }, "/a"],
])("keeps the new path of %s a path: %j", (reference, changes, expected) => {
	expect(parse(reference).with(changes).toString()).toBe(expected);
});

it("has only the components that are present as JSON", () => {
	expect(JSON.stringify(parse("//h?"))).toBe('{"authority":"h","host":"h","path":"","query":""}');
	expect(JSON.stringify(parse(""))).toBe('{"path":""}');
});

it("refuses relative references in edition 1994, with place and rule", () => {
	expect(said(() => parse("a", { edition: "1994" }))).toEqual({
		code: "relative-reference",
		message: "This edition has no relative references.",
		component: "scheme",
		offset: 0,
		input: "a",
		rule: "scheme",
	});
	expect(tryParse(1 as never)).toMatchObject({ code: "invalid-input" });
	expect(tryParse(1 as never, { edition: "1994" })).toMatchObject({ code: "invalid-input" });
});

const ALL: BaseSources = {
	embedded: "http://embedded/",
	contentBase: "http://content-base/",
	contentLocation: "http://content-location/",
	encapsulating: "http://encapsulating/",
	retrieval: "http://retrieval/#f",
	fallback: "http://fallback/",
};

it("takes the base from the first source that is given, in the order of §5.1", () => {
	const { embedded: _, ...content } = ALL;
	expect(establishBase(ALL)).toBe("http://embedded/");
	expect(establishBase(content)).toBe("http://encapsulating/");
	expect(establishBase({ ...content, encapsulating: undefined })).toBe("http://retrieval/");
	expect(establishBase({ fallback: "http://fallback/a#" })).toBe("http://fallback/a");
	expect(establishBase({ contentBase: "http://h/", contentLocation: "http://h/" })).toBeUndefined();
	expect(establishBase({})).toBeUndefined();
});

it("takes the base from header fields in edition 1997 alone", () => {
	const content: BaseSources = { ...ALL, embedded: undefined, edition: "1997" };
	expect(establishBase({ ...content, embedded: "x:y" })).toBe("x:y");
	expect(establishBase(content)).toBe("http://content-base/");
	expect(establishBase({ ...content, contentBase: undefined })).toBe("http://content-location/");
	expect(establishBase({ ...content, contentBase: undefined, contentLocation: "a#f" })).toBe("http://encapsulating/a");
	expect(establishBase({ ...content, edition: "2003" })).toBe("http://encapsulating/");
});

it.each<[string, BaseSources]>([
	["a", { retrieval: "a", fallback: "http://h/" }],
	["a", { contentLocation: "a", edition: "1997" }],
	["//h", { contentBase: "//h", contentLocation: "http://h/", edition: "1997" }],
	["a", { embedded: "a", contentLocation: "b", fallback: "http://h/", edition: "1997" }],
])("refuses the base %s, which has no scheme", (input, sources) => {
	expect(said(() => establishBase(sources))).toEqual({
		code: "base-not-absolute",
		message: "The base URI must have a scheme.",
		component: "scheme",
		offset: 0,
		input,
		rule: "absolute-URI",
	});
});

it("reads a reference with the scheme of the base as relative only if it is not strict, never in edition 1997", () => {
	const base = "http://a/b/c";
	expect(resolve("http:g", base)).toBe("http:g");
	expect(resolve("http:g", base, { strict: true })).toBe("http:g");
	expect(resolve("http:g", base, { strict: false })).toBe("http://a/b/g");
	expect(resolve("http:g", base, { strict: false, edition: "2003" })).toBe("http://a/b/g");
	expect(resolve("http:g", base, { strict: false, edition: "1997" })).toBe("http:g");
});

it("treats dots above the root as the option says in edition 2003 alone", () => {
	const at = (options: Parameters<typeof resolve>[2]) =>
		said(() => resolve("../../g", "http://a/b", options)) ?? resolve("../../g", "http://a/b", options);
	expect(at({})).toBe("http://a/g");
	expect(at({ excessDots: "keep" })).toBe("http://a/g");
	expect(at({ excessDots: "error" })).toBe("http://a/g");
	expect(at({ edition: "2003" })).toBe("http://a/g");
	expect(at({ edition: "2003", excessDots: "remove" })).toBe("http://a/g");
	expect(at({ edition: "2003", excessDots: "keep" })).toBe("http://a/../../g");
	expect(at({ edition: "2003", excessDots: "error" })).toMatchObject({ code: "excess-dots" });
	expect(at({ edition: "1997", excessDots: "remove" })).toBe("http://a/../../g");
});

it.each<[object, string]>([
	[{ edition: "1994" }, 'The option "edition" must be one of "1997", "2003", "2005", not "1994".'],
	[{ excessDots: "drop" }, 'The option "excessDots" must be one of "keep", "remove", "error", not "drop".'],
	[{ strict: "no" }, 'The option "strict" must be true or false; got string.'],
	[{ base: "x:" }, 'Unknown option "base"; known: edition, strict, excessDots.'],
])("refuses the options %j", (options, message) => {
	expect(said(() => resolve("a", "x:/b", options))).toMatchObject({ code: "invalid-option", message });
});

it.each<[string, string, Parameters<typeof isSameDocument>[2], boolean]>([
	["", "x:/a", undefined, true],
	["#f", "x:/a#g", undefined, true],
	["x:/a#f", "x:/a#g", undefined, true],
	["a", "x:/a", undefined, true],
	["b", "x:/a", undefined, false],
	["", "x:/a", { edition: "2003" }, true],
	["#f", "x:/a", { edition: "1997" }, true],
	["x:/a", "x:/a", { edition: "1997" }, false],
	["a", "x:/a", { edition: "2003" }, false],
	["a", "x:/a", { edition: "2005" }, true],
])("tells whether %j is the document with the base %s (%j)", (reference, base, options, expected) => {
	expect(isSameDocument(reference, base, options)).toBe(expected);
});
