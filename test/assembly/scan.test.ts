/** assembly/reference/scan.ts: references taken apart (RFC 3986 §3, §4.1, Appendix B). */
import { beforeEach, describe, expect, it } from "vitest";
import { Component } from "../../assembly/layout/addresses";
import { Status } from "../../assembly/layout/status";
import { endOf, isPresent, startOf } from "../../assembly/reference/record";
import { scan } from "../../assembly/reference/scan";
import { failure, INPUT, put, setOptions, text } from "../support/kernel-memory";

const NAMES = ["scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"] as const;
type Parts = Partial<Record<(typeof NAMES)[number], string>>;

/** The components that a reference has. An undefined component is left out; an empty one is "" (§5.3). */
function parts(reference: string): Parts {
	expect(scan(INPUT, put(reference))).toBe(Status.OK);
	const present = NAMES.map((name, component) => [name, component] as const).filter(([, component]) => isPresent(component));
	return Object.fromEntries(present.map(([name, component]) => [name, text(startOf(component), endOf(component))]));
}

beforeEach(() => setOptions(0));

describe("scan (Appendix B)", () => {
	it.each<[what: string, reference: string, parts: Parts]>([
		[
			"the example of §3",
			"foo://example.com:8042/over/there?name=ferret#nose",
			{
				scheme: "foo",
				authority: "example.com:8042",
				host: "example.com",
				port: "8042",
				path: "/over/there",
				query: "name=ferret",
				fragment: "nose",
			},
		],
		["a URI without an authority (§3)", "urn:example:animal", { scheme: "urn", path: "example:animal" }],
		["nothing: an empty path", "", { path: "" }],
		["a scheme and no more", "a:", { scheme: "a", path: "" }],
		["every octet that a scheme allows (§3.1)", "aZ9+-.:b", { scheme: "aZ9+-.", path: "b" }],
		["an empty authority", "a://", { scheme: "a", authority: "", host: "", path: "" }],
		["a network-path reference (§4.2)", "//h/p", { authority: "h", host: "h", path: "/p" }],
		["an absolute path", "/p:q", { path: "/p:q" }],
		["a single slash, which starts a path", "a:/b", { scheme: "a", path: "/b" }],
		["two slashes in a path, which start no authority", "a:b//c", { scheme: "a", path: "b//c" }],
		["a colon after the first slash", "a/b:c", { path: "a/b:c" }],
		["a colon in the query", "a?b:c", { path: "a", query: "b:c" }],
		["a colon in the fragment", "#b:c", { path: "", fragment: "b:c" }],
		["an empty query and fragment (§5.3)", "?#", { path: "", query: "", fragment: "" }],
		["a question mark in the query (§3.4)", "?a?b/c", { path: "", query: "a?b/c" }],
		["a question mark in the fragment, which starts no query", "#a?b", { path: "", fragment: "a?b" }],
		["a second number sign, which stays in the fragment", "#a#b", { path: "", fragment: "a#b" }],
	])("%s", (_what, reference, expected) => expect(parts(reference)).toEqual(expected));
});

describe("scan: where the authority ends (§3.2)", () => {
	it.each([
		["a slash", "//h/p"],
		["a question mark", "//h?p"],
		["a number sign", "//h#p"],
		["the end", "//h"],
		["a question mark, with userinfo and port before it", "//u@h:1?p"],
	])("%s", (_what, reference) => expect(parts(reference).host).toBe("h"));
});

describe("scan: the parts of an authority (§3.2.1 to §3.2.3)", () => {
	it.each<[what: string, authority: string, parts: Parts]>([
		["all three", "u:p@h:80", { userinfo: "u:p", host: "h", port: "80" }],
		["an empty userinfo", "@h", { userinfo: "", host: "h" }],
		["an empty port", "h:", { host: "h", port: "" }],
		["an empty host", "u@:1", { userinfo: "u", host: "", port: "1" }],
		["the last of several at signs", "a@b@h", { userinfo: "a@b", host: "h" }],
		["the last of several colons (Choice 12)", "a:b:80", { host: "a:b", port: "80" }],
		["a digit of each value", "h:0123456789", { host: "h", port: "0123456789" }],
		["an IP literal, whose colons start no port", "[::1]", { host: "[::1]" }],
		["an IP literal with a port", "[::1]:80", { host: "[::1]", port: "80" }],
		["an IP literal with userinfo and an empty port", "u@[::1]:", { userinfo: "u", host: "[::1]", port: "" }],
		["a bracket after the first octet, which starts no literal", "a[b", { host: "a[b" }],
	])("%s", (_what, authority, expected) => {
		expect(parts(`//${authority}`)).toEqual({ authority, ...expected, path: "" });
	});
});

describe("scan refuses", () => {
	it.each([
		["a scheme that starts with a digit (§3.1)", "1a:b", Status.INVALID_SCHEME, Component.SCHEME, 0],
		["an empty scheme", ":", Status.INVALID_SCHEME, Component.SCHEME, 0],
		["an octet that a scheme does not allow, at its place", "ab_c:d", Status.INVALID_SCHEME, Component.SCHEME, 2],
		["a colon in the first segment of a relative path (§4.2)", "a%3A:", Status.INVALID_SCHEME, Component.SCHEME, 1],
		["a letter in a port (§3.2.3)", "//h:8a", Status.INVALID_PORT, Component.PORT, 5],
		["the octet after 9 in a port", "//u@h:;", Status.INVALID_PORT, Component.PORT, 6],
		["the octet before 0 in a port", "//h:1.", Status.INVALID_PORT, Component.PORT, 5],
		["a bracket without its end (§3.2.2)", "//[::1/", Status.INVALID_IP_LITERAL, Component.HOST, 2],
		["an octet after a bracket", "//[::1]x", Status.INVALID_IP_LITERAL, Component.HOST, 7],
		["an address that is none", "//[1]:80", Status.INVALID_IP_LITERAL, Component.HOST, 3],
		["a letter in the port of an IP literal", "//[::1]:x", Status.INVALID_PORT, Component.PORT, 8],
	])("%s", (_what, reference, status, component, offset) => {
		expect(scan(INPUT, put(reference))).toBe(-status);
		expect(failure()).toEqual({ component, offset });
	});
});
