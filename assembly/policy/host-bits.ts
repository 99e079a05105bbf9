/**
 * Bits of a host: one for each of its labels, by its first octets. A text with which the host begins at a label has the bit of the label.
 *
 * ```
 *   www.youtube.com     a bit for "yout": labels "www" distinguish no hosts, and no text with a bit is as short as a last label "com"
 * ```
 */
import { Lists } from "../layout/crawl-state";
import { Octet } from "../octets/char";
import { Class, is } from "../octets/classes";
import { load8, load32 } from "../octets/memory";
import { lists, setLists } from "./list-state";

/** The bits of a host of which nothing is known. */
export const ANY_HOST: i32 = -1;
/** In place of the end of a host: its first octet that no name has. */
export const NAME_END: i32 = 0x7fffffff;
/** Octets that decide on a bit, those after a short label among them. */
const FIRST_OCTETS: i32 = 4;
/** Octets of "http", and of "http://". */
const SCHEME_LENGTH: i32 = 4;
const HTTP_LENGTH: i32 = 7;
/** "www." */
const WWW: i32 = 0x2e777777;

/** The start of the host of the http or https reference at `line`. Requires: it has no userinfo. */
export function hostOf(line: i32): i32 {
	return line + (load8(line + SCHEME_LENGTH) == Octet.COLON ? HTTP_LENGTH : HTTP_LENGTH + 1);
}

/** Begins a reference: nothing is known of its host. */
export function forgetHost(): void {
	setLists(Lists.HOST_BITS, 0);
}

/** The bits of the host [start, end) of the reference at hand; ANY_HOST if it is no name. Requires: `forgetHost` was called for it. */
export function hostBits(start: i32, end: i32): i32 {
	if (lists(Lists.HOST_BITS) == 0) setLists(Lists.HOST_BITS, findBits(start, end));
	return lists(Lists.HOST_BITS);
}

function findBits(start: i32, end: i32): i32 {
	let bits = 0;
	let label = start;
	let at = start;
	for (; at < end && is(load8(at), Class.DNS); ++at) {
		if (load8(at) != Octet.DOT) continue;
		if (load32(label) != WWW) bits |= bitOf(label);
		label = at + 1;
	}
	const isName = at == end || load8(at) == Octet.SLASH || load8(at) == Octet.QUESTION_MARK;
	if (!isName) return ANY_HOST;
	return at - label < FIRST_OCTETS ? bits : bits | bitOf(label);
}

/** The bit of hosts that begin with a text at one of their labels; ANY_HOST if it says too little. */
export function textBit(text: i32, length: i32): i32 {
	if (length < FIRST_OCTETS || load32(text) == WWW) return ANY_HOST;
	for (let at = text; at < text + FIRST_OCTETS; ++at) if (load8(at) == Octet.SLASH) return ANY_HOST;
	return bitOf(text);
}

function bitOf(label: i32): i32 {
	const octets = load32(label);
	const sum = octets ^ (octets >>> 15);
	return 1 << ((sum ^ (sum >>> 7) ^ (sum >>> 3)) & 31);
}
