/** What the errors of parsed references say, and the options of resolution. */

import { type BaseSources, establishBase, parse, resolve, UriError } from "urlsieve";
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
