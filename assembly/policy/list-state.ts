/** The state of the rounds of lists on one reference: see lists.ts. */
import { CrawlAddress } from "../layout/crawl-addresses";
import { Lists } from "../layout/crawl-state";
import { load8, load32, store8, store32 } from "../octets/memory";

/** Marks of pieces. An entry of a list is about the piece. */
export const CANDIDATE: i32 = 1 << 0;
/** The list that is asked removes it; it counts as gone when the next list is asked. */
export const GOING: i32 = 1 << 1;
export const GONE: i32 = 1 << 2;
/** An entry of a list of the fetch form is about the piece. */
export const FETCH_CANDIDATE: i32 = 1 << 3;
/** Another rule of the key takes the piece: patterns do not see it. */
export const HIDDEN: i32 = 1 << 4;
/** The piece goes from the fetch form, too. */
export const UNSENT: i32 = 1 << 5;
/** The policy itself names the piece for both forms. */
export const REMOVED: i32 = 1 << 6;
/** It is CFID or CFTOKEN of a pair that the key takes. */
export const PAIRED: i32 = 1 << 7;

/** Octets of addresses for each piece: of the query, in the order of the key, and to sort them. Marks follow. */
export const MARKS_AT: i32 = 12;
export const PIECE_ROOM: i32 = MARKS_AT + 1;

/** In place of the number of an entry, from 1: there are several. */
export const SEVERAL: i32 = -1;
/** Pieces whose entries KNOWN has, at most: rounds do not look them up again. */
const MAX_KNOWN: i32 = 32;

/** More providers than a list has. */
export const MAX_PROVIDER: i32 = 0x7fffffff;

export function lists(field: i32): i32 {
	return load32(CrawlAddress.LISTS + field);
}

export function setLists(field: i32, value: i32): void {
	store32(CrawlAddress.LISTS + field, value);
}

export function markAt(index: i32): i32 {
	return load8(lists(Lists.MARKS) + index);
}

export function setMark(index: i32, mark: i32): void {
	store8(lists(Lists.MARKS) + index, mark);
}

/** The entry that may decide about a piece, from 1; 0: not known; SEVERAL. */
export function knownEntry(index: i32): i32 {
	return index < lists(Lists.KNOWN_COUNT) ? lists(Lists.KNOWN + (index << 2)) : 0;
}

/** Keeps CANDIDATE_ENTRY of the next piece. */
export function keepEntry(index: i32): void {
	if (index >= MAX_KNOWN) return;
	setLists(Lists.KNOWN + (index << 2), lists(Lists.CANDIDATE_ENTRY));
	setLists(Lists.KNOWN_COUNT, index + 1);
}

/** All groups before `end` may decide, from `start` on. */
export function setWindow(start: i32, end: i32): void {
	setLists(Lists.FROM_GROUP, start);
	setLists(Lists.TO_GROUP, end);
}

/** The entries of the providers from `first` to `last` may decide. */
export function setProviders(first: i32, last: i32): void {
	setLists(Lists.FROM_PROVIDER, first);
	setLists(Lists.TO_PROVIDER, last);
}
