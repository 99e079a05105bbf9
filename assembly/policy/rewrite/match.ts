/** Whether a rewrite matches a key, whose components are recorded. */
import { Component } from "../../layout/addresses";
import { clear, equal, load8, load32 } from "../../octets/memory";
import { endOf, isPresent, startOf } from "../../reference/record";
import { lowered } from "../decoded";
import { KeyRule } from "../key-rules";
import { hasRounds, isOn, program } from "../program";
import { beginCandidates, NO_REWRITE, nextCandidate, rewriteAt } from "./candidates";
import { Rewrite, RewriteFlag } from "./layout";
import { beginKeyText, isListed, mayEdit } from "./listed";
import { matchesPattern } from "./pattern";
import { matchAt, slotsAt } from "./room";

const NOT_PLAIN: i32 = RewriteFlag.UNWRAPS_QUERY | RewriteFlag.UNWRAPS_PATH | RewriteFlag.UNWRAPS_GROUP | RewriteFlag.CUTS;

/**
 * The number of the first rewrite that matches the recorded key, or may do so; NO_REWRITE if none does. `ofHost`: the number of the list of its
 * host.
 */
export function firstMatch(ofHost: i32): i32 {
	if (hasRounds()) beginKeyText();
	beginCandidates(ofHost, startOf(Component.PATH), endOf(Component.PATH));
	let number = nextCandidate();
	while (number != NO_REWRITE && !matchesKey(rewriteAt(number))) number = nextCandidate();
	return number;
}

/** Whether a rewrite writes what its `to` says, and is of no list. */
export function isPlain(rewrite: i32): bool {
	return (load32(rewrite + Rewrite.FLAGS) & NOT_PLAIN) == 0;
}

/** Whether a rewrite matches the recorded key. Fills the slots, unless it is a rule of a list, which searches when it acts. */
export function matchesKey(rewrite: i32): bool {
	if (isListed(rewrite)) return mayEdit(rewrite);
	return matches(rewrite, isOn(KeyRule.PATH_CASE) ? Rewrite.LOWER_PATH : Rewrite.PATH);
}

/** The same for a recorded fetch form. Its letters are compared as they stand. */
export function matchesSent(rewrite: i32): bool {
	return matches(rewrite, Rewrite.PATH);
}

/** `path`: the field with the pattern of the path. */
function matches(rewrite: i32, path: i32): bool {
	const isHttps = endOf(Component.SCHEME) - startOf(Component.SCHEME) == 5;
	const flags = load32(rewrite + Rewrite.FLAGS);
	if (isHttps && (flags & RewriteFlag.HTTP_ONLY) != 0) return false;
	const host = load32(rewrite + Rewrite.HOST);
	if ((flags & RewriteFlag.ANY_PORT) == 0 && !hasPort(load32(rewrite + Rewrite.PORT), load32(rewrite + Rewrite.PORT_LENGTH))) {
		return false;
	}
	// Fast path only: the pattern fails as well.
	if (!begins(program() + load32(rewrite + Rewrite.START), load32(rewrite + Rewrite.START_LENGTH))) return false;
	clear(slotsAt(), matchAt());
	if (host != 0 && !matchesPattern(host, startOf(Component.HOST), endOf(Component.HOST))) return false;
	return matchesPattern(load32(rewrite + path), startOf(Component.PATH), endOf(Component.PATH));
}

/** Whether the recorded key has this port; of length 0: none. */
function hasPort(digits: i32, length: i32): bool {
	if (!isPresent(Component.PORT)) return length == 0;
	const start = startOf(Component.PORT);
	return endOf(Component.PORT) - start == length && equal(start, start + length, program() + digits);
}

/** Whether the recorded path begins with a text, or does so in lower case. */
function begins(text: i32, length: i32): bool {
	const path = startOf(Component.PATH);
	if (endOf(Component.PATH) - path < length) return false;
	for (let index: i32 = 0; index < length; ++index) {
		if (lowered(load8(path + index)) != lowered(load8(text + index))) return false;
	}
	return true;
}
