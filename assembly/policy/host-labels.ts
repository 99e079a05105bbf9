/**
 * H4 host-www and H5 host-labels: one loop, which drops leading labels `www`, `www` and digits, or of the policy's list, as long as two
 * labels remain that are not an IPv4 address.
 */

import { Octet } from "../octets/char";
import { Class } from "../octets/classes";
import { equal, load32 } from "../octets/memory";
import { find, span } from "../octets/span";
import { matches } from "../octets/text";
import { endsInNumber } from "../whatwg/ipv4";
import { hasTwoLabels } from "./host-www";
import { KeyRule } from "./key-rules";
import { mayStep } from "./limits";
import { More } from "./more";
import { header, program } from "./program";

const LABEL_RULES: i32 = KeyRule.HOST_WWW | KeyRule.HOST_WWW_NUMBERED | KeyRule.HOST_LABELS;

/** Returns where the host [start, end), which has no final dot, starts without the labels that `rules` drop. */
export function skipLabels(rules: i32, start: i32, end: i32): i32 {
	if ((rules & LABEL_RULES) == 0) return start;
	let at = start;
	while (true) {
		const dot = find(at, end, Octet.DOT);
		const rule = dot < end ? ruleFor(rules, at, dot) : 0;
		if (rule == 0 || !hasTwoLabels(dot + 1, end) || endsInNumber(dot + 1, end) || !mayStep(rule)) return at;
		at = dot + 1;
	}
}

/** The rule that drops the label [start, end); 0 if none does. */
function ruleFor(rules: i32, start: i32, end: i32): i32 {
	const isWww = end - start > 2 && matches(start, start + 3, "www");
	if (isWww && end - start == 3 && (rules & (KeyRule.HOST_WWW | KeyRule.HOST_WWW_NUMBERED)) != 0) return KeyRule.HOST_WWW;
	if (isWww && (rules & KeyRule.HOST_WWW_NUMBERED) != 0 && span(start + 3, end, Class.DIGIT) == end) return KeyRule.HOST_WWW;
	return (rules & KeyRule.HOST_LABELS) != 0 && isListed(start, end) ? KeyRule.HOST_LABELS : 0;
}

function isListed(start: i32, end: i32): bool {
	const labels = program() + header(More.HOST_LABELS);
	for (let index = 0; index < load32(labels); ++index) {
		const label = labels + 4 + (index << 3);
		if (load32(label + 4) == end - start && equal(start, end, program() + load32(label))) return true;
	}
	return false;
}
