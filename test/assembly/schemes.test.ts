/** assembly/reference/schemes.ts: the registry of schemes (RFC 3986 §6.2.3). */
import { describe, expect, it } from "vitest";
import { SchemeRow } from "../../assembly/layout/addresses";
import * as schemes from "../../assembly/reference/schemes";
import { defaultPort, findScheme, hasTrait, OwnRule, ownRule, UNREGISTERED } from "../../assembly/reference/schemes";
import { INPUT, put } from "../support/kernel-memory";
import { membersOf } from "../support/members";

function rowOf(name: string): number {
	return findScheme(INPUT, put(name));
}

/** The names of the facts about a scheme. */
function factsOf(name: string): string[] {
	const facts = Object.entries(membersOf(schemes, "Trait"));
	return facts.filter(([, fact]) => hasTrait(rowOf(name), fact)).map(([fact]) => fact);
}

const OPAQUE_SCHEMES =
	"news mid cid sip sips about javascript blob tag geo sms acct info im pres xmpp stun stuns turn turns pkcs11 h323 iax service opaquelocktoken fax modem did".split(
		" ",
	);

describe("a scheme in the registry", () => {
	it.each([
		["http", 80, ["DNS_HOST", "SLASH_PATH", "REQUIRES_HOST"], OwnRule.NONE, "RFC 9110 §4.2.1"],
		["https", 443, ["DNS_HOST", "SLASH_PATH", "REQUIRES_HOST"], OwnRule.NONE, "RFC 9110 §4.2.2"],
		["ws", 80, ["DNS_HOST", "SLASH_PATH"], OwnRule.NONE, "RFC 6455 §3"],
		["wss", 443, ["DNS_HOST", "SLASH_PATH"], OwnRule.NONE, "RFC 6455 §3"],
		["ftp", 21, ["DNS_HOST", "SLASH_PATH"], OwnRule.FTP, "RFC 1738 §3.2"],
		["gopher", 70, ["DNS_HOST", "SLASH_PATH"], OwnRule.GOPHER, "RFC 4266 §2"],
		["telnet", 23, ["DNS_HOST", "SLASH_PATH"], OwnRule.NONE, "RFC 4248 §2"],
		["tn3270", 23, ["DNS_HOST", "SLASH_PATH"], OwnRule.NONE, "RFC 6270 §2"],
		["coap", 5683, ["DNS_HOST", "SLASH_PATH"], OwnRule.NONE, "RFC 7252 §6.1"],
		["coaps", 5684, ["DNS_HOST", "SLASH_PATH"], OwnRule.NONE, "RFC 7252 §6.2"],
		["nntp", 119, ["DNS_HOST"], OwnRule.NONE, "RFC 5538 §3"],
		["wais", 210, ["DNS_HOST"], OwnRule.NONE, "RFC 4156 §2"],
		["prospero", 1525, ["DNS_HOST"], OwnRule.NONE, "RFC 4157 §2"],
		["ldap", 389, ["DNS_HOST"], OwnRule.NONE, "RFC 4516 §2"],
		["ldaps", 636, ["DNS_HOST"], OwnRule.NONE, "RFC 4513 §3.1"],
		["imap", 143, ["DNS_HOST"], OwnRule.NONE, "RFC 5092 §2"],
		["pop", 110, ["DNS_HOST"], OwnRule.NONE, "RFC 2384 §3"],
		["nfs", 2049, ["DNS_HOST"], OwnRule.NONE, "RFC 2224 §2"],
		["dict", 2628, ["DNS_HOST"], OwnRule.NONE, "RFC 2229 §5"],
		["rtsp", 554, ["DNS_HOST"], OwnRule.NONE, "RFC 7826 §4.2"],
		["rtsps", 322, ["DNS_HOST"], OwnRule.NONE, "RFC 7826 §4.2"],
		["file", 0, [], OwnRule.FILE, "RFC 8089 §2"],
		["mailto", 0, ["OPAQUE"], OwnRule.MAILTO, "RFC 6068 §2"],
		["urn", 0, ["OPAQUE", "KEEPS_TRIPLETS"], OwnRule.URN, "RFC 8141 §3.1"],
		["tel", 0, ["OPAQUE"], OwnRule.TEL, "RFC 3966 §3"],
		["data", 0, ["OPAQUE"], OwnRule.DATA, "RFC 2397 §3"],
	])("%s: port %i, facts %j, own rule %i (%s)", (name, port, facts, rule) => {
		const row = rowOf(name);
		expect([defaultPort(row), factsOf(name), ownRule(row)]).toEqual([port, facts, rule]);
	});

	it.each(OPAQUE_SCHEMES)("%s is opaque, and has no other facts (Choice 6)", (name) => {
		const row = rowOf(name);
		expect([defaultPort(row), factsOf(name), ownRule(row)]).toEqual([0, ["OPAQUE"], OwnRule.NONE]);
	});
});

describe("no scheme in the registry", () => {
	it.each([
		["the empty name", ""],
		["a name in upper case: the caller lowers it", "HTTP"],
		["the beginning of a name", "htt"],
		["a name and one octet more", "httpx"],
		["a name that differs in its first octet", "xttp"],
		["a name that differs in its last octet", "httq"],
		["a name that differs in its middle", "prosxero"],
		["a name that differs in one octet of its last four", "gophxr"],
		["a name of two octets", "zz"],
		["a name of the greatest length of a row", "a".repeat(SchemeRow.LENGTH - 1)],
		["a name longer than a row", "a".repeat(SchemeRow.LENGTH)],
		["a long name that starts with a registered one", `opaquelocktoken${"x".repeat(30)}`],
	])("%s: %j", (_what, name) => {
		expect(rowOf(name)).toBe(UNREGISTERED);
		expect([defaultPort(rowOf(name)), factsOf(name), ownRule(rowOf(name))]).toEqual([0, [], OwnRule.NONE]);
	});
});
