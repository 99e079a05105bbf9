/**
 * A filter in front of the tables of hosts: aliases, and rewrites. Its look-up is all that most references cost under policies that have them.
 *
 * ```
 *   https://www.old.example/a       the eight octets that end the host: a bit of the filter, for each name in the tables
 *                 \______/
 * ```
 *
 * A name that is shorter goes with the octets before it, "/" of "https://" or the "." of a host below.
 *
 * A host that passes is then looked up by some of its octets. Their slot holds the only row with that sum, so that most hosts are found
 * without hashing all of their octets:
 *
 * ```
 *   www.old.example     the row of the only name with that sum, and the table that it is of; AMBIGUOUS: there are several
 *   ^^^^  ^^^^ ^^^^
 * ```
 */
import { Address } from "../layout/addresses";
import { Rewriting } from "../layout/crawl-state";
import { Octet } from "../octets/char";
import { clear, copy, equal, load32, store8, store32 } from "../octets/memory";
import { Table } from "./hash";
import { More } from "./more";
import { header, program, ScopeRow } from "./program";
import { RewriteList } from "./rewrite/layout";
import { rewriting, setRewriting } from "./rewrite/room";
import { hostValue } from "./scope";

/** Octets of the filter, which has a bit for each of up to 2^17 sums: a smaller one stays in the first cache. */
const FILTER_SIZE: i32 = 16384;
const LEAST_SUMS: i32 = 8192;
/** Sums for each name, at least. */
const SUMS_PER_NAME: i32 = 32;
const SLOT_COUNT: i32 = 16384;
/** Octets of both. */
export const LISTED_SIZE: i32 = FILTER_SIZE + (SLOT_COUNT << 2);
const SUFFIX: i32 = 8;
const AMBIGUOUS: i32 = -1;
/** Bit of a slot: the row is of the scope of rewrites. Offsets of rows are multiples of 4. */
const OF_REWRITES: i32 = 1;
/** Shorter hosts have no slot. */
const MIN_HOST: i32 = 4;
const HTTP: i32 = 7;
const HTTPS: i32 = 8;

/** Octets of filter and table that the program needs. Requires: it has MAGIC_MORE. */
export function filterRoom(): i32 {
	return (header(More.ALIASES) | header(More.REWRITE_COUNT)) != 0 ? LISTED_SIZE : 0;
}

/** Fills filter and table at `room` from the tables of the program. Requires: it has `filterRoom`. */
export function fillFilter(room: i32): void {
	setRewriting(Rewriting.FILTER, room);
	clear(room, room + LISTED_SIZE);
	setRewriting(Rewriting.SUMS, sums() - 1);
	if (header(More.ALIASES) != 0) addScope(header(More.ALIASES), 0);
	if (header(More.REWRITE_COUNT) == 0) return;
	if (header(More.REWRITE_HOSTS) != 0) addScope(header(More.REWRITE_HOSTS), OF_REWRITES);
	// Rules of lists are about every host: they stand beside the rewrites of sites.
	const all = program() + header(More.REWRITE_LISTS);
	const ofAll = load32(all + RewriteList.BY_FIRST) | load32(all + RewriteList.BY_LAST) | load32(all + RewriteList.OTHER_COUNT);
	const ofSites = header(More.REWRITE_SITES) == 0 ? 0 : load32(program() + header(More.REWRITE_SITES));
	setRewriting(Rewriting.HAS_ANY_HOST, ofAll | ofSites);
	if ((ofAll | ofSites) != 0) addAll();
}

/** The number of sums that the names of the program need. */
function sums(): i32 {
	const names = rowCount(header(More.ALIASES)) + (header(More.REWRITE_COUNT) == 0 ? 0 : rowCount(header(More.REWRITE_HOSTS)));
	let count = LEAST_SUMS;
	while (count < FILTER_SIZE << 3 && count < names * SUMS_PER_NAME) count <<= 1;
	return count;
}

/** The number of names in a scope. */
function rowCount(scope: i32): i32 {
	return scope == 0 ? 0 : load32(rowsOf(scope) - 4);
}

function rowsOf(scope: i32): i32 {
	return program() + scope + Table.SIZE + (load32(program() + scope + Table.COUNT) << 2);
}

/** Whether an alias or a rewrite may be about the host that ends at `end`, after a scheme and "://". Requires: there is a filter. */
export function mayBeListed(end: i32): bool {
	// Fast path only: the tables decide on a host that passes.
	const sum = sumBefore(end);
	return ((load32(rewriting(Rewriting.FILTER) + ((sum >>> 5) << 2)) >>> (sum & 31)) & 1) != 0;
}

/** The value of the host [start, end) in the scope of aliases, as `hostValue` finds it. */
export function aliasOf(start: i32, end: i32): i32 {
	return listedValue(header(More.ALIASES), 0, start, end);
}

/** The same in the scope of the hosts of rewrites: the number of their list. */
export function rewritesOf(start: i32, end: i32): i32 {
	return header(More.REWRITE_HOSTS) == 0 ? 0 : listedValue(header(More.REWRITE_HOSTS), OF_REWRITES, start, end);
}

function listedValue(scope: i32, mark: i32, start: i32, end: i32): i32 {
	const slot = end - start < MIN_HOST ? AMBIGUOUS : load32(slotOf(start, end));
	if (slot == AMBIGUOUS) return hostValue(scope, start, end);
	const row = program() + slot - mark;
	// Fast path only: no other name is as long.
	if (slot != 0 && (slot & OF_REWRITES) == mark && isName(row, start, end)) return load32(row + ScopeRow.EXACT);
	return rewriting(Rewriting.HAS_BELOW) == 0 ? 0 : hostValue(scope, start, end);
}

function isName(row: i32, start: i32, end: i32): bool {
	return load32(row + ScopeRow.LENGTH) == end - start && equal(start, end, program() + load32(row + ScopeRow.NAME));
}

/** The address of the slot of the host [start, end). */
function slotOf(start: i32, end: i32): i32 {
	const middle = load32(start + ((end - start) >> 1) - 2);
	const last = load32(end - 4);
	const sum = (load32(start) ^ (middle << 7) ^ (middle >>> 25) ^ (last << 19) ^ (last >>> 13) ^ (end - start)) | 0;
	const mixed = sum ^ (sum >>> 15);
	const number = (mixed ^ (mixed >>> 8) ^ (mixed << 4)) & (SLOT_COUNT - 1);
	return rewriting(Rewriting.FILTER) + FILTER_SIZE + (number << 2);
}

/** A sum of the eight octets before `end`. */
function sumBefore(end: i32): i32 {
	const last = load32(end - 4);
	const sum = load32(end - SUFFIX) ^ ((last << 11) | (last >>> 21));
	const mixed = sum ^ (sum >>> 15);
	return (mixed ^ (mixed >>> 6) ^ (mixed << 5)) & rewriting(Rewriting.SUMS);
}

function addScope(scope: i32, mark: i32): void {
	const rows = rowsOf(scope);
	const end = rows + rowCount(scope) * ScopeRow.SIZE;
	for (let row = rows; row < end; row += ScopeRow.SIZE) {
		addRow(row);
		addHost(row, mark);
	}
}

function addHost(row: i32, mark: i32): void {
	if (load32(row + ScopeRow.BELOW) != 0) setRewriting(Rewriting.HAS_BELOW, 1);
	const name = program() + load32(row + ScopeRow.NAME);
	const length = load32(row + ScopeRow.LENGTH);
	if (length < MIN_HOST) return;
	const slot = slotOf(name, name + length);
	store32(slot, load32(slot) == 0 ? row - program() + mark : AMBIGUOUS);
}

function addRow(row: i32): void {
	const name = program() + load32(row + ScopeRow.NAME);
	const length = load32(row + ScopeRow.LENGTH);
	if (length >= SUFFIX) {
		addSum(sumBefore(name + length));
		return;
	}
	const scratch: i32 = Address.QUESTION;
	const written = copy(name, name + length, scratch + HTTPS);
	if (load32(row + ScopeRow.EXACT) != 0) {
		writePrefix(scratch, HTTP);
		addSum(sumBefore(written));
		writePrefix(scratch, HTTPS);
		addSum(sumBefore(written));
	}
	if (load32(row + ScopeRow.BELOW) == 0) return;
	// The octets before the dot are unknown.
	if (length < SUFFIX - 1) addAll();
	store8(scratch + HTTPS - 1, Octet.DOT);
	addSum(sumBefore(written));
}

/** Writes "http://" or "https://" before scratch + HTTPS. */
function writePrefix(scratch: i32, length: i32): void {
	const text = length == HTTP ? "http://" : "https://";
	for (let index: i32 = 0; index < length; ++index) store8(scratch + HTTPS - length + index, text.charCodeAt(index));
}

function addSum(sum: i32): void {
	const word = rewriting(Rewriting.FILTER) + ((sum >>> 5) << 2);
	store32(word, load32(word) | (1 << (sum & 31)));
}

function addAll(): void {
	const filter = rewriting(Rewriting.FILTER);
	for (let at: i32 = 0; at < FILTER_SIZE; at += 4) store32(filter + at, -1);
}
