/** Judges groups of current keys that a candidate would merge. */
import { clear, load32, store32 } from "../octets/memory";
import { at, keyAfter } from "./current";
import { beginIndex, numberOf } from "./index-table";
import { Index } from "./layout";
import { Cell, Current, Group, Member, Task, Trial, Vote } from "./trial-layout";

/** Max weight of one group of contrary pages. */
const MAX_WEIGHT: i32 = 20;
const NOWHERE: i32 = 0;

/** Adds the trial of a group of two or more current keys to its cell. `first`: the first key of the skeleton. */
export function judge(trial: i32, group: i32, first: i32): void {
	const cell = cellOf(trial, load32(group + Group.CANDIDATE));
	const count = load32(group + Group.COUNT);
	add(cell + Cell.SAVED, count - 1);
	let stable = 0;
	let one = NOWHERE;
	let second = NOWHERE;
	let contrary = NOWHERE;
	for (let member = memberAt(trial, load32(group + Group.FIRST)); member != NOWHERE; member = memberAfter(trial, member)) {
		const current = currentOf(trial, member);
		if (load32(current + Current.IS_STABLE) == 0) continue;
		++stable;
		if (stable == 1) one = current;
		else if (stable == 2) second = current;
		if (contrary == NOWHERE && !isSame(current, one)) contrary = current;
	}
	if (stable > 1 && contrary == NOWHERE) agree(trial, cell, one, second);
	else disagree(trial, cell, group, first, stable, one, contrary);
}

function disagree(trial: i32, cell: i32, group: i32, first: i32, stable: i32, one: i32, contrary: i32): void {
	const repeated = repeatedIn(trial, group, first);
	if (stable < load32(group + Group.COUNT) ? repeated < 2 : stable < 2) return;
	const weight = load32(trial + Trial.WEIGHS) == 0 || repeated < 2 ? 1 : repeated > MAX_WEIGHT ? MAX_WEIGHT : repeated - 1;
	add(cell + Cell.DISAGREE, weight);
	if (repeated > 0) add(cell + Cell.PROVEN, weight);
	if (load32(cell + Cell.CONTRARY) != NOWHERE) return;
	const firstMember = memberAt(trial, load32(group + Group.FIRST));
	const known = one != NOWHERE ? one : currentOf(trial, firstMember);
	let other = contrary;
	for (let member = firstMember; other == NOWHERE; member = memberAfter(trial, member)) {
		const current = currentOf(trial, member);
		if (current != known) other = current;
	}
	store32(cell + Cell.CONTRARY, load32(known + Current.FIRST) + 1);
	store32(cell + Cell.CONTRARY + 4, load32(other + Current.FIRST) + 1);
}

function agree(trial: i32, cell: i32, first: i32, second: i32): void {
	const votes = load32(trial + Trial.VOTE_COUNT);
	const vote = load32(trial + Trial.VOTES) + votes * Vote.SIZE;
	store32(vote + Vote.CELL, load32(load32(trial + Trial.CELL_OF) + (load32(cell + Cell.CANDIDATE) << 2)) - 1);
	store32(vote + Vote.HASH, load32(first + Current.HASH));
	store32(vote + Vote.HASH + 4, load32(first + Current.HASH + 4));
	store32(trial + Trial.VOTE_COUNT, votes + 1);
	add(cell + Cell.AGREEMENTS, 1);
	if (load32(cell + Cell.EXAMPLE) != NOWHERE) return;
	store32(cell + Cell.EXAMPLE, load32(first + Current.FIRST) + 1);
	store32(cell + Cell.EXAMPLE + 4, load32(second + Current.FIRST) + 1);
}

/** The cell of a candidate. Creates it if there is none. */
function cellOf(trial: i32, candidate: i32): i32 {
	const place = load32(trial + Trial.CELL_OF) + (candidate << 2);
	const cells = load32(trial + Trial.CELLS);
	const known = load32(place);
	if (known != 0) return cells + (known - 1) * Cell.SIZE;
	const count = load32(trial + Trial.CELL_COUNT);
	const cell = cells + count * Cell.SIZE;
	clear(cell, cell + Cell.SIZE);
	store32(cell + Cell.CANDIDATE, candidate);
	store32(place, count + 1);
	store32(trial + Trial.CELL_COUNT, count + 1);
	return cell;
}

/** Ends the cells of a site: the next one has others. */
export function closeCells(trial: i32): void {
	const cells = load32(trial + Trial.CELLS);
	const site = load32(load32(trial + Trial.TASK) + Task.SITE);
	for (let cell = cells + (load32(trial + Trial.CELL_COUNT) - 1) * Cell.SIZE; cell >= cells; cell -= Cell.SIZE) {
		const place = load32(trial + Trial.CELL_OF) + (load32(cell + Cell.CANDIDATE) << 2);
		// Cells of the sites before are closed.
		if (load32(place) == 0) return;
		store32(place, 0);
		store32(cell + Cell.SITE, site);
	}
}

/** Returns the number of digests fetched at least twice in these keys. Pages that change with each fetch have none. */
function repeatedIn(trial: i32, group: i32, first: i32): i32 {
	beginIndex(load32(trial + Trial.DIGESTS), entriesIn(trial, group, first));
	for (let member = memberAt(trial, load32(group + Group.FIRST)); member != NOWHERE; member = memberAfter(trial, member)) {
		countDigests(trial, currentOf(trial, member), first);
	}
	const counts = load32(trial + Trial.COUNTS);
	const digests = load32(load32(trial + Trial.DIGESTS) + Index.COUNT);
	let repeated = 0;
	for (let digest = 0; digest < digests; ++digest) if (load32(counts + (digest << 2)) > 1) ++repeated;
	return repeated;
}

function entriesIn(trial: i32, group: i32, first: i32): i32 {
	let entries = 0;
	for (let member = memberAt(trial, load32(group + Group.FIRST)); member != NOWHERE; member = memberAfter(trial, member)) {
		entries += entriesOf(trial, currentOf(trial, member), first);
	}
	return entries;
}

/** The number of entries of a current key. */
export function entriesOf(trial: i32, current: i32, first: i32): i32 {
	let entries = 0;
	for (let key = load32(current + Current.FIRST); key >= 0; key = keyAfter(trial, first, key)) {
		entries += at(trial, Trial.ENTRY_STARTS, key + 1) - at(trial, Trial.ENTRY_STARTS, key);
	}
	return entries;
}

/** Adds the digests of a current key to those of the group, each with its number of fetches. */
export function countDigests(trial: i32, current: i32, first: i32): void {
	const index = load32(trial + Trial.DIGESTS);
	const counts = load32(trial + Trial.COUNTS);
	for (let key = load32(current + Current.FIRST); key >= 0; key = keyAfter(trial, first, key)) {
		const end = at(trial, Trial.ENTRY_STARTS, key + 1);
		for (let entry = at(trial, Trial.ENTRY_STARTS, key); entry < end; ++entry) {
			const known = load32(index + Index.COUNT);
			const digest = numberOf(index, at(trial, Trial.ENTRY_LOW, entry), at(trial, Trial.ENTRY_HIGH, entry));
			const count = counts + (digest << 2);
			if (digest == known) store32(count, 0);
			add(count, at(trial, Trial.ENTRY_COUNTS, entry));
		}
	}
}

/** Adds to a counter. */
export function add(address: i32, value: i32): void {
	store32(address, load32(address) + value);
}

function isSame(a: i32, b: i32): bool {
	return load32(a + Current.HASH) == load32(b + Current.HASH) && load32(a + Current.HASH + 4) == load32(b + Current.HASH + 4);
}

function memberAt(trial: i32, number: i32): i32 {
	return load32(trial + Trial.MEMBERS) + number * Member.SIZE;
}

function memberAfter(trial: i32, member: i32): i32 {
	const next = load32(member + Member.NEXT);
	return next == 0 ? NOWHERE : memberAt(trial, next - 1);
}

function currentOf(trial: i32, member: i32): i32 {
	return load32(trial + Trial.CURRENT_KEYS) + load32(member + Member.CURRENT) * Current.SIZE;
}

/** Begins a group with one member. */
export function beginGroup(trial: i32, group: i32, candidate: i32, current: i32): void {
	const member = addMember(trial, current);
	store32(group + Group.CANDIDATE, candidate);
	store32(group + Group.FIRST, member);
	store32(group + Group.LAST, member);
	store32(group + Group.COUNT, 1);
}

/** Adds a member to a group. */
export function extendGroup(trial: i32, group: i32, current: i32): void {
	const member = addMember(trial, current);
	store32(memberAt(trial, load32(group + Group.LAST)) + Member.NEXT, member + 1);
	store32(group + Group.LAST, member);
	add(group + Group.COUNT, 1);
}

function addMember(trial: i32, current: i32): i32 {
	const number = load32(trial + Trial.MEMBER_COUNT);
	const member = memberAt(trial, number);
	store32(member + Member.CURRENT, current);
	store32(member + Member.NEXT, 0);
	store32(trial + Trial.MEMBER_COUNT, number + 1);
	return number;
}
