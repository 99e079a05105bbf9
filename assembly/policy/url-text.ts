/**
 * The text that URL patterns of lists see: the reference after P4, without userinfo, final dot of the host and fragment, through
 * the "?" of the query.
 *
 * The text leaves out what rules remove, and the query. An exception also applies if that part could complete its match: if its
 * automaton is still alive after the "?" or, under a rule that changes paths, after the first "/" of the path. If H1 folds schemes,
 * exceptions are tried with both schemes; if H4 drops `www.`, with and without it.
 */

import { Policy } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { load8, load32 } from "../octets/memory";
import { Machine, Special } from "./automaton";
import { KeyRule } from "./key-rules";
import { beginRun, classOf, isDead, nextState, startState, symbolOf, takeMatches } from "./machine";
import { isOn, policy } from "./program";

/** The rules that change paths. */
const PATH_RULES: i32 = KeyRule.SESSION_PATH | KeyRule.SLASHES | KeyRule.INDEX | KeyRule.TRAILING_SLASH;
/** `takeMatches` takes all matches, or those of exceptions. */
const ALL: i32 = 0;
const EXCEPTIONS: i32 = 1;
const SCHEME_LENGTH: i32 = 4;

/** Runs the patterns of URLs over the reference. Requires: the key is written up to the end of its path. */
export function matchUrl(machine: i32): void {
	beginRun(machine);
	const isSecure = load8(policy(Policy.KEY) + SCHEME_LENGTH) == Octet.LOWER_S;
	run(machine, isSecure, false, ALL);
	const foldsScheme = isOn(KeyRule.SCHEME_FOLD);
	if (foldsScheme) run(machine, !isSecure, false, EXCEPTIONS);
	if (!isOn(KeyRule.HOST_WWW)) return;
	run(machine, isSecure, true, EXCEPTIONS);
	if (foldsScheme) run(machine, !isSecure, true, EXCEPTIONS);
}

function run(machine: i32, isSecure: bool, hasWww: bool, value: i32): void {
	let state = startState(machine);
	takeMatches(machine, state, value);
	state = feedText(machine, state, isSecure ? "https://" : "http://", value);
	if (hasWww) state = feedText(machine, state, "www.", value);
	state = feed(machine, state, policy(Policy.WRITTEN_HOST), policy(Policy.WRITTEN_HOST_END), value);
	const path = policy(Policy.PATH_START);
	state = feed(machine, state, policy(Policy.PORT), path, value);
	state = feed(machine, state, path, path + 1, value);
	if ((policy(Policy.RULES) & PATH_RULES) != 0)
		takeMatches(machine, nextState(machine, state, symbolOf(machine, Special.LIVE)), value);
	state = feed(machine, state, path + 1, policy(Policy.PATH_END), value);
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
