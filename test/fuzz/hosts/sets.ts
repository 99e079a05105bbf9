/** Calls on the set of fingerprints. It has all memory from its base on, so that its twin is its own. */
import { Address, SeenSet as Field, MARK_SIZE } from "../../../assembly/layout/addresses";
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import { Page } from "../../../assembly/seen/seen-page";
import type { Twin } from "./twin";

/** Pages for a new set: those of the arguments, those that lead, and some of fingerprints. */
export const SET_PAGES = 24;
const BASE = 12;
const BATCH = 1000;
const FIELDS = [Field.NEXT_PAGE, Field.COUNT, Field.REFUSED, Field.DEPTH];

/** Fills a set with random fingerprints, some twice, until it is full or has split pages, and reads it. The twin is used up. */
export function fillSet(twin: Twin): void {
	const hasOrdinals = twin.next(2);
	const { prints, marks } = { prints: twin.area(BATCH * FINGERPRINT_SIZE, 16), marks: twin.area(BATCH * MARK_SIZE, 4) };
	twin.zero(BASE * Page.SIZE);
	twin.run("seenCreate", BASE * Page.SIZE, hasOrdinals);
	const most = 3 * (twin.size / Page.SIZE - BASE - 9) * (hasOrdinals === 1 ? 2700 : 3400);
	const known: Uint8Array[] = [];
	for (let added = 0; added < most; added += BATCH) {
		const octets = batch(twin, known);
		twin.set(prints, octets);
		if (!addAll(twin, prints, marks)) break;
	}
	for (let tries = 0; tries < 200; ++tries) {
		twin.set(prints, twin.next(2) === 0 ? twin.of(known) : twin.random(16));
		twin.run("seenFind", prints);
	}
	copySet(twin, prints);
}

/** Random fingerprints, of which some are known, one is zero, and some differ in one octet. */
function batch(twin: Twin, known: Uint8Array[]): Uint8Array {
	const octets = twin.random(BATCH * FINGERPRINT_SIZE);
	for (let tries = 0; tries < 100; ++tries) {
		const at = FINGERPRINT_SIZE * twin.next(BATCH);
		if (known.length > 0 && twin.next(2) === 0) octets.set(twin.of(known), at);
		if (twin.next(4) === 0) octets[at + twin.next(16)]! ^= 1 << twin.next(8);
	}
	octets.fill(0, 0, twin.next(2) * FINGERPRINT_SIZE);
	known.push(...Array.from({ length: 20 }, (_, index) => octets.slice(FINGERPRINT_SIZE * index, FINGERPRINT_SIZE * (index + 1))));
	return octets;
}

/** Adds a batch. Gives the set memory when it asks for it, or ends it. Returns whether nothing was refused. */
function addAll(twin: Twin, prints: number, marks: number): boolean {
	for (let done = 0; done < BATCH; ) {
		const count = twin.run("seenAdd", prints + done * FINGERPRINT_SIZE, BATCH - done, marks + done * MARK_SIZE);
		twin.same("seenAdd, marks", marks, marks + (done + Math.max(0, count)) * MARK_SIZE);
		twin.sameWords("seenAdd, SEEN_SET", Address.SEEN_SET, ...FIELDS);
		if (count < 0) return false;
		done += count;
		if (done === BATCH) break;
		if (twin.next(3) > 0) twin.grow(1);
		else twin.setWord(Address.SEEN_SET + Field.END_PAGE, twin.size / Page.SIZE);
	}
	return twin.word(Address.SEEN_SET + Field.REFUSED) === 0;
}

function copySet(twin: Twin, to: number): void {
	for (let position = 0; position >= 0; ) {
		position = twin.run("seenCopy", position, to, 1 + twin.next(BATCH));
		const copied = twin.word(Address.SEEN_SET + Field.COPIED);
		twin.sameWords("seenCopy, COPIED", Address.SEEN_SET, Field.COPIED);
		twin.same("seenCopy", to, to + copied * FINGERPRINT_SIZE);
		if (twin.faults.length > 0) return;
	}
}
