/** Trials of the sites of a shard, one task after the other: see `Task`. */
import { load32, store8, store32 } from "../octets/memory";
import { countControls } from "./controls";
import { at } from "./current";
import { closeCells } from "./judge";
import { tryRules } from "./rule-trials";
import { Controls, Rule, RuleLink, Task, Trial } from "./trial-layout";
import { trySkeletons } from "./trials";

/** Makes trials of all candidates of the sites of [task, end). Returns the next task: if not the end, the host must take cells away first. */
export function tryTasks(trial: i32, task: i32, end: i32): i32 {
	let next = task;
	for (; next < end && hasRoom(trial, next); next += Task.SIZE) {
		beginTask(trial, next, 1);
		setBundles(trial, next, 1);
		trySkeletons(trial, load32(next + Task.FIRST), load32(next + Task.END));
		closeCells(trial);
		setBundles(trial, next, 0);
		beginTask(trial, next, 0);
	}
	return next;
}

/** Counts the controls of the sites of [task, end): `Controls` for each, at `to`. */
export function countTasks(trial: i32, task: i32, end: i32, to: i32): void {
	let out = to;
	for (let next = task; next < end; next += Task.SIZE) {
		beginTask(trial, next, 1);
		countControls(trial, load32(next + Task.FIRST), load32(next + Task.END), out);
		beginTask(trial, next, 0);
		out += Controls.SIZE;
	}
}

/** Like `tryTasks`, for the rules of each site. `full` has other room for current keys. */
export function tryRuleTasks(trial: i32, full: i32, task: i32, end: i32): i32 {
	let next = task;
	let rules = 0;
	for (; next < end && hasRoom(trial, next); next += Task.SIZE) {
		// Fast path only: rules loaded again are the same.
		if (rules == 0 || !hasSameRules(next, rules)) {
			if (rules != 0) endRules(trial, rules);
			beginRules(trial, next);
			rules = next;
		}
		useColumn(trial, next);
		useColumn(full, next);
		store32(trial + Trial.TASK, next);
		tryRules(trial, full, load32(next + Task.FIRST), load32(next + Task.END));
		closeCells(trial);
	}
	if (rules != 0) endRules(trial, rules);
	return next;
}

/** Whether there is room for any cells and votes of a site. */
function hasRoom(trial: i32, task: i32): bool {
	const parts = at(trial, Trial.PART_STARTS, load32(task + Task.END)) - at(trial, Trial.PART_STARTS, load32(task + Task.FIRST));
	const cells = load32(trial + Trial.CELL_COUNT);
	const votes = load32(trial + Trial.VOTE_COUNT);
	if (cells == 0 && votes == 0) return true;
	return cells + (parts << 1) <= load32(trial + Trial.CELL_ROOM) && votes + (parts << 1) <= load32(trial + Trial.VOTE_ROOM);
}

/** Writes `value` to the mask of the features that the rules of a site erase, and selects its column. */
function beginTask(trial: i32, task: i32, value: i32): void {
	useColumn(trial, task);
	store32(trial + Trial.TASK, task);
	setMask(trial, load32(task + Task.SHARED), load32(task + Task.SHARED_END), value);
	setMask(trial, load32(task + Task.OWN), load32(task + Task.OWN_END), value);
}

function useColumn(trial: i32, task: i32): void {
	const column = load32(task + Task.COLUMN);
	for (let word = 0; word < 16; word += 4) store32(trial + Trial.ENTRY_STARTS + word, load32(column + word));
}

function setMask(trial: i32, list: i32, end: i32, value: i32): void {
	const mask = load32(trial + Trial.MASK);
	for (let item = list; item < end; item = itemEnd(item)) {
		for (let feature = item + 8; feature < itemEnd(item); feature += 4) store8(mask + load32(feature), value);
	}
}

/** The end of an item of a list. */
function itemEnd(item: i32): i32 {
	return item + 8 + (load32(item + 4) << 2);
}

/** Loads the bundles of a site, or clears them. */
function setBundles(trial: i32, task: i32, value: i32): void {
	const end = load32(task + Task.BUNDLES_END);
	let place = 0;
	for (let item = load32(task + Task.BUNDLES); item < end; item = itemEnd(item)) {
		store32(load32(trial + Trial.BUNDLES) + (place << 2), load32(item));
		place += value;
		for (let feature = item + 8; feature < itemEnd(item); feature += 4) {
			store8(load32(trial + Trial.BUNDLE_OF) + load32(feature), place);
		}
	}
}

function hasSameRules(a: i32, b: i32): bool {
	const hasOwn = load32(a + Task.OWN) != load32(a + Task.OWN_END) || load32(b + Task.OWN) != load32(b + Task.OWN_END);
	if (hasOwn || load32(a + Task.SHARED) != load32(b + Task.SHARED)) return false;
	// An empty list begins where the next one does.
	return load32(a + Task.SHARED_END) == load32(b + Task.SHARED_END);
}

/** Loads the rules of a site. The list of each feature has them in order. */
function beginRules(trial: i32, task: i32): void {
	const count = addRules(trial, load32(task + Task.SHARED), load32(task + Task.SHARED_END), 0);
	const all = addRules(trial, load32(task + Task.OWN), load32(task + Task.OWN_END), count);
	const rules = load32(trial + Trial.RULES);
	let link = 0;
	// From the last rule to the first: each is linked in before those that follow it.
	for (let number = all - 1; number >= 0; --number) link = linkRule(trial, rules + number * Rule.SIZE, number, link);
}

/** Writes the rules of a list, from rule `number` on. Returns the number of the next rule. */
function addRules(trial: i32, list: i32, end: i32, number: i32): i32 {
	let next = number;
	for (let item = list; item < end; item = itemEnd(item)) {
		const rule = load32(trial + Trial.RULES) + next * Rule.SIZE;
		store32(rule + Rule.CANDIDATE, load32(item));
		store32(rule + Rule.FEATURES, item + 8);
		store32(rule + Rule.COUNT, load32(item + 4));
		store32(rule + Rule.TURN, 0);
		++next;
	}
	return next;
}

/** Prepends a rule to the lists of its features. Returns the number of the next link. */
function linkRule(trial: i32, rule: i32, number: i32, link: i32): i32 {
	const features = load32(rule + Rule.FEATURES);
	const end = features + (load32(rule + Rule.COUNT) << 2);
	let next = link;
	for (let feature = features; feature < end; feature += 4) {
		const place = load32(trial + Trial.RULE_LINKS) + next * RuleLink.SIZE;
		const first = load32(trial + Trial.RULES_OF) + (load32(feature) << 2);
		store32(place + RuleLink.RULE, number);
		store32(place + RuleLink.NEXT, load32(first));
		store32(first, ++next);
		store8(load32(trial + Trial.MASK) + load32(feature), 1);
	}
	return next;
}

/** Clears the rules of a site. */
function endRules(trial: i32, task: i32): void {
	unlink(trial, load32(task + Task.SHARED), load32(task + Task.SHARED_END));
	unlink(trial, load32(task + Task.OWN), load32(task + Task.OWN_END));
}

function unlink(trial: i32, list: i32, end: i32): void {
	setMask(trial, list, end, 0);
	for (let item = list; item < end; item = itemEnd(item)) {
		for (let feature = item + 8; feature < itemEnd(item); feature += 4) {
			store32(load32(trial + Trial.RULES_OF) + (load32(feature) << 2), 0);
		}
	}
}
