/** assembly/reference/ip-literal.ts: IPv6 addresses with zones and IPvFuture, in brackets (RFC 3986 §3.2.2, RFC 6874 §2). */
import { describe, expect, it } from "vitest";
import { Component } from "../../assembly/layout/addresses";
import { Flag, Level, Rule } from "../../assembly/layout/options";
import { Status } from "../../assembly/layout/status";
import { scanIpLiteral, writeIpLiteral } from "../../assembly/reference/ip-literal";
import { failure, INPUT, OUTPUT, put, setOptions, text } from "../support/kernel-memory";

/** The status of what is between the brackets. */
function status(literal: string, options: number): number {
	setOptions(options);
	return scanIpLiteral(INPUT, put(literal));
}

const LENIENT = Level.SCHEME;
const STRICT = Level.SCHEME | Flag.STRICT;

describe("scanIpLiteral accepts", () => {
	it.each([
		["an IPv6 address", "::1"],
		["IPvFuture", "v1.a"],
		["IPvFuture with a capital V", "V1.a"],
		["a version of several hex digits", "vaF09.x"],
		["every kind of octet that an address of IPvFuture allows", "v1.aZ0-._~!$&'()*+,;=:"],
		["a zone (RFC 6874 §2)", "fe80::1%25eth0"],
		["unreserved octets and triplets in a zone", "fe80::1%25a-._~%C3%a9"],
		["a zone of one triplet", "fe80::1%25%41"],
	])("%s: [%s], strict or not", (_what, literal) => {
		expect([status(literal, LENIENT), status(literal, STRICT)]).toEqual([Status.OK, Status.OK]);
	});

	it.each([
		["a zone after a bare percent sign", "fe80::1%eth0"],
		["a zone that starts with one hex digit", "fe80::1%1"],
	])("%s, unless strict: [%s]", (_what, literal) => expect(status(literal, LENIENT)).toBe(Status.OK));
});

describe("scanIpLiteral refuses", () => {
	it.each([
		["nothing", "", 0],
		["a registered name", "example", 0],
		["an IPv6 address that is too short", "1:2", 0],
		["v alone", "v", 0],
		["no version", "v.a", 0],
		["no dot", "v1", 0],
		["nothing after the dot", "v1.", 0],
		["an octet of a version that is not a hex digit", "vg.a", 0],
		["a slash in IPvFuture", "v1.a/b", 0],
		["a triplet in IPvFuture", "v1.%41", 0],
		["an empty zone", "fe80::1%25", 7],
		["a zone after another triplet", "fe80::1%26a", 7],
		["an octet that a zone does not allow", "fe80::1%25a!", 7],
		["a zone after what is not an IPv6 address", "fe80%25a", 0],
	])("%s: [%s], at its place", (_what, literal, offset) => {
		expect(status(literal, LENIENT)).toBe(-Status.INVALID_IP_LITERAL);
		expect(failure()).toEqual({ component: Component.HOST, offset });
	});

	it.each([
		["a bare percent sign before the zone", "fe80::1%eth0", 7],
		["a percent sign at the end", "fe80::1%", 7],
		["a percent sign without digits in the zone", "fe80::1%25a%zz", 11],
	])("%s, as a percent sign without digits when strict: [%s]", (_what, literal, offset) => {
		expect(status(literal, STRICT)).toBe(-Status.INVALID_PERCENT_ENCODING);
		expect(failure()).toEqual({ component: Component.HOST, offset });
	});

	it("a percent sign without digits in the zone, as an invalid literal unless strict", () => {
		expect(status("fe80::1%25a%zz", LENIENT)).toBe(-Status.INVALID_IP_LITERAL);
		expect(failure()).toEqual({ component: Component.HOST, offset: 7 });
	});
});

describe("writeIpLiteral", () => {
	it.each([
		["writes an address as RFC 5952 has it", Level.SCHEME, "[2001:DB8:0:0::1]", "[2001:db8::1]"],
		["keeps the groups without ipv6-text", Level.SYNTAX, "[2001:0DB8:0:0::1]", "[2001:0db8:0:0::1]"],
		["keeps the letters without host-case and ipv6-text", 0, "[2001:DB8::1]", "[2001:DB8::1]"],
		["lowers IPvFuture (§6.2.2.1)", Level.SCHEME, "[VF.A:b]", "[vf.a:b]"],
		["keeps IPvFuture without host-case", Level.SCHEME & ~Rule.HOST_CASE, "[VF.A]", "[VF.A]"],
		["lowers the zone (Choice 11)", Level.SCHEME, "[FE80::1%25Eth0]", "[fe80::1%25eth0]"],
		["delimits the zone by %25 (RFC 6874 §2)", Level.SCHEME, "[fe80::1%eth0]", "[fe80::1%25eth0]"],
		["decodes triplets of the zone", Level.SCHEME, "[fe80::1%25%41%2f]", "[fe80::1%25a%2F]"],
	])("%s", (_rule, options, literal, output) => {
		setOptions(options);
		expect(text(OUTPUT, writeIpLiteral(INPUT, put(literal), OUTPUT))).toBe(output);
	});
});
