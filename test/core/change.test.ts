/** `Uri.with`: a new component is escaped so that it cannot change the structure of the URI. */
import fc from "fast-check";
import { parse, tryParse, UriError } from "urlsieve";
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

it.each([
	[{ scheme: "1x" }, "invalid-scheme", "scheme"],
	[{ scheme: "" }, "invalid-scheme", "scheme"],
	[{ scheme: "a/b" }, "invalid-scheme", "scheme"],
	[{ port: "8o" }, "invalid-port", "port"],
	[{ host: "[::1" }, "invalid-ip-literal", "host"],
	[{ host: undefined }, "invalid-component", "host"],
	[{ path: "/\ud800" }, "ill-formed-string", undefined],
])("refuses %o", (changes, code, component) => {
	expect(() => uri.with(changes)).toThrow(
		expect.objectContaining({ name: "UriError", code, ...(component && { component, rule: expect.any(String) }) }),
	);
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
