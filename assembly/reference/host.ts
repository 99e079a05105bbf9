/**
 * The host (§3.2.2): case, IP literals, and names with octets beyond US-ASCII.
 *
 * Under schemes with a DNS host, such a name is written as A-labels (RFC 5891, UTS #46). The Unicode tables for that are too large
 * for the kernel, so it asks its host (here: the program that drives the kernel):
 *
 * ```
 *   kernel   name, percent-decoded, to QUESTION; returns -Status.NEEDS_ALABEL
 *   host     A-labels to ANSWER, their length (or 0 to refuse) to ANSWER_LENGTH; repeats the call
 *   kernel   checks and uses the answer; resets ANSWER_LENGTH to ABSENT
 * ```
 */

import { ABSENT, Address, Component, Limit, NOT_HEX } from "../layout/addresses";
import { Flag, Rule } from "../layout/options";
import { Status } from "../layout/status";
import { Octet } from "../octets/char";
import { Class, hexValue, is } from "../octets/classes";
import { copy, copyLower, load8, load32, store8, store32 } from "../octets/memory";
import { find, span } from "../octets/span";
import { writeIpLiteral } from "./ip-literal";
import { tripletValue, writeOctets } from "./percent";
import { hasTrait, Trait } from "./schemes";

/**
 * Writes the host [start, end). `row` is the registry row of the scheme. Returns the new end, or `-Status`.
 *
 * Choice 7: only four decimal octets are an IPv4 address. `0x7f.1` is a registered name and stays.
 */
export function writeHost(row: i32, start: i32, end: i32, to: i32): i32 {
	const options = load32(Address.OPTIONS);
	if (span(start, end, Class.REG_NAME) == end) {
		return (options & Rule.HOST_CASE) != 0 ? copyLower(start, end, to) : copy(start, end, to);
	}
	if (load8(start) == Octet.OPEN_BRACKET) return writeIpLiteral(start, end, to);
	const written = writeOctets(start, end, to, Component.HOST);
	if (written < 0 || find(to, written, Octet.PERCENT) == written) return written;
	const wantsALabels = (options & Rule.A_LABEL) != 0 && (options & Flag.NO_A_LABELS) == 0;
	return wantsALabels && hasTrait(row, Trait.DNS_HOST) ? writeALabels(to, written) : written;
}

/**
 * Replaces the percent-encoded host [start, end) in the output by the answer, or asks for one. Without a valid answer the host
 * stays as it is.
 */
function writeALabels(start: i32, end: i32): i32 {
	const length = load32(Address.ANSWER_LENGTH);
	if (length == ABSENT) return ask(start, end) ? -Status.NEEDS_ALABEL : end;
	store32(Address.ANSWER_LENGTH, ABSENT);
	const answerEnd = Address.ANSWER + length;
	return isDnsName(Address.ANSWER, answerEnd) ? copy(Address.ANSWER, answerEnd, start) : end;
}

/** Decodes the host [start, end) into QUESTION. Returns false if it cannot be a DNS name. */
function ask(start: i32, end: i32): bool {
	let to: i32 = Address.QUESTION;
	let at = start;
	while (at < end) {
		if (to == Address.QUESTION + Limit.QUESTION) return false;
		const value = load8(at) == Octet.PERCENT ? tripletValue(at, end) : load8(at);
		if (value < Octet.BEYOND_ASCII && !is(value, Class.DNS)) return false;
		at += load8(at) == Octet.PERCENT ? 3 : 1;
		store8(to++, value);
	}
	store32(Address.QUESTION_LENGTH, to - Address.QUESTION);
	return true;
}

const enum Dns {
	/** Octets in a name, a final dot aside, and in a label: RFC 1035 §2.3.4. */
	MAX_NAME = 253,
	MAX_LABEL = 63,
}

/** Whether [start, end) is a DNS name in lower case. Its last label must not be a number, which would make it an IPv4 address. */
function isDnsName(start: i32, end: i32): bool {
	const nameEnd = end > start && load8(end - 1) == Octet.DOT ? end - 1 : end;
	if (nameEnd == start || nameEnd - start > Dns.MAX_NAME || span(start, end, Class.DNS) != end) return false;
	let label = start;
	while (true) {
		const labelEnd = find(label, nameEnd, Octet.DOT);
		if (labelEnd == label || labelEnd - label > Dns.MAX_LABEL) return false;
		if (labelEnd == nameEnd) return !isNumber(label, labelEnd);
		label = labelEnd + 1;
	}
}

/** Whether the label is a number in decimal, octal or hexadecimal. */
function isNumber(start: i32, end: i32): bool {
	if (span(start, end, Class.DIGIT) == end) return true;
	if (end - start < 2 || load8(start) != Octet.DIGIT_0 || load8(start + 1) != Octet.LOWER_X) return false;
	for (let at = start + 2; at < end; ++at) if (hexValue(load8(at)) == NOT_HEX) return false;
	return true;
}
