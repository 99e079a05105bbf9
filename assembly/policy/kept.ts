/**
 * Recognizes references that are their own keys, without writing them. The query is checked piece by piece.
 *
 * All checks are conservative: a reference that fails one goes to query.ts, which applies the same rules in full.
 */

import { CrawlAddress, Policy, Web } from "../layout/crawl-addresses";
import { CrawlFlag } from "../layout/crawl-options";
import { Rewriting } from "../layout/crawl-state";
import { Octet } from "../octets/char";
import { Class, is } from "../octets/classes";
import { load8, load32, store32 } from "../octets/memory";
import { find } from "../octets/span";
import { mayBeginSession } from "../whatwg/web-url";
import { Machine } from "./automaton";
import { mayHoldFor } from "./conditions";
import { compareDecoded, lowered } from "./decoded";
import { bucketOf, hashOctet, Table } from "./hash";
import { forgetHost, hostOf } from "./host-bits";
import { withoutFinalDot } from "./host-dot";
import { KeyRule } from "./key-rules";
import { areRulesLimited } from "./limits";
import { matchValue } from "./machine";
import { MoreFlag } from "./more";
import { mayBeNamed } from "./name-filter";
import { mayBeAbout } from "./name-hosts";
import { beginPieces, hasPatternOf } from "./piece-text";
import { Base, Config, Entry, Group, Header, hasFetchQuery, header, policy, program, Role } from "./program";
import { areRewritesLimited, rewriting } from "./rewrite/room";

/** Rules that change no clean reference without query; HOST_ALIAS none whose host has no alias: see listed-hosts.ts. */
const LOCAL_RULES: i32 =
	KeyRule.USERINFO_DROP |
	KeyRule.HOST_DOT |
	KeyRule.HOST_ALIAS |
	KeyRule.SESSION_PATH |
	KeyRule.QUERY_DROP |
	KeyRule.EMPTY_VALUE |
	KeyRule.EMPTY_PAIRS |
	KeyRule.DUPLICATES |
	KeyRule.SORT_NAME |
	KeyRule.SORT_NAME_VALUE |
	KeyRule.EMPTY_QUERY |
	KeyRule.TEXT_DIRECTIVE |
	KeyRule.FRAGMENT_DROP |
	KeyRule.FRAGMENT_SPA;

/** Rules under which names have to be in order; DUPLICATES because pieces of different names differ. */
const ORDERED: i32 = KeyRule.SORT_NAME | KeyRule.SORT_NAME_VALUE | KeyRule.DUPLICATES;

/** Whether the program that runs leaves most keys as they are: one set of rules, for the URL Standard's form, that all are local. */
export function hasLocalRules(options: i32): bool {
	// Fast path only: the slow path writes the same.
	if ((options & CrawlFlag.POLICY) == 0 || program() == 0 || header(Header.BASE) != Base.WHATWG) return false;
	// A host that wants to know why pieces were removed reads the key base afterwards: the slow path keeps it.
	if (policy(Policy.TRACE) != 0 || areRulesLimited() || (policy(Policy.FLAGS) & MoreFlag.TRIM_UNICODE) != 0) return false;
	if (rewriting(Rewriting.ROOM) != 0 && areRewritesLimited()) return false;
	return header(Header.SITES) == 0 && (keyRules() & ~LOCAL_RULES) == 0;
}

/** The configuration of references that no site matches. */
function config(): i32 {
	return program() + header(Header.CONFIGS);
}

/**
 * Whether groups decide about pieces of any name: by a list of the only names that stay, an empty prefix, or entries
 * that are asked about every piece.
 */
export function decidesAboutAll(groups: i32, count: i32): bool {
	if ((header(Header.PREFIX_LENGTHS) & 1) != 0 || header(Header.OTHER_COUNT) > 0) return true;
	const end = groups + count * Group.SIZE;
	for (let group = groups; group < end; group += Group.SIZE) if (load32(group + Group.ROLE) == Role.ONLY) return true;
	return false;
}

/** Its rules. */
export function keyRules(): i32 {
	return load32(config() + Config.RULES);
}

/**
 * The entry of the LF that ends the reference at `line`, if that is its own key; else 0. It begins as clean ones do; its special octets, by
 * Keep.CLEAN_KEY, are listed from `entry` on. The first window of a long reference does not suffice.
 *
 * Requires: `hasLocalRules`.
 */
export function keptEnd(line: i32, entry: i32): i32 {
	let at = load32(entry);
	let octet = load8(at);
	for (; octet == Octet.SEMICOLON || octet == Octet.OPEN_PARENTHESIS; octet = load8(at)) {
		if (mayBeginSession(at, octet)) return 0;
		entry += 4;
		at = load32(entry);
	}
	if (octet != Octet.QUESTION_MARK) return octet == Octet.LF ? entry : 0;
	const query = at + 1;
	do {
		entry += 4;
		at = load32(entry);
		octet = load8(at);
	} while (octet == Octet.SEMICOLON || octet == Octet.OPEN_PARENTHESIS || octet == Octet.QUESTION_MARK || octet == Octet.SLASH);
	if (octet != Octet.LF) return 0;
	if (keepsQuery(line, query, at)) return entry;
	store32(CrawlAddress.WEB + Web.CHANGED, at);
	return 0;
}

/** Whether the rules keep the query [start, end) of the reference at `line`. Requires: `hasLocalRules`. */
export function keepsQuery(line: i32, start: i32, end: i32): bool {
	const rules = keyRules();
	if ((rules & KeyRule.QUERY_DROP) != 0) return false;
	if (start == end) return (rules & KeyRule.EMPTY_QUERY) == 0;
	const groupCount = load32(config() + Config.GROUP_COUNT);
	if (decidesAboutAll(program() + load32(config() + Config.GROUPS), groupCount)) return false;
	const hasGroups = groupCount > 0 || hasFetchQuery();
	const hasPatterns = policy(Policy.NAME_MACHINE) != 0;
	if (hasPatterns) beginPieces();
	forgetHost();
	const isOrdered = (rules & ORDERED) != 0;
	let before = start;
	let beforeEnd = start;
	let piece = start;
	while (true) {
		const nameEnd = undecidedEnd(line, piece, end, hasGroups);
		if (nameEnd == 0) return false;
		const pieceEnd = find(nameEnd, end, Octet.AMPERSAND);
		if (piece == pieceEnd && (rules & KeyRule.EMPTY_PAIRS) != 0) return false;
		if ((rules & KeyRule.EMPTY_VALUE) != 0 && pieceEnd > piece && load8(pieceEnd - 1) == Octet.EQUALS) return false;
		if (hasPatterns && hasPatternOf(piece, nameEnd, pieceEnd) && mayPatternApply(line)) return false;
		if (isOrdered && piece > start) {
			const order =
				// Fast path only: compareDecoded finds the same order.
				beforeEnd > before && nameEnd > piece && load8(before) < load8(piece)
					? -1
					: compareDecoded(before, beforeEnd, piece, nameEnd);
			if (order > 0 || (order == 0 && (rules & ORDERED) != KeyRule.SORT_NAME)) return false;
		}
		if (pieceEnd == end) return true;
		before = piece;
		beforeEnd = nameEnd;
		piece = pieceEnd + 1;
	}
}

/**
 * The end of the name of the piece at `start`, in a query that ends at `end`; 0 when the name must be decoded, or an entry of the
 * program may decide about it by its name. `hasEntries` is false for a configuration without any. `line`: the reference, for entries
 * that are not about its host; 0: all may decide.
 *
 * Requires: not `decidesAboutAll`.
 */
export function undecidedEnd(line: i32, start: i32, end: i32, hasEntries: bool): i32 {
	let at = start;
	for (; at < end; ++at) {
		const octet = load8(at);
		if (octet == Octet.EQUALS || octet == Octet.AMPERSAND) break;
		if (octet == Octet.PERCENT || octet == Octet.PLUS) return 0;
	}
	return hasEntries && mayBeNamed(start, at - start) && mayDecideName(line, start, at) ? 0 : at;
}

/** Whether an entry of the program may have the name [start, end), or begin it. */
function mayDecideName(line: i32, start: i32, end: i32): bool {
	if (!mayBeAbout(line, start, end - start)) return false;
	const prefixes = header(Header.PREFIX_LENGTHS);
	let hash = load32(program() + header(Header.NAMES) + Table.SEED);
	for (let at = start; at < end; ++at) {
		hash = hashOctet(hash, lowered(load8(at)));
		const length = at + 1 - start;
		// Fast path only: a name too many leaves its line to the slow path.
		if (((prefixes >>> (length < 31 ? length : 31)) & 1) != 0 && mayDecide(line, hash, length)) return true;
	}
	return mayDecide(line, hash, end - start);
}

/** Whether an entry with a name of this length is in the bucket of the hash. */
function mayDecide(line: i32, hash: i32, length: i32): bool {
	const bucket = bucketOf(program() + header(Header.NAMES), hash);
	for (let number = load32(bucket); number < load32(bucket + 4); ++number) {
		const entry = program() + header(Header.ENTRIES) + number * Entry.SIZE;
		if (load32(entry + Entry.LENGTH) == length && mayApply(entry, line)) return true;
	}
	return false;
}

/** Whether an entry whose pattern matches the piece at hand may apply to the reference. */
function mayPatternApply(line: i32): bool {
	const machine = policy(Policy.NAME_MACHINE);
	for (let index = 0; index < load32(machine + Machine.MATCH_COUNT); ++index) {
		const entry = program() + header(Header.ENTRIES) + matchValue(machine, index) * Entry.SIZE;
		if (mayApply(entry, line)) return true;
	}
	return false;
}

/** Whether an entry may apply to the reference at `line`, if that is not 0, as far as its host says. */
function mayApply(entry: i32, line: i32): bool {
	const required = load32(entry + Entry.REQUIRED);
	if (required == 0 || line == 0) return true;
	const start = hostOf(line);
	let end = start;
	while (is(load8(end), Class.ALNUM) || load8(end) == Octet.DOT || load8(end) == Octet.HYPHEN) ++end;
	// Fast path only: after any other host, or a port, conditions are asked in full.
	const isName = load8(end) == Octet.SLASH || load8(end) == Octet.QUESTION_MARK;
	return !isName || mayHoldFor(required - 1, start, withoutFinalDot(start, end));
}
