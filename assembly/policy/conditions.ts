/** Conditions: which references an entry or a group applies to. Each is evaluated at most once per reference, on demand. */
import { Policy } from "../layout/crawl-addresses";
import { Lists } from "../layout/crawl-state";
import { Octet } from "../octets/char";
import { Class, is } from "../octets/classes";
import { load8, load32, store32 } from "../octets/memory";
import { lowered } from "./decoded";
import { ANY_HOST, forgetHost, hostBits, textBit } from "./host-bits";
import { lists, setLists } from "./list-state";
import { hasMatched, resetFlushes } from "./machine";
import { beginPieces } from "./piece-text";
import { Condition, Header, header, policy, program, setPolicy } from "./program";
import { scopeValue } from "./scope";
import { matchUrl } from "./url-text";

/** Begins a reference. */
export function beginConditions(): void {
	setLists(Lists.KEY_QUERY_END, 0);
	forgetHost();
	beginText();
	if (policy(Policy.NAME_MACHINE) != 0) beginPieces();
	if (policy(Policy.URL_MACHINE) != 0) resetFlushes(policy(Policy.URL_MACHINE));
}

/** Begins a text that URL patterns see: no result counts any more. */
export function beginText(): void {
	// After 2^30 texts the epoch would wrap, and old results would look new.
	const epoch = (policy(Policy.EPOCH) + 1) & 0x3fffffff;
	setPolicy(Policy.EPOCH, epoch == 0 ? 1 : epoch);
	setPolicy(Policy.URL_EPOCH, 0);
}

/** Whether a condition holds for the reference. Its result is cached after those of the entries. */
export function holds(number: i32): bool {
	// Fast path only: none of its texts begins the host at a label.
	if (!mayHold(number)) return false;
	const cached = policy(Policy.CACHE) + ((header(Header.ENTRY_COUNT) + number) << 2);
	if (load32(cached) >> 1 == policy(Policy.EPOCH)) return (load32(cached) & 1) != 0;
	const condition = conditionAt(number);
	const members = load32(condition + Condition.MEMBERS);
	// Members are cheap: hosts. A pattern runs all patterns.
	const result = (members == 0 || hasMember(program() + members)) && isMet(condition);
	store32(cached, (policy(Policy.EPOCH) << 1) | (result ? 1 : 0));
	return result;
}

/** Whether a condition may hold for the host, as far as its bits say. */
export function mayHold(number: i32): bool {
	const table = lists(Lists.CONDITION_HOSTS);
	if (table == 0) return true;
	const bits = load32(table + (number << 2));
	return bits == ANY_HOST || (bits & hostBits(policy(Policy.WRITTEN_HOST), policy(Policy.WRITTEN_HOST_END))) != 0;
}

/** The member of a condition that holds, or itself if it has none. Requires: it holds. */
export function holdingIn(number: i32): i32 {
	const offset = load32(conditionAt(number) + Condition.MEMBERS);
	const members = offset == 0 ? 0 : program() + offset;
	const count = members == 0 ? 0 : load32(members);
	for (let index = 1; index <= count; ++index) {
		const member = load32(members + (index << 2));
		if (holds(member)) return member;
	}
	return number;
}

/** The value of the scope of a condition for the host; 0 if it has none. */
export function hostsValue(number: i32): i32 {
	const hosts = load32(conditionAt(number) + Condition.HOSTS);
	return hosts == 0 ? 0 : scopeValue(hosts);
}

function conditionAt(number: i32): i32 {
	return program() + header(Header.CONDITIONS) + number * Condition.SIZE;
}

/** Whether one of the members holds. They have no members of their own, so the recursion ends here. */
function hasMember(members: i32): bool {
	for (let index = 1; index <= load32(members); ++index) if (holds(load32(members + (index << 2)))) return true;
	return false;
}

function isMet(condition: i32): bool {
	const hosts = load32(condition + Condition.HOSTS);
	const exceptHosts = load32(condition + Condition.EXCEPT_HOSTS);
	const hostPattern = load32(condition + Condition.HOST_PATTERN);
	const pattern = load32(condition + Condition.PATTERN);
	const exceptPattern = load32(condition + Condition.EXCEPT_PATTERN);
	const text = load32(condition + Condition.HOST_TEXT);
	const isHost = (hosts | hostPattern) == 0 || (hosts != 0 && scopeValue(hosts) != 0);
	if (!isHost && (hostPattern == 0 || !matchesUrl(hostPattern - 1))) return false;
	if (exceptHosts != 0 && scopeValue(exceptHosts) != 0) return false;
	if (text != 0 && !hasText(condition)) return false;
	if (pattern != 0 && !matchesUrl(pattern - 1)) return false;
	return exceptPattern == 0 || !matchesUrl(exceptPattern - 1);
}

function matchesUrl(pattern: i32): bool {
	const machine = policy(Policy.URL_MACHINE);
	if (policy(Policy.URL_EPOCH) == 0) {
		setPolicy(Policy.URL_EPOCH, 1);
		matchUrl(machine);
	}
	return hasMatched(machine, pattern);
}

function hasText(condition: i32): bool {
	const text = program() + load32(condition + Condition.HOST_TEXT);
	const end = policy(Policy.WRITTEN_HOST_END);
	const length = load32(condition + Condition.HOST_LENGTH);
	return hasHostText(text, length, policy(Policy.WRITTEN_HOST), end, policy(Policy.PORT), policy(Policy.PATH_END));
}

/**
 * Whether a condition may hold for the host [start, end), as far as its texts say; those of its members, if it has several.
 */
export function mayHoldFor(number: i32, start: i32, end: i32): bool {
	const condition = conditionAt(number);
	const offset = load32(condition + Condition.MEMBERS);
	if (load32(condition + Condition.HOST_TEXT) != 0 || offset == 0) return mayHaveText(condition, start, end);
	const members = program() + offset;
	for (let index = 1; index <= load32(members); ++index) {
		if (mayHaveText(conditionAt(load32(members + (index << 2))), start, end)) return true;
	}
	return false;
}

function mayHaveText(condition: i32, start: i32, end: i32): bool {
	const text = load32(condition + Condition.HOST_TEXT);
	return text == 0 || hasHostText(program() + text, load32(condition + Condition.HOST_LENGTH), start, end, 0, 0);
}

/** The bits of the hosts that a condition may hold for, as far as its texts say: see host-bits.ts. */
export function hostBitsOf(number: i32): i32 {
	const condition = conditionAt(number);
	const offset = load32(condition + Condition.MEMBERS);
	if (load32(condition + Condition.HOST_TEXT) != 0 || offset == 0) return textBits(condition);
	const members = program() + offset;
	let bits = 0;
	for (let index = 1; index <= load32(members); ++index) bits |= textBits(conditionAt(load32(members + (index << 2))));
	return bits;
}

function textBits(condition: i32): i32 {
	const text = load32(condition + Condition.HOST_TEXT);
	return text == 0 ? ANY_HOST : textBit(program() + text, load32(condition + Condition.HOST_LENGTH));
}

/**
 * Whether a label of the host [start, end), after labels of letters, digits and hyphens only, and what follows it begin with the text of
 * `length` octets. What follows the host, without regard to case, is [rest, restEnd), and may go on after that.
 */
function hasHostText(text: i32, length: i32, start: i32, end: i32, rest: i32, restEnd: i32): bool {
	for (let at = start; at < end; ) {
		// Fast path only: the whole text is compared next.
		if (load8(at) == load8(text) && begins(text, text + length, at, end, rest, restEnd)) return true;
		const label = at;
		while (at < end && (is(load8(at), Class.ALNUM) || load8(at) == Octet.HYPHEN)) ++at;
		if (at == label || at == end || load8(at) != Octet.DOT) return false;
		++at;
	}
	return false;
}

function begins(text: i32, textEnd: i32, at: i32, end: i32, rest: i32, restEnd: i32): bool {
	for (; text < textEnd && at < end; ++at) if (load8(at) != load8(text++)) return false;
	if (text < textEnd && load8(text) != Octet.SLASH) return false;
	for (; text < textEnd && rest < restEnd; ++rest) if (lowered(load8(rest)) != load8(text++)) return false;
	return true;
}
