/**
 * H4 to H6: labels that go, then an alias of the host that is left, and so on until no alias fits.
 *
 * An alias is about a whole host, `old.example`, or also about those below, `*.old.example`, whose labels stay. After MAX_ALIASES, the host
 * is as before the first: a chain without an end must not depend on where it was entered.
 */

import { Policy } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { copy, load8, load32 } from "../octets/memory";
import { endsInNumber } from "../whatwg/ipv4";
import { withoutFinalDot } from "./host-dot";
import { aliasOf } from "./host-filter";
import { skipLabels } from "./host-labels";
import { KeyRule } from "./key-rules";
import { mayStep } from "./limits";
import { Alias, More } from "./more";
import { header, MAX_SCOPE, policy, program, setPolicy } from "./program";

const MAX_ALIASES: i32 = 8;
/** Room for a host, and for what `copy` writes after it. */
const HOST_ROOM: i32 = 384;
/** Rules that need the rooms. */
export const HOST_RULES: i32 = KeyRule.HOST_WWW_NUMBERED | KeyRule.HOST_LABELS | KeyRule.HOST_ALIAS;
/** Two hosts: one is written while the other is read. */
export const HOST_ROOMS: i32 = HOST_ROOM << 1;

/** Finds the host that `rules` make of [start, end): HOST_FROM and HOST_TO. Sets IS_UNSTABLE. */
export function rewriteHost(rules: i32, start: i32, end: i32): void {
	const hostEnd = withoutFinalDot(start, end);
	const first = skipLabels(rules, start, hostEnd);
	setHost(first, hostEnd);
	setPolicy(Policy.IS_UNSTABLE, 0);
	if ((rules & KeyRule.HOST_ALIAS) == 0) return;
	for (let count = 0; ; ++count) {
		const number = aliasOf(policy(Policy.HOST_FROM), policy(Policy.HOST_TO));
		if (number == 0 || !fits(aliasAt(number))) return;
		if (count == MAX_ALIASES) {
			setHost(first, hostEnd);
			setPolicy(Policy.IS_UNSTABLE, 1);
			return;
		}
		if (!mayStep(KeyRule.HOST_ALIAS)) return;
		replace(aliasAt(number), policy(Policy.ROOM) + (count & 1) * HOST_ROOM);
		// Fast path only: no other alias fits.
		if (rules == KeyRule.HOST_ALIAS && load32(aliasAt(number) + Alias.IS_LAST) != 0) return;
		setHost(skipLabels(rules, policy(Policy.HOST_FROM), policy(Policy.HOST_TO)), policy(Policy.HOST_TO));
	}
}

/** Whether the host is an address. The URL Standard would drop its final dot, or refuse it. */
export function isAddress(): bool {
	const start = policy(Policy.HOST_FROM);
	const end = policy(Policy.HOST_TO);
	return endsInNumber(start, end) || load8(end - 1) == Octet.CLOSE_BRACKET;
}

function setHost(start: i32, end: i32): void {
	setPolicy(Policy.HOST_FROM, start);
	setPolicy(Policy.HOST_TO, end);
}

function aliasAt(number: i32): i32 {
	return program() + header(More.ALIAS_ROWS) + (number - 1) * Alias.SIZE;
}

/** Octets of the host before what the alias replaces. */
function keptBefore(alias: i32): i32 {
	return policy(Policy.HOST_TO) - policy(Policy.HOST_FROM) - load32(alias + Alias.REPLACED);
}

/** Whether scopes could read the host that the alias makes. DNS has no longer names. */
function fits(alias: i32): bool {
	return keptBefore(alias) >= 0 && keptBefore(alias) + load32(alias + Alias.LENGTH) <= MAX_SCOPE;
}

function replace(alias: i32, to: i32): void {
	const from = policy(Policy.HOST_FROM);
	const target = program() + load32(alias + Alias.TARGET);
	if (keptBefore(alias) == 0) {
		setHost(target, target + load32(alias + Alias.LENGTH));
		return;
	}
	const at = copy(from, from + keptBefore(alias), to);
	setHost(to, copy(target, target + load32(alias + Alias.LENGTH), at));
}
