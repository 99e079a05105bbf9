/**
 * Trials of rules that act, each under all the others: keys that are one key but for a single rule.
 *
 * ```
 *   keys of a skeleton           full key    under all rules but `ref`      under all but `sess`
 *   /x?a=1&ref=b&sess=1  {D1}    /x?a=1      /x?a=1&ref=b                   /x?a=1&sess=1
 *   /x?a=1&ref=c&sess=2  {D1}    /x?a=1      /x?a=1&ref=c                   /x?a=1&sess=2
 *                                            a trial of `ref`: D1 D1        a trial of `sess`: D1 D1
 * ```
 *
 * Only keys with the same full key can be a trial, and only of rules that erase something from them.
 */
import { load8, load32, store8, store32 } from "../octets/memory";
import { addCurrent, at, featureOf, findCurrent, keyAfter, skeletonEnd } from "./current";
import { beginIndex, findNumber } from "./index-table";
import { beginGroup, extendGroup, judge } from "./judge";
import { Index } from "./layout";
import { Current, Rule, RuleLink, Trial } from "./trial-layout";

/**
 * Makes the cells of the rules of a site, whose keys are [start, end). `full` is `trial` with other room for current keys.
 * Requires: no cells; the mask erases the parts of all rules.
 */
export function tryRules(trial: i32, full: i32, start: i32, end: i32): void {
	for (let first = start; first < end; ) {
		const next = skeletonEnd(full, first, end);
		if (next - first > 1) trySkeleton(trial, full, first, next);
		first = next;
	}
}

function trySkeleton(trial: i32, full: i32, first: i32, end: i32): void {
	const count = findCurrent(full, first, end, false);
	for (let number = 0; number < count; ++number) {
		const group = load32(full + Trial.CURRENT_KEYS) + number * Current.SIZE;
		if (load32(group + Current.FIRST) != load32(group + Current.LAST)) tryGroup(trial, full, number, first);
	}
}

/** Makes trials of all rules that erase something from the keys of a full key. */
function tryGroup(trial: i32, full: i32, number: i32, first: i32): void {
	const turn = load32(trial + Trial.TURN) + 1;
	store32(trial + Trial.TURN, turn);
	const mask = load32(trial + Trial.MASK);
	for (let key = firstKey(full, number); key >= 0; key = keyAfter(full, first, key)) {
		const end = at(trial, Trial.PART_STARTS, key + 1);
		for (let part = at(trial, Trial.PART_STARTS, key); part < end; ++part) {
			const feature = featureOf(trial, part);
			if (load8(mask + feature) == 1) tryRulesOf(trial, full, number, first, feature, turn);
		}
	}
}

function firstKey(full: i32, number: i32): i32 {
	return load32(load32(full + Trial.CURRENT_KEYS) + number * Current.SIZE + Current.FIRST);
}

/** Makes trials of the rules of a feature that have none in this turn. */
function tryRulesOf(trial: i32, full: i32, number: i32, first: i32, feature: i32, turn: i32): void {
	for (let link = at(trial, Trial.RULES_OF, feature); link != 0; ) {
		const place = load32(trial + Trial.RULE_LINKS) + (link - 1) * RuleLink.SIZE;
		const rule = load32(trial + Trial.RULES) + load32(place + RuleLink.RULE) * Rule.SIZE;
		if (load32(rule + Rule.TURN) != turn) {
			store32(rule + Rule.TURN, turn);
			tryRule(trial, full, number, first, rule);
		}
		link = load32(place + RuleLink.NEXT);
	}
}

/** Makes the trial of a rule, if keys of a group differ by the parts that it erases, even if other rules also erase them. */
function tryRule(trial: i32, full: i32, number: i32, first: i32, rule: i32): void {
	const index = load32(trial + Trial.CURRENT);
	const fullHash = load32(load32(full + Trial.CURRENT) + Index.HASHES) + (number << 3);
	let keys = 0;
	for (let key = firstKey(full, number); key >= 0; key = keyAfter(full, first, key)) ++keys;
	beginIndex(index, keys);
	setMask(trial, rule, 0);
	for (let key = firstKey(full, number); key >= 0; key = keyAfter(full, first, key)) addCurrent(trial, first, key);
	setMask(trial, rule, 1);
	const count = load32(index + Index.COUNT);
	if (count < 2) return;
	const bare = findNumber(index, load32(fullHash), load32(fullHash + 4));
	const group = load32(trial + Trial.GROUPS);
	store32(trial + Trial.MEMBER_COUNT, 0);
	beginGroup(trial, group, load32(rule + Rule.CANDIDATE), bare >= 0 ? bare : 0);
	for (let other = bare >= 0 ? 0 : 1; other < count; ++other) if (other != bare) extendGroup(trial, group, other);
	judge(trial, group, first);
}

function setMask(trial: i32, rule: i32, value: i32): void {
	const features = load32(rule + Rule.FEATURES);
	const end = features + (load32(rule + Rule.COUNT) << 2);
	for (let feature = features; feature < end; feature += 4) store8(load32(trial + Trial.MASK) + load32(feature), value);
}
