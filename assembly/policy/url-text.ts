/**
 * The text that URL patterns of lists see: the reference after P4, without userinfo, final dot of the host and fragment, through
 * the "?" of the query.
 *
 * The text leaves out what rules remove, and the query. An exception also applies if that part could complete its match: if its
 * automaton is still alive after the "?" or, under P3, which removes the end of the path, before it. It is tried with both schemes
 * if H1 folds them, with and without `www.` if H4 drops it, with and without a final "/" if P4 drops it.
 */

import { Policy } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { load8, load32 } from "../octets/memory";
import { Machine, Special } from "./automaton";
import { KeyRule } from "./key-rules";
import { beginRun, classOf, isDead, nextState, startState, symbolOf, takeMatches } from "./machine";
import { isOn, policy } from "./program";

/** `takeMatches` takes all matches, or those of exceptions. */
const ALL: i32 = 0;
const EXCEPTIONS: i32 = 1;
const SCHEME_LENGTH: i32 = 4;

/** Differences between a reference and another text of it. */
const enum Variant {
	NONE = 0,
	OTHER_SCHEME = 1 << 0,
	WWW = 1 << 1,
	SLASH = 1 << 2,
	COUNT = 1 << 3,
}

/** Runs the patterns of URLs over the reference. Requires: the key is written up to the end of its path. */
export function matchUrl(machine: i32): void {
	beginRun(machine);
	run(machine, Variant.NONE, ALL);
	const possible = possibleVariants();
	for (let variant = 1; variant < Variant.COUNT; ++variant) {
		if ((variant & possible) == variant) run(machine, variant, EXCEPTIONS);
	}
}

function possibleVariants(): i32 {
	const dropsSlash = isOn(KeyRule.TRAILING_SLASH) && load8(policy(Policy.PATH_END) - 1) != Octet.SLASH;
	return (
		(isOn(KeyRule.SCHEME_FOLD) ? Variant.OTHER_SCHEME : 0) |
		(isOn(KeyRule.HOST_WWW) ? Variant.WWW : 0) |
		(dropsSlash ? Variant.SLASH : 0)
	);
}

function run(machine: i32, variant: i32, value: i32): void {
	let state = startState(machine);
	takeMatches(machine, state, value);
	const isSecure = load8(policy(Policy.KEY) + SCHEME_LENGTH) == Octet.LOWER_S;
	const isOther = (variant & Variant.OTHER_SCHEME) != 0;
	state = feedText(machine, state, isSecure != isOther ? "https://" : "http://", value);
	if ((variant & Variant.WWW) != 0) state = feedText(machine, state, "www.", value);
	state = feed(machine, state, policy(Policy.WRITTEN_HOST), policy(Policy.WRITTEN_HOST_END), value);
	state = feed(machine, state, policy(Policy.PORT), policy(Policy.PATH_END), value);
	if ((variant & Variant.SLASH) != 0) state = feedText(machine, state, "/", value);
	if (isOn(KeyRule.INDEX)) takeMatches(machine, nextState(machine, state, symbolOf(machine, Special.LIVE)), value);
	state = feedText(machine, state, "?", value);
	takeMatches(machine, nextState(machine, state, symbolOf(machine, Special.LIVE)), value);
	takeMatches(machine, nextState(machine, state, symbolOf(machine, Special.END)), value);
}

/** The state after the octets [start, end). */
function feed(machine: i32, before: i32, start: i32, end: i32, value: i32): i32 {
	const classes = load32(machine + Machine.CLASSES);
	let state = before;
	for (let at = start; at < end && !isDead(state); ++at) {
		state = nextState(machine, state, load8(classes + load8(at)));
		takeMatches(machine, state, value);
	}
	return state;
}

function feedText(machine: i32, before: i32, text: string, value: i32): i32 {
	let state = before;
	for (let i = 0; i < text.length && !isDead(state); ++i) {
		state = nextState(machine, state, classOf(machine, text.charCodeAt(i)));
		takeMatches(machine, state, value);
	}
	return state;
}
