/** assembly/reference/recompose.ts: recomposition (RFC 3986 §5.3) keeps a path from being read as an authority (§3.3). */
import { describe, expect, it } from "vitest";
import { keepFromAuthority } from "../../assembly/reference/recompose";
import { INPUT, put, text } from "../support/kernel-memory";

describe("keepFromAuthority (Choice 4)", () => {
	it.each([
		["inserts /. before a path that starts with two slashes", "//a", "/.//a"],
		["inserts it once", "///a", "/.///a"],
		["inserts it before two slashes alone", "//", "/.//"],
		["moves a path longer than the inserted octets as a whole", `//${"abc/".repeat(50)}`, `/.//${"abc/".repeat(50)}`],
		["keeps a path with one leading slash", "/a//b", "/a//b"],
		["keeps the root", "/", "/"],
		["keeps a rootless path", "a//b", "a//b"],
		["keeps a rootless path with a slash second", "a/", "a/"],
		["keeps the empty path", "", ""],
	])("%s", (_rule, path, output) => {
		expect(text(INPUT, keepFromAuthority(INPUT, put(path)))).toBe(output);
	});

	it("does not read past the end", () => {
		const end = put("//") - 1;
		expect(keepFromAuthority(INPUT, end)).toBe(end);
	});
});
