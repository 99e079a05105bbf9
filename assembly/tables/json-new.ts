/**
 * The names of new columns of JSON lines. A row that has one of them as a key of its outermost object would have it twice, and readers keep
 * only the last of equal keys. A key may be spelled with escapes.
 *
 * ```
 *   {"url": "http://h/", "page": {"lang": 1}, "text": "lang", "l\u0061ng": "de"}        new column: lang
 *                                  \_ nested           \_ value   \_ taken
 * ```
 *
 * A bit for each length rules out most keys. Comparing every key would cost a run 6% of its time.
 */
import { load32, store32 } from "../octets/memory";
import { equalsKey } from "./json-string";
import { New, Table, TableAddress } from "./layout";
import { table } from "./table";

/** Notes the lengths of the names. No row has one of them so far. */
export function prepareNew(): void {
	const count = newWord(New.COUNT);
	let lengths = 0;
	for (let name = 0; name < count; ++name) {
		const start = newWord(New.NAMES + name * New.SIZE);
		lengths |= lengthBit(newWord(New.NAMES + name * New.SIZE + 4) - start);
	}
	setNewWord(New.LENGTHS, lengths);
	setNewWord(New.ROW, 0);
}

/** Whether a key of `length` octets may be one of the names. */
export function mayBeNew(length: i32, hasEscapes: bool): bool {
	const lengths = newWord(New.LENGTHS);
	return lengths != 0 && (hasEscapes || (lengths & lengthBit(length)) != 0);
}

/** Notes the row, unless an earlier one is noted, if its key [start, end) is one of the names. */
export function findTaken(start: i32, end: i32, hasEscapes: bool, row: i32): void {
	if (newWord(New.ROW) != 0) return;
	const count = newWord(New.COUNT);
	for (let name = 0; name < count; ++name) {
		if (!equalsKey(start, end, hasEscapes, TableAddress.NEW + New.NAMES + name * New.SIZE, table(Table.LINES_END))) continue;
		setNewWord(New.ROW, row);
		setNewWord(New.NAME, name);
		return;
	}
}

/** Forgets the row, which is not JSON: it gets no new columns. */
export function forgetTaken(row: i32): void {
	if (newWord(New.ROW) == row) setNewWord(New.ROW, 0);
}

function lengthBit(length: i32): i32 {
	return 1 << (length & 31);
}

function newWord(field: i32): i32 {
	return load32(TableAddress.NEW + field);
}

function setNewWord(field: i32, value: i32): void {
	store32(TableAddress.NEW + field, value);
}
