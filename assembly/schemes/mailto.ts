/**
 * The rules of the scheme mailto: RFC 6068 §2.
 *
 * ```
 *   mailtoURI = "mailto:" [ to ] [ "?" hfield *( "&" hfield ) ]
 *   to        = addr-spec *( "," addr-spec )           addr-spec = local-part "@" domain
 *   hfield    = hfname "=" hfvalue
 * ```
 *
 * Domains and the names of header fields have no case; the addresses of a header field `to` are the same as those before
 * the "?", so that `mailto:?to=a@example.com` is `mailto:a@example.com`.
 */
import { Octet } from "../char";
import { Component } from "../layout";
import { load8, store8 } from "../memory";
import { lowerCase, writeOctets } from "../percent";
import { endOf, startOf } from "../record";
import { find } from "../span";
import { matches } from "../text";

/** Puts the domain of each address in [start, end) into lower case, in place. The local parts stay. */
export function normalizeAddresses(start: i32, end: i32): void {
	let address = start;
	while (address < end) {
		const addressEnd = find(address, end, Octet.COMMA);
		let domain = addressEnd;
		for (let at = find(address, addressEnd, Octet.AT); at < addressEnd; at = find(at + 1, addressEnd, Octet.AT)) domain = at;
		lowerCase(domain, addressEnd);
		address = addressEnd + 1;
	}
}

/**
 * Writes the header fields on record behind the address list [list, to): first the values of `to` fields, joined to the
 * list in order, then "?" and the other fields. Returns the new end, or `-Status`.
 */
export function writeHeaderFields(list: i32, to: i32): i32 {
	const listEnd = joinAddresses(list, to);
	if (listEnd < 0) return listEnd;
	normalizeAddresses(to, listEnd);
	return writeOtherFields(listEnd, listEnd > to);
}

function joinAddresses(list: i32, to: i32): i32 {
	const end = endOf(Component.QUERY);
	let field = startOf(Component.QUERY);
	while (field <= end) {
		const fieldEnd = find(field, end, Octet.AMPERSAND);
		if (holdsAddresses(field, fieldEnd, to)) {
			if (to > list) store8(to++, Octet.COMMA);
			to = writeOctets(find(field, fieldEnd, Octet.EQUALS) + 1, fieldEnd, to, Component.PATH);
			if (to < 0) return to;
		}
		field = fieldEnd + 1;
	}
	return to;
}

/** Writes the fields that are no addresses. The "?" stays unless every field was `joined` to the list. */
function writeOtherFields(to: i32, joined: bool): i32 {
	const end = endOf(Component.QUERY);
	let field = startOf(Component.QUERY);
	let delimiter: i32 = Octet.QUESTION_MARK;
	while (field <= end) {
		const fieldEnd = find(field, end, Octet.AMPERSAND);
		if (!joined || !holdsAddresses(field, fieldEnd, to)) {
			store8(to++, delimiter);
			to = writeField(field, fieldEnd, to);
			if (to < 0) return to;
			delimiter = Octet.AMPERSAND;
		}
		field = fieldEnd + 1;
	}
	return to;
}

function writeField(start: i32, end: i32, to: i32): i32 {
	const nameEnd = find(start, end, Octet.EQUALS);
	const written = writeOctets(start, nameEnd, to, Component.QUERY);
	if (written < 0) return written;
	lowerCase(to, written);
	return writeOctets(nameEnd, end, written, Component.QUERY);
}

/**
 * Says whether the field [start, end) is a `to` field with a value that can stand in the address list. Its name in normal
 * form is left behind `scratch`.
 */
function holdsAddresses(start: i32, end: i32, scratch: i32): bool {
	const nameEnd = find(start, end, Octet.EQUALS);
	if (end - nameEnd < 2 || nameEnd - start > 6) return false;
	const written = writeOctets(start, nameEnd, scratch, Component.QUERY);
	if (written < 0) return false;
	lowerCase(scratch, written);
	if (!matches(scratch, written, "to")) return false;
	return load8(nameEnd + 1) != Octet.SLASH && find(nameEnd, end, Octet.QUESTION_MARK) == end;
}
