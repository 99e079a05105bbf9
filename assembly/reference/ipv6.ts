/**
 * IPv6 addresses: the grammar of §3.2.2, the text form of RFC 5952.
 *
 * ```
 *   IPv6address = eight groups h16 separated by ":", one run of zeros as "::", the last two groups also as IPv4address
 *   h16         = 1*4HEXDIG
 * ```
 */

import { ABSENT, Address, NOT_HEX } from "../layout/addresses";
import { Octet } from "../octets/char";
import { Class, hexValue, is } from "../octets/classes";
import { load8, load32, store8, store32 } from "../octets/memory";

export function group(index: i32): i32 {
	return load32(Address.GROUPS + (index << 2));
}

export function setGroup(index: i32, value: i32): void {
	store32(Address.GROUPS + (index << 2), value);
}

/** Reads the IPv6address [start, end) into GROUPS. Returns false if it is not one. */
export function readIPv6(start: i32, end: i32): bool {
	let at = start;
	let count = 0;
	let gap = ABSENT;
	if (end - start >= 2 && load8(start) == Octet.COLON && load8(start + 1) == Octet.COLON) {
		gap = 0;
		at += 2;
	}
	while (at < end) {
		if (count == 8) return false;
		const groupEnd = hexDigitsEnd(at, end);
		if (groupEnd < end && load8(groupEnd) == Octet.DOT) {
			if (count > 6 || !readIPv4(at, end, count)) return false;
			count += 2;
			break;
		}
		if (groupEnd == at) return false;
		setGroup(count++, readHex(at, groupEnd));
		at = groupEnd;
		if (at == end) break;
		if (load8(at) != Octet.COLON || at + 1 == end) return false;
		++at;
		if (load8(at) == Octet.COLON) {
			if (gap != ABSENT) return false;
			gap = count;
			++at;
		}
	}
	if (gap == ABSENT) return count == 8;
	openGap(gap, count);
	return count < 8;
}

/** The end of the hex digits at `at`, at most four: h16 = 1*4HEXDIG. */
function hexDigitsEnd(at: i32, end: i32): i32 {
	const limit = end - at > 4 ? at + 4 : end;
	while (at < limit && hexValue(load8(at)) != NOT_HEX) ++at;
	return at;
}

function readHex(start: i32, end: i32): i32 {
	let value = 0;
	for (let at = start; at < end; ++at) value = (value << 4) | hexValue(load8(at));
	return value;
}

/** Expands "::": moves the groups from index `gap` on to the end and fills the gap with zeros. `count` groups were read. */
function openGap(gap: i32, count: i32): void {
	const zeros = 8 - count;
	for (let index = 7; index >= gap; --index) setGroup(index, index - zeros >= gap ? group(index - zeros) : 0);
}

/**
 * Reads the IPv4address [start, end) into the groups `index` and `index` + 1. Returns false if it is not one.
 *
 * ```
 *   IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet      dec-octet: 0 to 255 without leading zeros
 * ```
 */
function readIPv4(start: i32, end: i32, index: i32): bool {
	let at = start;
	let address = 0;
	for (let part = 0; part < 4; ++part) {
		if (part > 0 && (at == end || load8(at++) != Octet.DOT)) return false;
		const digits = at;
		let value = 0;
		while (at < end && at - digits < 3 && is(load8(at), Class.DIGIT)) value = value * 10 + load8(at++) - Octet.DIGIT_0;
		if (at == digits || value > 255) return false;
		if (at - digits > 1 && load8(digits) == Octet.DIGIT_0) return false;
		address = (address << 8) | value;
	}
	setGroup(index, (address >> 16) & 0xffff);
	setGroup(index + 1, address & 0xffff);
	return at == end;
}

/**
 * Writes GROUPS as RFC 5952 §4 and §5 recommend: lower case, no leading zeros, the longest run of two or more zero groups as
 * "::" (the leftmost of equally long ones), the last two groups of an IPv4-mapped address as an IPv4 address.
 */
export function writeIPv6(to: i32): i32 {
	if (!isIPv4Mapped()) return writeGroups(8, to);
	to = writeGroups(6, to);
	store8(to++, Octet.COLON);
	return writeIPv4(to);
}

/** Writes the first `count` groups in hexadecimal, the longest run of two or more zeros as "::". Returns the new end. */
export function writeGroups(count: i32, to: i32): i32 {
	const gap = longestZeros(count);
	const gapEnd = gap == ABSENT ? ABSENT : zerosEnd(gap, count);
	for (let index = 0; index < count; ++index) {
		if (index == gap) {
			store8(to++, Octet.COLON);
			store8(to++, Octet.COLON);
		}
		if (index >= gap && index < gapEnd) continue;
		if (index > 0 && index != gapEnd) store8(to++, Octet.COLON);
		to = writeHex(group(index), to);
	}
	return to;
}

/** ::ffff:0:0/96, RFC 4291 §2.5.5.2. */
function isIPv4Mapped(): bool {
	for (let index = 0; index < 5; ++index) if (group(index) != 0) return false;
	return group(5) == 0xffff;
}

/** The index where the longest run of two or more zero groups starts, the leftmost of equally long ones, or ABSENT. */
function longestZeros(count: i32): i32 {
	let longest = ABSENT;
	let length = 1;
	for (let index = 0; index < count; ++index) {
		const runEnd = zerosEnd(index, count);
		if (runEnd - index <= length) continue;
		longest = index;
		length = runEnd - index;
	}
	return longest;
}

function zerosEnd(index: i32, count: i32): i32 {
	while (index < count && group(index) == 0) ++index;
	return index;
}

function writeHex(value: i32, to: i32): i32 {
	let shift = 12;
	while (shift > 0 && value >> shift == 0) shift -= 4;
	for (; shift >= 0; shift -= 4) {
		const digit = (value >> shift) & 15;
		store8(to++, digit < 10 ? Octet.DIGIT_0 + digit : Octet.LOWER_A + digit - 10);
	}
	return to;
}

/** Writes the last two groups as an IPv4 address. Returns the new end. */
export function writeIPv4(to: i32): i32 {
	for (let part = 0; part < 4; ++part) {
		if (part > 0) store8(to++, Octet.DOT);
		to = writeDecimal((group(6 + (part >> 1)) >> (part & 1 ? 0 : 8)) & 255, to);
	}
	return to;
}

/** Writes a value from 0 to 255. Subtracts hundreds and tens, because the dialect has no division. */
function writeDecimal(value: i32, to: i32): i32 {
	const written = to;
	for (let unit = 100; unit > 1; unit = unit == 100 ? 10 : 1) {
		let digit = 0;
		for (; value >= unit; value -= unit) ++digit;
		if (digit > 0 || to > written) store8(to++, Octet.DIGIT_0 + digit);
	}
	store8(to++, Octet.DIGIT_0 + value);
	return to;
}
