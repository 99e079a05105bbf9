/** `validate` checks a reference by the grammar of an edition and reports component, offset and rule of each fault. */
import fc from "fast-check";
import { createNormalizer, type Edition, UriError, type ValidateAs, type ValidateOptions, validate } from "urlsieve";
import { describe, expect, it } from "vitest";
import { runs } from "../support/extent";
import { hostileReference, opaqueReference } from "../support/hostile";
import { longIt } from "../support/long-it";

/** All faults of a reference, as "code component offset rule". */
function faults(reference: string, options?: ValidateOptions): string[] {
	return validate(reference, options).map(
		({ code, component, offset, rule }) => `${code} ${component ?? "-"} ${offset} ${rule ?? "-"}`,
	);
}

type Row = readonly [reference: string, ...faults: string[]];

function checkRows(title: string, rows: readonly Row[]): void {
	const edition = title.slice(0, 4) as Edition;
	it(`${title}: reports the violated rule and its place`, () => {
		expect(rows.map(([reference]) => [reference, ...faults(reference, { edition })])).toEqual(rows);
	});
}

checkRows("2005: RFC 3986 App. A", [
	["1a:b", "invalid-scheme scheme 0 scheme"],
	[":", "invalid-scheme scheme 0 scheme"],
	["a_b*c:d", "invalid-scheme scheme 1 scheme", "invalid-scheme scheme 3 scheme"],
	["é:", "invalid-scheme scheme 0 scheme"],
	["x://a@b[c@h", "invalid-userinfo userinfo 5 userinfo", "invalid-userinfo userinfo 7 userinfo"],
	["x://u%zz@h", "invalid-percent-encoding userinfo 5 pct-encoded"],
	["x://h[i]", "invalid-host host 5 reg-name", "invalid-host host 7 reg-name"],
	["x://a:b:80", "invalid-host host 5 reg-name"],
	["x://%4", "invalid-percent-encoding host 4 pct-encoded"],
	["x://[::1", "invalid-ip-literal host 4 IP-literal"],
	["x://[::1]a:8o", "invalid-ip-literal host 9 IP-literal"],
	["x://[::g]", "invalid-ip-literal host 5 IPv6address"],
	["x://[1:2:3:4:5:6:7:8:9]", "invalid-ip-literal host 5 IPv6address"],
	["x://[::1.2.3.256]", "invalid-ip-literal host 5 IPv6address"],
	["x://[v.a]", "invalid-ip-literal host 5 IPvFuture"],
	["x://[::1%25]", "invalid-ip-literal host 8 ZoneID"],
	["x://[::1%en0]", "invalid-percent-encoding host 8 ZoneID"],
	["x://h:8o1x", "invalid-port port 7 port", "invalid-port port 9 port"],
	["/a b", "invalid-character path 2 pchar"],
	["/[]", "invalid-character path 1 pchar", "invalid-character path 2 pchar"],
	["x:%%41%4g", "invalid-percent-encoding path 2 pct-encoded", "invalid-percent-encoding path 6 pct-encoded"],
	["?a^", "invalid-character query 2 query"],
	["#a#", "invalid-character fragment 2 fragment"],
	// Without an authority, a bracket begins no IP literal, and a colon no port.
	["[::1]", "invalid-scheme scheme 0 scheme", "invalid-character path 4 pchar"],
	["[a]/b:c", "invalid-character path 0 pchar", "invalid-character path 2 pchar"],
	["[", "invalid-character path 0 pchar"],
	["#%", "invalid-percent-encoding fragment 1 pct-encoded"],
]);

describe("2005: order of faults", () => {
	it("reports each lone surrogate once, before all other faults", () => {
		expect(faults("1:\ud800/\udc00 \ud83d\ude00")).toEqual([
			"ill-formed-string - 2 -",
			"ill-formed-string - 4 -",
			"invalid-scheme scheme 0 scheme",
			"invalid-character path 5 pchar",
			"invalid-character path 6 pchar",
		]);
	});

	it("reports faults of scheme, IP literal and port before faults of characters", () => {
		expect(faults("1://u u@[::1]x:8o/a b?<#>", { as: "absolute-uri" })).toEqual([
			"invalid-scheme scheme 0 scheme",
			"invalid-ip-literal host 13 IP-literal",
			"invalid-userinfo userinfo 5 userinfo",
			"invalid-character path 19 pchar",
			"invalid-character query 22 query",
			"invalid-character fragment 24 fragment",
			"unexpected-fragment fragment 23 absolute-URI",
		]);
	});
});

describe("`as` selects the rule for the whole reference", () => {
	const kinds = (reference: string, edition: Edition = "2005") =>
		(["uri", "uri-reference", "absolute-uri", "relative-ref"] as const satisfies readonly ValidateAs[]).filter(
			(as) => validate(reference, { edition, as }).length === 0,
		);

	it.each([
		["x:a", ["uri", "uri-reference", "absolute-uri"]],
		["x:a?q", ["uri", "uri-reference", "absolute-uri"]],
		["x:a#", ["uri", "uri-reference"]],
		["a#f", ["uri-reference", "relative-ref"]],
		["//h", ["uri-reference", "relative-ref"]],
		["", ["uri-reference", "relative-ref"]],
		["a b", []],
	])("%j is %j, §4.1 to §4.3", (reference, expected) => {
		expect(kinds(reference)).toEqual(expected);
		expect(kinds(reference, "1997")).toEqual(expected);
		expect(kinds(reference, "2003")).toEqual(expected);
	});

	it("names the rule of the edition", () => {
		expect(faults("a", { as: "uri" })).toEqual(["relative-reference scheme 0 URI"]);
		expect(faults("a", { as: "absolute-uri", edition: "2003" })).toEqual(["relative-reference scheme 0 absolute-URI"]);
		expect(faults("a", { as: "uri", edition: "1997" })).toEqual(["relative-reference scheme 0 absoluteURL"]);
		expect(faults("x:", { as: "relative-ref" })).toEqual(["unexpected-scheme scheme 0 relative-ref"]);
		expect(faults("x:#a", { as: "absolute-uri" })).toEqual(["unexpected-fragment fragment 2 absolute-URI"]);
		expect(faults("URL:x:#a", { edition: "1994" })).toEqual(["unexpected-fragment fragment 6 genericurl"]);
		expect(faults("x:a", { as: "relative-ref", edition: "1994" })).toEqual(["unexpected-scheme scheme 0 genericurl"]);
	});
});

checkRows("1994: RFC 1738 §5", [
	["a_b:c", "invalid-scheme scheme 1 scheme"],
	["a/b", "relative-reference scheme 0 genericurl"],
	["URL:a", "relative-reference scheme 0 genericurl"],
	["http://h/~user", "invalid-character path 9 xchar"],
	["x:{}|\\^~[]`", ..."23456789".split("").map((at) => `invalid-character path ${at} xchar`), "invalid-character path 10 xchar"],
	['x:<>"', "invalid-character path 2 xchar", "invalid-character path 3 xchar", "invalid-character path 4 xchar"],
	["x:%4", "invalid-percent-encoding path 2 escape"],
	["x:a?%", "invalid-percent-encoding query 4 escape"],
	["x://h/#~", "invalid-character fragment 7 xchar", "unexpected-fragment fragment 6 genericurl"],
	["x://u~:p:q@h/", "invalid-userinfo userinfo 5 user", "invalid-userinfo userinfo 8 password"],
	["x://h:/", "invalid-port port 6 port"],
	["x://h:8o/", "invalid-port port 7 port"],
	["x:///a", "empty-host host 4 host"],
	["x://:1/a", "empty-host host 4 host"],
	["file://u@/a", "empty-host host 9 host"],
	["file://", "empty-host host 7 host"],
	["x://h?q", "invalid-host host 5 domainlabel"],
	["x://a_b/", "invalid-host host 5 domainlabel"],
	["x://a%41/", "invalid-host host 5 domainlabel"],
	["x://-a.b-/", "invalid-host host 4 domainlabel", "invalid-host host 8 domainlabel"],
	["x://a..b/", "invalid-host host 6 domainlabel"],
	["x://a.b./", "invalid-host host 8 domainlabel"],
	["x://a.1b/", "invalid-host host 6 toplabel"],
	["x://1.2.3/", "invalid-host host 8 toplabel"],
	["x://1.2.3.4.5/", "invalid-host host 12 toplabel"],
	["x://[::1]/", "invalid-ip-literal host 4 host"],
]);

checkRows("1997: draft-fielding-url-syntax-05 App. A", [
	["a_b:c", "invalid-scheme scheme 1 scheme"],
	["/a b", "invalid-character path 2 segment"],
	["/[]", "invalid-character path 1 segment", "invalid-character path 2 segment"],
	["x:[", "invalid-character path 2 urlc"],
	["x:a?[", "invalid-character query 4 urlc"],
	["x:/?[", "invalid-character query 4 query"],
	["#[", "invalid-character fragment 1 fragment"],
	["[a]/b", "invalid-character path 0 segment", "invalid-character path 2 segment"],
	["%4", "invalid-percent-encoding path 0 escaped"],
	["//u@v:p:q@h", "invalid-userinfo userinfo 3 user", "invalid-userinfo userinfo 7 password"],
	["//u@", "empty-host host 4 host"],
	["//:80", "empty-host host 2 host"],
	["//a_b", "invalid-host host 3 domainlabel"],
	["//a.1b", "invalid-host host 4 toplabel"],
	["http://a.b.", "invalid-host host 11 domainlabel"],
	["//h:8o", "invalid-port port 5 port"],
	["http://[::1]/", "invalid-ip-literal host 7 host"],
]);

checkRows("2003: draft-fielding-uri-rfc2396bis-01", [
	["1a:b", "invalid-scheme scheme 0 scheme"],
	["a:/[", "invalid-character path 3 pchar"],
	["a[/", "invalid-character path 1 pchar"],
	["x:a|", "invalid-character path 3 uric"],
	["x:a?|", "invalid-character query 4 uric"],
	["x:/?[", "invalid-character query 4 query"],
	["x:#[", "invalid-character fragment 3 fragment"],
	["x:%", "invalid-percent-encoding path 2 escaped"],
	["http://a_b/", "invalid-host host 8 domainlabel"],
	["http://a.1b./", "invalid-host host 9 toplabel"],
	["http://a./", "invalid-host host 8 qualified"],
	["http://a../", "invalid-host host 9 domainlabel"],
	[`http://${"a".repeat(63)}b/`, "invalid-host host 70 domainlabel"],
	["http://h:8o/", "invalid-port port 10 port"],
	["http://u@v@h/", "invalid-userinfo userinfo 8 userinfo"],
	["http://u@/", "empty-host host 9 host"],
	["x://a_b<%", "invalid-host authority 7 reg-name", "invalid-percent-encoding authority 8 escaped"],
	["x://[::g]", "invalid-ip-literal host 5 IPv6address"],
	["x://[::1", "invalid-ip-literal host 4 IPv6reference"],
	["x://[v1.a]", "invalid-ip-literal host 5 IPv6address"],
	["x://[::1%25a]", "invalid-ip-literal host 5 IPv6address"],
]);

describe("2005 agrees with the strict kernel", () => {
	const strict = createNormalizer({ strict: true, level: "syntax" });

	it("agrees on hostile strings, with the same first fault", () => {
		const text = fc.oneof(
			{ weight: 4, arbitrary: hostileReference },
			{ weight: 2, arbitrary: opaqueReference },
			fc.string({ unit: "binary" }),
			fc
				.array(fc.constantFrom("\ud800", "\udc00", "//", "[", "::", "]", "%25", ":", "@", "a", "1", "/", "#"))
				.map((parts) => parts.join("")),
		);
		let valid = 0;
		fc.assert(
			fc.property(text, (reference) => {
				const normal = strict.tryNormalize(reference);
				const [fault] = validate(reference);
				const place = (error: UriError) => [error.code, error.component, error.offset];
				expect([reference, fault && place(fault)]).toEqual([reference, normal instanceof UriError ? place(normal) : undefined]);
				if (fault === undefined) ++valid;
			}),
			{ numRuns: runs(12_000) },
		);
		expect(valid).toBeGreaterThan(runs(12_000) / 24);
	});
});

describe("hostile text", () => {
	const LONG = 1_000_000;

	it("has at most a thousand faults", () => {
		expect(validate("<".repeat(LONG)).length).toBe(1000);
		expect(validate(`x://${"_".repeat(LONG)}<`, { edition: "2003" }).length).toBe(1);
	});

	longIt("is too long above 16,777,216 octets, as in the kernel", () => {
		const most = 1 << 24;
		expect(faults("a".repeat(most))).toEqual([]);
		expect(faults(`a${"é".repeat(most / 2)}`)).toEqual([`too-long - ${most / 2} -`]);
	});
});
