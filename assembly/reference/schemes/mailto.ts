/**
 * The rules of scheme mailto: RFC 6068 §2.
 *
 * ```
 *   mailtoURI = "mailto:" [ to ] [ "?" hfield *( "&" hfield ) ]
 *   to        = addr-spec *( "," addr-spec )           addr-spec = local-part "@" domain
 *   hfield    = hfname "=" hfvalue
 * ```
 *
 * Domains and names of header fields are case-insensitive. Addresses in a header field `to` are equivalent to those before the "?":
 * `mailto:?to=a@example.com` is `mailto:a@example.com`.
 */

import { Component } from "../../layout/addresses";
import { Octet } from "../../octets/char";
import { load8, store8 } from "../../octets/memory";
import { find } from "../../octets/span";
import { matches } from "../../octets/text";
import { lowerCase, writeOctets } from "../percent";
import { endOf, startOf } from "../record";

const enum FieldName {
	/** Octets of "%74%6F", the longest way to write "to". */
	MAX = 6,
}

/** Lower-cases the domain of each address in [start, end) in place. Local parts stay. */
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
 * Writes the recorded header fields after the address list [list, to): first the values of `to` fields, appended to the list in
 * order, then "?" and the other fields. Returns the new end, or `-Status`.
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

/**
 * Writes the fields that were not joined to the list; all of them unless addresses were `joined`. The "?" stays if a field does.
 */
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
 * Whether the field [start, end) is a `to` field whose value can be appended to the address list. Writes the normal form of its
 * name to `scratch`.
 */
function holdsAddresses(start: i32, end: i32, scratch: i32): bool {
	const nameEnd = find(start, end, Octet.EQUALS);
	// Fast path only: no longer name is "to".
	if (end - nameEnd < 2 || nameEnd - start > FieldName.MAX) return false;
	const written = writeOctets(start, nameEnd, scratch, Component.QUERY);
	if (written < 0) return false;
	lowerCase(scratch, written);
	if (!matches(scratch, written, "to")) return false;
	return load8(nameEnd + 1) != Octet.SLASH && find(nameEnd, end, Octet.QUESTION_MARK) == end;
}
