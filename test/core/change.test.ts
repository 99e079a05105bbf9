/** `Uri.with`: a new component is escaped so that it cannot change the structure of the URI. What errors of parsed references say. */
import fc from "fast-check";
import { type BaseSources, establishBase, parse, resolve, tryParse, UriError } from "urlsieve";
import { expect, it } from "vitest";

const uri = parse("foo://user@example.com:8042/over/there?name=ferret#nose");

it.each([
	[{ path: "/a?b" }, "foo://user@example.com:8042/a%3Fb?name=ferret#nose"],
	[{ path: "a?b" }, "foo://user@example.com:8042/a%3Fb?name=ferret#nose"],
	[{ query: "a#b" }, "foo://user@example.com:8042/over/there?a%23b#nose"],
	[{ query: undefined, fragment: undefined }, "foo://user@example.com:8042/over/there"],
	[{ query: "", fragment: "" }, "foo://user@example.com:8042/over/there?#"],
	[{ host: "a/b" }, "foo://user@a%2Fb:8042/over/there?name=ferret#nose"],
	[{ host: "[::1]" }, "foo://user@[::1]:8042/over/there?name=ferret#nose"],
	[{ userinfo: "a@b" }, "foo://a%40b@example.com:8042/over/there?name=ferret#nose"],
	[{ userinfo: undefined, port: undefined }, "foo://example.com/over/there?name=ferret#nose"],
	[{ authority: "x@y:1" }, "foo://x@y:1/over/there?name=ferret#nose"],
	[{ authority: "[::1]:1" }, "foo://[::1]:1/over/there?name=ferret#nose"],
	[{ authority: "" }, "foo:///over/there?name=ferret#nose"],
	[{ authority: undefined }, "foo:/over/there?name=ferret#nose"],
	[{ authority: undefined, path: "//x" }, "foo:/.//x?name=ferret#nose"],
	[{ scheme: undefined, authority: undefined, path: "a:b" }, "./a:b?name=ferret#nose"],
	[{ scheme: "http" }, "http://user@example.com:8042/over/there?name=ferret#nose"],
	[{ path: "/%2F%zz é" }, "foo://user@example.com:8042/%2F%25zz%20%C3%A9?name=ferret#nose"],
])("replaces components by %o", (changes, expected) => {
	expect(uri.with(changes).toString()).toBe(expected);
});

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

const NO_SCHEME = 'The text before the first ":" is not a scheme (at 0).';
const REST = "//user@example.com:8042/over/there?name=ferret#nose";

it.each([
	[{ scheme: "1x" }, "invalid-scheme", NO_SCHEME, "scheme", `1x:${REST}`, "scheme"],
	[{ scheme: "" }, "invalid-scheme", NO_SCHEME, "scheme", `:${REST}`, "scheme"],
	[{ scheme: "a/b" }, "invalid-scheme", "This is not a valid scheme.", "scheme", "a/b", "scheme"],
	[{ port: "8/" }, "invalid-port", "This is not a valid port.", "port", "8/", "port"],
	[{ host: undefined }, "invalid-component", "A userinfo or port needs a host.", "host", "", "authority"],
	[{ path: "/\ud800" }, "ill-formed-string", "The component has a lone surrogate.", undefined, "/\ud800", undefined],
])("says why components cannot be replaced by %j", (changes, code, message, component, input, rule) => {
	expect(said(() => uri.with(changes))).toEqual({ code, message, component, offset: 0, input, rule });
});

it.each([
	[{ port: "8o" }, "invalid-port", "port"],
	[{ host: "[::1" }, "invalid-ip-literal", "host"],
])("refuses %o where the whole is no reference", (changes, code, component) => {
	expect(said(() => uri.with(changes))).toMatchObject({ code, component, rule: expect.any(String) });
});

it("leaves the other components unchanged, whatever the text", () => {
	const text = fc.string({ unit: fc.constantFrom(..."a/?#[]@:%2é\u0000 "), maxLength: 8 });
	const component = fc.constantFrom("userinfo", "host", "path", "query", "fragment");
	fc.assert(
		fc.property(component, text, (name, value) => {
			let changed: ReturnType<typeof uri.with>;
			try {
				changed = uri.with({ [name]: name === "path" ? `/${value}` : value });
			} catch (error) {
				expect(error).toBeInstanceOf(UriError);
				expect(name).toMatch(/host/);
				return;
			}
			for (const other of ["scheme", "userinfo", "host", "port", "path", "query", "fragment"] as const) {
				if (other !== name) expect(changed[other]).toBe(uri[other]);
			}
			expect(tryParse(changed.toString())).toEqual(changed);
		}),
	);
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

it.each<[object, string]>([
	[{ edition: "1994" }, 'The option "edition" must be one of "1997", "2003", "2005", not "1994".'],
	[{ excessDots: "drop" }, 'The option "excessDots" must be one of "keep", "remove", "error", not "drop".'],
	[{ strict: "no" }, 'The option "strict" must be true or false; got string.'],
	[{ base: "x:" }, 'Unknown option "base"; known: edition, strict, excessDots.'],
])("refuses the options %j", (options, message) => {
	expect(() => resolve("a", "x:/b", options as object)).toThrow(expect.objectContaining({ code: "invalid-option", message }));
});
