/**
 * The rules of scheme tel: RFC 3966 §3, §4.
 *
 * ```
 *   telephone-uri = "tel:" number *( ";" parameter )          parameter = pname [ "=" pvalue ]
 * ```
 *
 * Choice 8: parameters are sorted if there are at most 16, of at most 1,024 octets in all, and each has a name. Otherwise they keep
 * their order, so that the work stays linear. That merges nothing.
 *
 * Sorting copies the parameters to QUESTION, insertion-sorts their addresses in ANSWER, and writes them back in order.
 */

import { Address, Limit, NOT_HEX } from "../../layout/addresses";
import { Octet } from "../../octets/char";
import { Class, hexValue, is } from "../../octets/classes";
import { copy, load8, load32, move, store8, store32 } from "../../octets/memory";
import { find } from "../../octets/span";
import { matches } from "../../octets/text";
import { lowerCase } from "../percent";

const enum Parameters {
	MAX = 16,
}

/** Start and end of each parameter in order, i32 each. ANSWER, 256 octets, is free while a path is normalized. */
const LIST: i32 = Address.ANSWER;

/** Normalizes number and parameters of the path [start, end), in place. Returns the new end. */
export function normalizeTelPath(start: i32, end: i32): i32 {
	const numberEnd = find(start, end, Octet.SEMICOLON);
	const to = removeSeparators(start, numberEnd);
	const pathEnd = move(numberEnd, end, to);
	lowerNames(to, pathEnd);
	sortParameters(to, pathEnd);
	return pathEnd;
}

/** Removes the visual separators of [start, end) in place if it is a number. Returns the new end. */
function removeSeparators(start: i32, end: i32): i32 {
	if (!isNumber(start, end)) return end;
	let to = start;
	for (let at = start; at < end; ++at) if (!isSeparator(load8(at))) store8(to++, load8(at));
	return to;
}

/** number = [ "+" ] *( HEXDIG / "*" / visual-separator ), with at least one decimal digit. ("#" delimits a fragment.) */
function isNumber(start: i32, end: i32): bool {
	let digits = 0;
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		if (is(octet, Class.DIGIT)) ++digits;
		const isPlus = octet == Octet.PLUS && at == start;
		if (hexValue(octet) == NOT_HEX && octet != Octet.ASTERISK && !isPlus && !isSeparator(octet)) return false;
	}
	return digits > 0;
}

/** visual-separator = "-" / "." / "(" / ")" */
function isSeparator(octet: i32): bool {
	if (octet == Octet.HYPHEN || octet == Octet.DOT) return true;
	return octet == Octet.OPEN_PARENTHESIS || octet == Octet.CLOSE_PARENTHESIS;
}

/** Lower-cases the name of each parameter in [start, end). A parameter starts with its ";". */
function lowerNames(start: i32, end: i32): void {
	let at = start;
	while (at < end) {
		const parameterEnd = find(at + 1, end, Octet.SEMICOLON);
		lowerCase(at, find(at, parameterEnd, Octet.EQUALS));
		at = parameterEnd;
	}
}

/** Sorts the parameters [start, end) in the order of §3: isub or ext, phone-context, the others by name. */
function sortParameters(start: i32, end: i32): void {
	if (end - start > Limit.QUESTION) return;
	const shift = Address.QUESTION - start;
	copy(start, end, Address.QUESTION);
	const count = listParameters(Address.QUESTION, end + shift);
	let to = start;
	for (let i = 0; i < count; ++i) to = move(parameterStart(i), parameterEnd(i), to);
}

/** Lists the parameters [start, end) in order, by a stable insertion sort. Returns their number, or 0 if they must stay. */
function listParameters(start: i32, end: i32): i32 {
	let count = 0;
	let at = start;
	while (at < end) {
		const next = find(at + 1, end, Octet.SEMICOLON);
		if (count == Parameters.MAX || nameEnd(at, next) == at + 1) return 0;
		let place = count++;
		for (; place > 0 && isBefore(at, next, parameterStart(place - 1), parameterEnd(place - 1)); --place) {
			listParameter(place, parameterStart(place - 1), parameterEnd(place - 1));
		}
		listParameter(place, at, next);
		at = next;
	}
	return count;
}

function listParameter(index: i32, start: i32, end: i32): void {
	store32(LIST + (index << 3), start);
	store32(LIST + (index << 3) + 4, end);
}

function parameterStart(index: i32): i32 {
	return load32(LIST + (index << 3));
}

function parameterEnd(index: i32): i32 {
	return load32(LIST + (index << 3) + 4);
}

function nameEnd(start: i32, end: i32): i32 {
	return find(start, end, Octet.EQUALS);
}

/** Whether the parameter [start, end) sorts before the other one: by rank, then by name, octet by octet. */
function isBefore(start: i32, end: i32, other: i32, otherEnd: i32): bool {
	const rank = rankOf(start, end);
	const otherRank = rankOf(other, otherEnd);
	if (rank != otherRank) return rank < otherRank;
	const length = nameEnd(start, end) - start;
	const otherLength = nameEnd(other, otherEnd) - other;
	for (let i = 0; i < length && i < otherLength; ++i) {
		if (load8(start + i) != load8(other + i)) return load8(start + i) < load8(other + i);
	}
	return length < otherLength;
}

function rankOf(start: i32, end: i32): i32 {
	const name = start + 1;
	const until = nameEnd(start, end);
	if (matches(name, until, "isub") || matches(name, until, "ext")) return 0;
	return matches(name, until, "phone-context") ? 1 : 2;
}
