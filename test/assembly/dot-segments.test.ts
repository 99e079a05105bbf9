/** assembly/reference/dot-segments.ts: removal of dot-segments (RFC 3986 §5.2.4, §6.2.2.3), and by the editions before it. */
import { describe, expect, it } from "vitest";
import { removeDotSegments, removeSegmentPairs, withoutLastSegment } from "../../assembly/reference/dot-segments";
import { INPUT, put, text } from "../support/kernel-memory";

/** What a function makes of a path in place. */
function after(run: (start: number, end: number) => number, path: string): string {
	return text(INPUT, run(INPUT, put(path)));
}

describe("removeDotSegments (§5.2.4)", () => {
	it.each([
		["the first example", "/a/b/c/./../../g", "/a/g"],
		["the second example, a rootless path", "mid/content=5/../6", "mid/6"],
		["2A removes a leading ../", "../a", "a"],
		["2A removes a leading ./", "./a", "a"],
		["2A removes all of them", ".././../a", "a"],
		["2B replaces /./ by /", "/a/./b", "/a/b"],
		["2B replaces a trailing /. by /", "/a/.", "/a/"],
		["2C removes the segment before /../", "/a/b/../c", "/a/c"],
		["2C removes a trailing double-dot segment, keeping the slash", "/a/b/..", "/a/"],
		["2C stays at the root", "/../../a", "/a"],
		["2C makes the root of nothing but /..", "/..", "/"],
		["2C removes a rootless first segment with no slash before it", "a/../b", "/b"],
		["2C removes an empty segment", "/a//../b", "/a/b"],
		["2D removes a path that is .", ".", ""],
		["2D removes a path that is ..", "..", ""],
		["2D applies after 2A", ".././..", ""],
		["2E keeps segments without dots", "/a/b/", "/a/b/"],
		["keeps a segment of three dots", "/a/.../b", "/a/.../b"],
		["keeps a first segment of three dots", ".../b", ".../b"],
		["keeps a segment that starts with a dot", "/.a/..b/c", "/.a/..b/c"],
		["keeps a segment that ends with dots", "/a./b../c", "/a./b../c"],
		["keeps triplets of dots: they are decoded before", "/a/%2E%2E/b", "/a/%2E%2E/b"],
		["keeps empty segments", "/a//b///", "/a//b///"],
		["may produce a path that starts with two slashes", "/a/..//b", "//b"],
		["keeps the empty path", "", ""],
		["keeps the root", "/", "/"],
	])("%s: %s is %s", (_rule, path, normal) => expect(after(removeDotSegments, path)).toBe(normal));
});

describe("removeSegmentPairs (2396bis-01 §5.2, steps 3 to 6)", () => {
	it.each([
		["removes /./", "/a/./b", "/a/b"],
		["removes a trailing .", "/a/.", "/a/"],
		["removes a segment together with the .. after it", "/a/b/../c", "/a/c"],
		["removes a trailing pair, keeping the slash", "/a/b/..", "/a/"],
		["removes pairs from the left", "/a/b/../../c", "/c"],
		["keeps .. without a segment before it", "/../a", "/../a"],
		["keeps all of them", "/../../a", "/../../a"],
		["keeps .. after .. though another segment follows", "/a/../../b", "/../b"],
		["treats a rootless path", "a/b/../c", "a/c"],
		["keeps .. of a rootless path", "../a", "../a"],
		["keeps a segment of three dots", "/a/.../b", "/a/.../b"],
		["keeps the empty path", "", ""],
	])("%s: %s is %s", (_rule, path, normal) => expect(after(removeSegmentPairs, path)).toBe(normal));
});

describe("withoutLastSegment (step 2C)", () => {
	it.each([
		["/a/b", "/a"],
		["/a/", "/a"],
		["/a", ""],
		["a", ""],
		["", ""],
	])("of %j is %j", (path, rest) => expect(after(withoutLastSegment, path)).toBe(rest));
});
