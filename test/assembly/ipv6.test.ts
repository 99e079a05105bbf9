/** assembly/reference/ipv6.ts: the grammar of IPv6 addresses (RFC 3986 §3.2.2) and their text form (RFC 5952). */
import { describe, expect, it } from "vitest";
import { Address } from "../../assembly/layout/addresses";
import { load32, store32 } from "../../assembly/octets/memory";
import { readIPv6, writeIPv6 } from "../../assembly/reference/ipv6";
import { INPUT, OUTPUT, put, text } from "../support/kernel-memory";

function setGroups(groups: readonly number[]): void {
	for (const [index, group] of groups.entries()) store32(Address.GROUPS + 4 * index, group);
}

/** The groups that `readIPv6` reads, in hexadecimal; undefined when it refuses. */
function groups(address: string): string | undefined {
	setGroups(Array(8).fill(0xeeee));
	if (!readIPv6(INPUT, put(address))) return undefined;
	return Array.from({ length: 8 }, (_, index) => load32(Address.GROUPS + 4 * index).toString(16)).join(" ");
}

describe("readIPv6 accepts (§3.2.2)", () => {
	it.each([
		["eight groups", "1:2:3:4:5:6:7:8", "1 2 3 4 5 6 7 8"],
		["one to four digits in either case", "0:00:000:0000:a:AB:aBc:FfFf", "0 0 0 0 a ab abc ffff"],
		[":: alone", "::", "0 0 0 0 0 0 0 0"],
		[":: first", "::8", "0 0 0 0 0 0 0 8"],
		[":: last", "1::", "1 0 0 0 0 0 0 0"],
		[":: in the middle", "1:2::7:8", "1 2 0 0 0 0 7 8"],
		[":: for a single group", "1:2:3:4::6:7:8", "1 2 3 4 0 6 7 8"],
		[":: for the first group", "::2:3:4:5:6:7:8", "0 2 3 4 5 6 7 8"],
		[":: for the last group", "1:2:3:4:5:6:7::", "1 2 3 4 5 6 7 0"],
		["an IPv4 address after six groups", "1:2:3:4:5:6:1.2.3.4", "1 2 3 4 5 6 102 304"],
		["an IPv4 address after ::", "::255.0.10.199", "0 0 0 0 0 0 ff00 ac7"],
		["an IPv4 address after :: for one group", "1:2:3:4:5::1.2.3.4", "1 2 3 4 5 0 102 304"],
	])("%s: %s", (_what, address, expected) => expect(groups(address)).toBe(expected));
});

describe("readIPv6 refuses", () => {
	it.each([
		["nothing", ""],
		["a single colon", ":"],
		["three colons", ":::"],
		["seven groups", "1:2:3:4:5:6:7"],
		["nine groups", "1:2:3:4:5:6:7:8:9"],
		[":: beside eight groups", "1:2:3:4::5:6:7:8"],
		[":: before eight groups", "::1:2:3:4:5:6:7:8"],
		[":: twice", "1::2::3"],
		["a colon first", ":1:2:3:4:5:6:7"],
		["a colon last", "1:2:3:4:5:6:7:"],
		["a colon last after ::", "::1:"],
		["five digits", "::12345"],
		["a letter that is not a hex digit", "::g"],
		["an octet between digits and letters", "::@"],
		["an IPv4 address that is not last", "::1.2.3.4:5"],
		["an IPv4 address after seven groups", "1:2:3:4:5:6:7:1.2.3.4"],
		["an IPv4 address after five groups", "1:2:3:4:5:1.2.3.4"],
		["an IPv4 address alone", "1.2.3.4"],
		["three decimal numbers", "::1.2.3"],
		["five decimal numbers", "::1.2.3.4.5"],
		["a decimal number above 255", "::1.2.3.256"],
		["four decimal digits", "::1.2.3.1000"],
		["a leading zero", "::1.2.3.04"],
		["two zeros", "::1.2.3.00"],
		["an empty decimal number", "::1..3.4"],
		["a hex digit in a decimal number", "::1.2.3.a"],
		["a zone", "fe80::1%25eth0"],
	])("%s: %s", (_what, address) => expect(groups(address)).toBeUndefined());

	it("digits that follow the end", () => {
		const end = put("1:2:3:4:5:6:7:");
		expect(readIPv6(INPUT, end)).toBe(false);
		expect(readIPv6(INPUT, end + 1)).toBe(true);
	});
});

describe("writeIPv6 (RFC 5952)", () => {
	it.each([
		["§4.1: no leading zeros", [0x2001, 0xdb8, 1, 0x10, 0x100, 0x1000, 2, 3], "2001:db8:1:10:100:1000:2:3"],
		["§4.2.1: :: for the longest run", [1, 0, 0, 4, 0, 0, 0, 8], "1:0:0:4::8"],
		["§4.2.2: not for a single zero group", [1, 0, 3, 4, 5, 6, 7, 8], "1:0:3:4:5:6:7:8"],
		["§4.2.3: the leftmost of equal runs", [1, 0, 0, 4, 5, 0, 0, 8], "1::4:5:0:0:8"],
		["§4.3: lower case", [0xabcd, 0xef, 1, 1, 1, 1, 1, 1], "abcd:ef:1:1:1:1:1:1"],
		["§5: an IPv4-mapped address in decimal", [0, 0, 0, 0, 0, 0xffff, 0xc000, 0x0280], "::ffff:192.0.2.128"],
		["§5: zeros, ones and the greatest numbers", [0, 0, 0, 0, 0, 0xffff, 0x000a, 0x64ff], "::ffff:0.10.100.255"],
		["§5: no decimal for an IPv4-compatible address", [0, 0, 0, 0, 0, 0, 0x0102, 0x0304], "::102:304"],
		["§5: no decimal for ffff in another place", [0, 0, 0, 0, 0xffff, 0, 1, 2], "::ffff:0:1:2"],
		["zeros at the end", [1, 2, 3, 4, 5, 6, 0, 0], "1:2:3:4:5:6::"],
		["zeros at the start", [0, 0, 3, 4, 5, 6, 7, 8], "::3:4:5:6:7:8"],
		["nothing but zeros", [0, 0, 0, 0, 0, 0, 0, 0], "::"],
		["a run of seven", [0, 0, 0, 0, 0, 0, 0, 1], "::1"],
	])("%s", (_rule, values, expected) => {
		setGroups(values);
		expect(text(OUTPUT, writeIPv6(OUTPUT))).toBe(expected);
	});
});
