/** F2 fragment: dropped, or with `spa` kept when it begins with "!" or "/", by which pages route. RFC 9110 §7.1. */
import { Octet } from "../octets/char";
import { copy, load8, store8 } from "../octets/memory";
import { KeyRule } from "./key-rules";
import { directiveAt } from "./text-directive";

/** Writes "#" and the fragment [start, end), or what `rules` leave of it. Returns the new end. */
export function writeFragment(rules: i32, start: i32, end: i32, to: i32): i32 {
	const hasDirective = (rules & KeyRule.TEXT_DIRECTIVE) != 0;
	const last = hasDirective ? directiveAt(start, end) : end;
	if ((rules & KeyRule.FRAGMENT_DROP) != 0 || (last == start && last < end)) return to;
	if ((rules & KeyRule.FRAGMENT_SPA) != 0 && !routes(start, last)) return to;
	store8(to, Octet.HASH);
	return copy(start, last, to + 1);
}

function routes(start: i32, end: i32): bool {
	return start < end && (load8(start) == Octet.EXCLAMATION_MARK || load8(start) == Octet.SLASH);
}
