/**
 * The host (§3.2.2): case, IP literals, and names with octets beyond ASCII.
 *
 * Such a name in the DNS is written as A-labels (RFC 5891, UTS #46). The table for that does not belong into the kernel:
 * it leaves the name at QUESTION and stops; the host of the kernel puts the A-labels at ANSWER and calls again.
 */
import { Octet } from "./char";
import { Class, hexValue, is } from "./classes";
import { writeIpLiteral } from "./ip-literal";
import { ABSENT, Address, Component, Limit, NOT_HEX } from "./layout";
import { copy, copyLower, load8, load32, store8, store32 } from "./memory";
import { Flag, Rule } from "./options";
import { tripletValue, writeOctets } from "./percent";
import { hasTrait, Trait } from "./schemes";
import { find, span } from "./span";
import { Status } from "./status";

/**
 * Writes the host [start, end) of a reference whose scheme is in `row`. Returns the new end, or `-Status`.
 *
 * Choice 7: an IPv4 address is nothing but four decimal octets; `0x7f.1` is a registered name and stays.
 */
export function writeHost(row: i32, start: i32, end: i32, to: i32): i32 {
	const options = load32(Address.OPTIONS);
	if (span(start, end, Class.REG_NAME) == end) {
		return (options & Rule.HOST_CASE) != 0 ? copyLower(start, end, to) : copy(start, end, to);
	}
	if (load8(start) == Octet.OPEN_BRACKET) return writeIpLiteral(start, end, to);
	const written = writeOctets(start, end, to, Component.HOST);
	if (written < 0 || find(to, written, Octet.PERCENT) == written) return written;
	const wanted = (options & Rule.A_LABEL) != 0 && (options & Flag.NO_A_LABELS) == 0;
	return wanted && hasTrait(row, Trait.DNS_HOST) ? writeALabels(to, written) : written;
}

/** Puts the answer in place of the host [start, end), or asks for it. A host that gets none stays percent-encoded. */
function writeALabels(start: i32, end: i32): i32 {
	const length = load32(Address.ANSWER_LENGTH);
	if (length == ABSENT) return ask(start, end) ? -Status.NEEDS_ALABEL : end;
	store32(Address.ANSWER_LENGTH, ABSENT);
	const answerEnd = Address.ANSWER + length;
	return isDnsName(Address.ANSWER, answerEnd) ? copy(Address.ANSWER, answerEnd, start) : end;
}

/** Decodes the host [start, end) into QUESTION. Returns false when it cannot be a name in the DNS. */
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

/**
 * Says whether [start, end) is a name in the DNS in lower case: labels of 1 to 63 octets, 253 in all and a final dot
 * (RFC 1035 §2.3.4), the last label no number, lest a name be taken for an IPv4 address.
 */
function isDnsName(start: i32, end: i32): bool {
	const nameEnd = end > start && load8(end - 1) == Octet.DOT ? end - 1 : end;
	if (nameEnd == start || nameEnd - start > 253 || span(start, end, Class.DNS) != end) return false;
	let label = start;
	while (true) {
		const labelEnd = find(label, nameEnd, Octet.DOT);
		if (labelEnd == label || labelEnd - label > 63) return false;
		if (labelEnd == nameEnd) return !isNumber(label, labelEnd);
		label = labelEnd + 1;
	}
}

/** Says whether the label reads as a number in decimal, octal or hexadecimal. */
function isNumber(start: i32, end: i32): bool {
	if (span(start, end, Class.DIGIT) == end) return true;
	if (end - start < 2 || load8(start) != Octet.DIGIT_0 || load8(start + 1) != Octet.LOWER_X) return false;
	for (let at = start + 2; at < end; ++at) if (hexValue(load8(at)) == NOT_HEX) return false;
	return true;
}
