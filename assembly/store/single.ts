/** Looks for one key at a time in runs whose pages stay in memory: see `RunList`. */
import { ABSENT } from "../layout/addresses";
import { load8, load32, store8, store32 } from "../octets/memory";
import { FOUND, Key, Run, RunList } from "./layout";
import { pageFor, pageShift, readPage, searchPages } from "./pages";

/**
 * Looks for the key at RunList.RECORD in the runs from number `from` on. Returns FOUND, ABSENT, or the number of the next run whose page
 * for the key is not in memory: RunList.PAGE.
 */
export function findKey(list: i32, from: i32): i32 {
	const record = list + RunList.RECORD;
	const count = load32(list + RunList.COUNT);
	const isFiltered = !mayHave(list, record);
	for (let index = from; index < count; ++index) {
		const run = load32(list + RunList.RUNS) + index * Run.SIZE;
		const kept = load32(run + Run.KEPT);
		const page = pageFor(record, pageShift(run));
		if (kept == 0 || load8(kept + page) == 0) {
			store32(list + RunList.PAGE, page);
			return index;
		}
		if (isFiltered) continue;
		store8(list + RunList.MARK, 0);
		searchPages(run, record, list + RunList.MARK, 0, 1);
		if (load8(list + RunList.MARK) != 0) return FOUND;
	}
	return ABSENT;
}

/** Notes a page that is in memory and checked: adds its keys to the filter. `spare`: room for them. */
export function keepPage(list: i32, run: i32, page: i32, spare: i32): void {
	const end = readPage(run, page, spare);
	if (end == ABSENT) return;
	// Fast path only: a key too many in the filter costs one search.
	for (let key = spare; key < end; key += Key.SIZE) addToFilter(list, key);
	store8(load32(run + Run.KEPT) + page, 1);
}

/**
 * The first bits of a key choose its block, and its third word the bits in both words of it. So the keys of a page share a few blocks in a
 * row: noting a page touches hardly more memory than the page itself.
 */
function blockFor(list: i32, key: i32): i32 {
	return load32(list + RunList.FILTER) + pageFor(key, load32(list + RunList.SHIFT)) * RunList.BLOCK;
}

function addToFilter(list: i32, key: i32): void {
	const block = blockFor(list, key);
	const low = load32(key + Key.LOW);
	store32(block, load32(block) | (1 << (low & 31)) | (1 << ((low >>> 5) & 31)));
	store32(block + 4, load32(block + 4) | (1 << ((low >>> 10) & 31)) | (1 << ((low >>> 15) & 31)));
}

function mayHave(list: i32, key: i32): bool {
	const block = blockFor(list, key);
	const low = load32(key + Key.LOW);
	const first = load32(block);
	const second = load32(block + 4);
	return (
		((first >>> (low & 31)) &
			(first >>> ((low >>> 5) & 31)) &
			(second >>> ((low >>> 10) & 31)) &
			(second >>> ((low >>> 15) & 31)) &
			1) !=
		0
	);
}
