/**
 * IP literals: the grammar of §3.2.2, the text form of RFC 5952.
 *
 * ```
 *   IP-literal  = "[" ( IPv6address / IPv6addrz / IPvFuture ) "]"                                §3.2.2, RFC 6874 §2
 *   IPvFuture   = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
 *   IPv6addrz   = IPv6address "%25" ZoneID
 *   ZoneID      = 1*( unreserved / pct-encoded )
 *   IPv6address = eight groups h16 ":", one run of them left out as "::", the last two also as IPv4address
 * ```
 */
import { Octet } from "./char";
import { Class, hexValue, is } from "./classes";
import { ABSENT, Address, Component, NOT_HEX } from "./layout";
import { copy, load8, load32, store8, store32 } from "./memory";
import { Flag, Rule } from "./options";
import { lowerCase, tripletValue, writeOctets } from "./percent";
import { fail } from "./record";
import { find, span } from "./span";
import { Status } from "./status";

/** Checks what stands between the brackets. Returns Status.OK or `-Status`. */
export function scanIpLiteral(start: i32, end: i32): i32 {
	if (start < end && (load8(start) | Octet.CASE_BIT) == Octet.LOWER_V) return scanFuture(start, end);
	const addressEnd = find(start, end, Octet.PERCENT);
	if (!readIPv6(start, addressEnd)) return fail(Status.INVALID_IP_LITERAL, Component.HOST, start);
	return addressEnd < end ? scanZone(addressEnd, end) : Status.OK;
}

function scanFuture(start: i32, end: i32): i32 {
	let at = start + 1;
	while (at < end && hexValue(load8(at)) != NOT_HEX) ++at;
	const versioned = at > start + 1 && at + 1 < end && load8(at) == Octet.DOT;
	if (versioned && span(at + 1, end, Class.USERINFO) == end) return Status.OK;
	return fail(Status.INVALID_IP_LITERAL, Component.HOST, start);
}

/** Checks the zone at the "%" at `start`. Lenient: a bare "%" that begins no triplet delimits the zone as "%25" does. */
function scanZone(start: i32, end: i32): i32 {
	const delimiter = tripletValue(start, end);
	if (delimiter == ABSENT && isStrict()) return failZone(start, start);
	const zone = zoneStart(start, end);
	let at = zone;
	while (at < end) {
		const unreservedEnd = span(at, end, Class.UNRESERVED);
		if (unreservedEnd == end) return Status.OK;
		if (load8(unreservedEnd) != Octet.PERCENT) break;
		if (tripletValue(unreservedEnd, end) == ABSENT) return failZone(start, unreservedEnd);
		at = unreservedEnd + 3;
	}
	const delimited = delimiter == ABSENT || delimiter == Octet.PERCENT;
	if (delimited && at == end && zone < end) return Status.OK;
	return fail(Status.INVALID_IP_LITERAL, Component.HOST, start);
}

/** Strict: "%" without two hex digits is a fault of its own, at that place. Lenient: it makes the literal of the zone invalid. */
function failZone(zone: i32, percent: i32): i32 {
	if (isStrict()) return fail(Status.INVALID_PERCENT_ENCODING, Component.HOST, percent);
	return fail(Status.INVALID_IP_LITERAL, Component.HOST, zone);
}

function isStrict(): bool {
	return (load32(Address.OPTIONS) & Flag.STRICT) != 0;
}

function zoneStart(delimiter: i32, end: i32): i32 {
	return tripletValue(delimiter, end) == ABSENT ? delimiter + 1 : delimiter + 3;
}

/** Writes the IP literal [start, end), brackets included. Requires: `scan` accepted it. Returns the new end. */
export function writeIpLiteral(start: i32, end: i32, to: i32): i32 {
	const options = load32(Address.OPTIONS);
	const literalEnd = end - 1;
	const addressEnd = find(start, literalEnd, Octet.PERCENT);
	store8(to, Octet.OPEN_BRACKET);
	let at = to + 1;
	if ((options & Rule.IPV6_TEXT) != 0 && readIPv6(start + 1, addressEnd)) {
		at = writeIPv6(at);
	} else {
		at = copy(start + 1, addressEnd, at);
		if ((options & Rule.HOST_CASE) != 0) lowerCase(to, at);
	}
	if (addressEnd < literalEnd) at = writeZone(addressEnd, literalEnd, at);
	store8(at, Octet.CLOSE_BRACKET);
	return at + 1;
}

function writeZone(start: i32, end: i32, to: i32): i32 {
	store8(to, Octet.PERCENT);
	store8(to + 1, Octet.DIGIT_2);
	store8(to + 2, Octet.DIGIT_5);
	return writeOctets(zoneStart(start, end), end, to + 3, Component.HOST);
}

function group(index: i32): i32 {
	return load32(Address.GROUPS + (index << 2));
}

function setGroup(index: i32, value: i32): void {
	store32(Address.GROUPS + (index << 2), value);
}

/** Reads the IPv6address [start, end) into GROUPS. Returns false when it is none. */
function readIPv6(start: i32, end: i32): bool {
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

/** The end of the at most four hex digits at `at`: h16 = 1*4HEXDIG. */
function hexDigitsEnd(at: i32, end: i32): i32 {
	const most = end - at > 4 ? at + 4 : end;
	while (at < most && hexValue(load8(at)) != NOT_HEX) ++at;
	return at;
}

function readHex(start: i32, end: i32): i32 {
	let value = 0;
	for (let at = start; at < end; ++at) value = (value << 4) | hexValue(load8(at));
	return value;
}

/** Puts the zeros that "::" stands for between the first `gap` groups and the rest of the `count` groups read. */
function openGap(gap: i32, count: i32): void {
	const zeros = 8 - count;
	for (let index = 7; index >= gap; --index) setGroup(index, index - zeros >= gap ? group(index - zeros) : 0);
}

/**
 * Reads the IPv4address [start, end) into two groups from `index` on. Returns false when it is none.
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
 * Writes GROUPS as RFC 5952 §4 and §5 recommend: lower case, no leading zeros, the longest run of two or more zero
 * groups as "::", the leftmost of equals; an IPv4-mapped address with its last two groups as an IPv4 address.
 */
function writeIPv6(to: i32): i32 {
	const mapped = isIPv4Mapped();
	const count = mapped ? 6 : 8;
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
	if (!mapped) return to;
	store8(to++, Octet.COLON);
	return writeIPv4(to);
}

/** ::ffff:0:0/96, RFC 4291 §2.5.5.2. */
function isIPv4Mapped(): bool {
	for (let index = 0; index < 5; ++index) if (group(index) != 0) return false;
	return group(5) == 0xffff;
}

/** The first group of the longest run of at least two zero groups, the leftmost of equals; ABSENT when there is none. */
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

function writeIPv4(to: i32): i32 {
	for (let part = 0; part < 4; ++part) {
		if (part > 0) store8(to++, Octet.DOT);
		to = writeDecimal((group(6 + (part >> 1)) >> (part & 1 ? 0 : 8)) & 255, to);
	}
	return to;
}

/** Writes a value from 0 to 255. The dialect has no division: hundreds and tens are counted off. */
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
