/**
 * The rules of the scheme tel: RFC 3966 §3, §4.
 *
 * ```
 *   telephone-uri = "tel:" number *( ";" parameter )          parameter = pname [ "=" pvalue ]
 * ```
 *
 * Choice 8: parameters are put in order when they are at most 16, 1,024 octets in all, and each has a name; others stay as
 * they came, which keeps the work linear and merges nothing.
 */
import { Octet } from "../char";
import { Class, hexValue, is } from "../classes";
import { Address, Limit, NOT_HEX } from "../layout";
import { copy, load8, load32, move, store8, store32 } from "../memory";
import { lowerCase } from "../percent";
import { find } from "../span";
import { matches } from "../text";

const MAX_PARAMETERS: i32 = 16;

/** Where the parameters to be ordered are noted, two words each: start and end. GROUPS and ANSWER are free at that time. */
const PARAMETERS: i32 = Address.ANSWER;

/** Normalizes number and parameters of the path [start, end), in place. Returns the new end. */
export function normalizeTelPath(start: i32, end: i32): i32 {
	const numberEnd = find(start, end, Octet.SEMICOLON);
	const to = removeSeparators(start, numberEnd);
	const pathEnd = move(numberEnd, end, to);
	lowerNames(to, pathEnd);
	orderParameters(to, pathEnd);
	return pathEnd;
}

/** Removes the visual separators of the number [start, end), in place. What is no number stays. Returns the new end. */
function removeSeparators(start: i32, end: i32): i32 {
	if (!isNumber(start, end)) return end;
	let to = start;
	for (let at = start; at < end; ++at) if (!isSeparator(load8(at))) store8(to++, load8(at));
	return to;
}

/** number = [ "+" ] *( HEXDIG / "*" / visual-separator ), with a digit in it. ("#" has to be encoded in a URI.) */
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

/** Puts the name of each parameter in [start, end) into lower case. Each begins with its ";". */
function lowerNames(start: i32, end: i32): void {
	let at = start;
	while (at < end) {
		const parameterEnd = find(at + 1, end, Octet.SEMICOLON);
		lowerCase(at, find(at, parameterEnd, Octet.EQUALS));
		at = parameterEnd;
	}
}

/** Puts the parameters [start, end) in the order of §3: isub or ext, phone-context, the others by name. */
function orderParameters(start: i32, end: i32): void {
	if (end - start > Limit.QUESTION) return;
	const shift = Address.QUESTION - start;
	copy(start, end, Address.QUESTION);
	const count = noteParameters(Address.QUESTION, end + shift);
	let to = start;
	for (let i = 0; i < count; ++i) to = move(parameterStart(i), parameterEnd(i), to);
}

/** Notes the parameters [start, end) in order, each put behind the last that is not greater. 0 when they have to stay. */
function noteParameters(start: i32, end: i32): i32 {
	let count = 0;
	let at = start;
	while (at < end) {
		const next = find(at + 1, end, Octet.SEMICOLON);
		if (count == MAX_PARAMETERS || nameEnd(at, next) == at + 1) return 0;
		let place = count++;
		for (; place > 0 && isBefore(at, next, parameterStart(place - 1), parameterEnd(place - 1)); --place) {
			noteParameter(place, parameterStart(place - 1), parameterEnd(place - 1));
		}
		noteParameter(place, at, next);
		at = next;
	}
	return count;
}

function noteParameter(index: i32, start: i32, end: i32): void {
	store32(PARAMETERS + (index << 3), start);
	store32(PARAMETERS + (index << 3) + 4, end);
}

function parameterStart(index: i32): i32 {
	return load32(PARAMETERS + (index << 3));
}

function parameterEnd(index: i32): i32 {
	return load32(PARAMETERS + (index << 3) + 4);
}

function nameEnd(start: i32, end: i32): i32 {
	return find(start, end, Octet.EQUALS);
}

/** Says whether the parameter [start, end) stands before the other one: by place, then by name, octet by octet. */
function isBefore(start: i32, end: i32, other: i32, otherEnd: i32): bool {
	const place = placeOf(start, end);
	const otherPlace = placeOf(other, otherEnd);
	if (place != otherPlace) return place < otherPlace;
	const length = nameEnd(start, end) - start;
	const otherLength = nameEnd(other, otherEnd) - other;
	for (let i = 0; i < length && i < otherLength; ++i) {
		if (load8(start + i) != load8(other + i)) return load8(start + i) < load8(other + i);
	}
	return length < otherLength;
}

function placeOf(start: i32, end: i32): i32 {
	const name = start + 1;
	const until = nameEnd(start, end);
	if (matches(name, until, "isub") || matches(name, until, "ext")) return 0;
	return matches(name, until, "phone-context") ? 1 : 2;
}
