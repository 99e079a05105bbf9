/**
 * The scheme registry (§6.2.3): one row per scheme, as data. Each row cites the specification of its scheme.
 *
 * Rows live in a hash table at SCHEMES, keyed by the scheme's name in lower case, with linear probing.
 */

import { Address, SchemeRow } from "../layout/addresses";
import { Octet } from "../octets/char";
import { load8, load32, store8, store32 } from "../octets/memory";

/** Properties of a scheme. */
export const enum Trait {
	/** The host is a DNS name or an IP address: rules a-label and port-zeros apply. */
	DNS_HOST = 1 << 0,
	/** An empty path is equivalent to "/". */
	SLASH_PATH = 1 << 1,
	/** Choice 6: the path is not hierarchical, so dot-segments stay. */
	OPAQUE = 1 << 2,
	/** An authority with an empty host is invalid. */
	REQUIRES_HOST = 1 << 3,
	/** Triplets are not decoded at any level. */
	KEEPS_TRIPLETS = 1 << 4,
}

/** The scheme's own rule, if it has one: the file of that name in schemes/. */
export const enum OwnRule {
	NONE = 0,
	FTP = 1,
	GOPHER = 2,
	FILE = 3,
	MAILTO = 4,
	URN = 5,
	TEL = 6,
	DATA = 7,
}

/** In place of a row: the scheme is not in the registry, or the reference has none. */
export const UNREGISTERED: i32 = 0;

/** Fills the registry. */
export function initializeSchemes(): void {
	const web = Trait.DNS_HOST | Trait.SLASH_PATH;
	register("http", 80, web | Trait.REQUIRES_HOST, OwnRule.NONE); //          RFC 9110 §4.2.1, §4.2.3
	register("https", 443, web | Trait.REQUIRES_HOST, OwnRule.NONE); //        RFC 9110 §4.2.2, §4.2.3
	register("ws", 80, web, OwnRule.NONE); //                            RFC 6455 §3
	register("wss", 443, web, OwnRule.NONE); //                          RFC 6455 §3
	register("ftp", 21, web, OwnRule.FTP); //                            RFC 1738 §3.2
	register("gopher", 70, web, OwnRule.GOPHER); //                      RFC 4266 §2
	register("telnet", 23, web, OwnRule.NONE); //                        RFC 4248 §2
	register("tn3270", 23, web, OwnRule.NONE); //                        RFC 6270 §2
	register("coap", 5683, web, OwnRule.NONE); //                        RFC 7252 §6.1, §6.3
	register("coaps", 5684, web, OwnRule.NONE); //                       RFC 7252 §6.2, §6.3

	register("nntp", 119, Trait.DNS_HOST, OwnRule.NONE); //               RFC 5538 §3
	register("wais", 210, Trait.DNS_HOST, OwnRule.NONE); //               RFC 4156 §2
	register("prospero", 1525, Trait.DNS_HOST, OwnRule.NONE); //          RFC 4157 §2
	register("ldap", 389, Trait.DNS_HOST, OwnRule.NONE); //               RFC 4516 §2
	register("ldaps", 636, Trait.DNS_HOST, OwnRule.NONE); //              RFC 4513 §3.1, RFC 6335 port registry
	register("imap", 143, Trait.DNS_HOST, OwnRule.NONE); //               RFC 5092 §2
	register("pop", 110, Trait.DNS_HOST, OwnRule.NONE); //                RFC 2384 §3
	register("nfs", 2049, Trait.DNS_HOST, OwnRule.NONE); //               RFC 2224 §2
	register("dict", 2628, Trait.DNS_HOST, OwnRule.NONE); //              RFC 2229 §5
	register("rtsp", 554, Trait.DNS_HOST, OwnRule.NONE); //               RFC 7826 §4.2
	register("rtsps", 322, Trait.DNS_HOST, OwnRule.NONE); //              RFC 7826 §4.2

	register("file", 0, 0, OwnRule.FILE); //                             RFC 8089 §2

	register("mailto", 0, Trait.OPAQUE, OwnRule.MAILTO); //               RFC 6068 §2
	register("urn", 0, Trait.OPAQUE | Trait.KEEPS_TRIPLETS, OwnRule.URN); // RFC 8141 §3.1
	register("tel", 0, Trait.OPAQUE, OwnRule.TEL); //                     RFC 3966 §3, §4
	register("data", 0, Trait.OPAQUE, OwnRule.DATA); //                   RFC 2397 §3

	registerOpaqueSchemes();
}

/** Schemes whose only rule is that they are opaque. */
function registerOpaqueSchemes(): void {
	// news RFC 5538 §2 · mid, cid RFC 2392 §2 · sip, sips RFC 3261 §19.1.4 (5060 is not the same as no port)
	// about RFC 6694 §2.1 · javascript HTML Standard, "The javascript: URL special case" · blob W3C File API §8
	registerOpaque("news mid cid sip sips about javascript blob");
	// tag RFC 4151 §2.4 · geo RFC 5870 §3.3 · sms RFC 5724 §2.2 · acct RFC 7565 §7 · info RFC 4452 §3 · im RFC 3860 App. A
	// pres RFC 3859 App. A · xmpp RFC 5122 §2.2 · stun, stuns RFC 7064 §3.1 · turn, turns RFC 7065 §3.1
	registerOpaque("tag geo sms acct info im pres xmpp stun stuns turn turns");
	// pkcs11 RFC 7512 §2.3 · h323 RFC 3508 §2 · iax RFC 5456 §5 · service RFC 2609 §2 · opaquelocktoken RFC 4918 App. C
	// fax, modem RFC 2806 §2.3, §2.4 · did W3C DID Core §3.1
	registerOpaque("pkcs11 h323 iax service opaquelocktoken fax modem did");
}

/** The row of the scheme whose name, in lower case, is [start, end), or UNREGISTERED. */
export function findScheme(start: i32, end: i32): i32 {
	const length = end - start;
	if (length < 1 || length >= SchemeRow.LENGTH) return UNREGISTERED;
	let slot = firstSlot(load8(start), load8(end - 1), length);
	while (load32(rowAt(slot) + SchemeRow.LENGTH) != 0) {
		if (isNamed(rowAt(slot), start, length)) return rowAt(slot);
		slot = (slot + 1) & (SchemeRow.COUNT - 1);
	}
	return UNREGISTERED;
}

/** Whether the scheme of `row` has the trait. */
export function hasTrait(row: i32, trait: i32): bool {
	return row != UNREGISTERED && (load32(row + SchemeRow.TRAITS) & trait) != 0;
}

/** The default port of the scheme of `row`, or 0. */
export function defaultPort(row: i32): i32 {
	return row == UNREGISTERED ? 0 : load32(row + SchemeRow.DEFAULT_PORT);
}

export function ownRule(row: i32): i32 {
	return row == UNREGISTERED ? OwnRule.NONE : load32(row + SchemeRow.OWN_RULE);
}

/** Registers schemes whose only trait is that they are opaque. Their names are separated by spaces. */
function registerOpaque(names: string): void {
	for (let start = 0; start < names.length; ) {
		let end = start;
		while (end < names.length && names.charCodeAt(end) != Octet.SPACE) ++end;
		registerPart(names, start, end, 0, Trait.OPAQUE, OwnRule.NONE);
		start = end + 1;
	}
}

function register(name: string, port: i32, traits: i32, rule: i32): void {
	registerPart(name, 0, name.length, port, traits, rule);
}

/** Registers the scheme whose name is the substring [start, end) of `names`. */
function registerPart(names: string, start: i32, end: i32, port: i32, traits: i32, rule: i32): void {
	const length = end - start;
	let slot = firstSlot(names.charCodeAt(start), names.charCodeAt(end - 1), length);
	while (load32(rowAt(slot) + SchemeRow.LENGTH) != 0) slot = (slot + 1) & (SchemeRow.COUNT - 1);
	const row = rowAt(slot);
	for (let i = 0; i < length; ++i) store8(row + i, names.charCodeAt(start + i));
	store32(row + SchemeRow.LENGTH, length);
	store32(row + SchemeRow.DEFAULT_PORT, port);
	store32(row + SchemeRow.TRAITS, traits);
	store32(row + SchemeRow.OWN_RULE, rule);
}

function rowAt(slot: i32): i32 {
	return Address.SCHEMES + slot * SchemeRow.SIZE;
}

/** First slot of the search for a name: a cheap hash of its first and last octet and its length. */
function firstSlot(first: i32, last: i32, length: i32): i32 {
	return (first * 7 + last * 3 + length * 31) & (SchemeRow.COUNT - 1);
}

function isNamed(row: i32, start: i32, length: i32): bool {
	if (load32(row + SchemeRow.LENGTH) != length) return false;
	// Four octets at a time; the last four may overlap the ones before.
	let i = 0;
	for (; i + 4 <= length; i += 4) if (load32(row + i) != load32(start + i)) return false;
	if (length >= 4) return load32(row + length - 4) == load32(start + length - 4);
	for (; i < length; ++i) if (load8(row + i) != load8(start + i)) return false;
	return true;
}
