/** Calls on the set of fingerprints. It has all memory from its base on, so that its pair is its own. */
import { Address, SeenSet as Field, MARK_SIZE } from "../../../../assembly/layout/addresses";
import { FINGERPRINT_SIZE } from "../../../../assembly/seen/fingerprint";
import { Page } from "../../../../assembly/seen/seen-page";
import type { KernelPair } from "./kernel-pair";

/** Pages for a new set: those of the arguments, those that lead, and some of fingerprints. */
export const SET_PAGES = 24;
const BASE = 12;
const BATCH = 1000;
const FIELDS = [Field.NEXT_PAGE, Field.COUNT, Field.REFUSED, Field.DEPTH];

/** Fills a set with random fingerprints, some twice, until it is full or has split pages, and reads it. The pair is used up. */
export function fillSet(pair: KernelPair): void {
	const hasOrdinals = pair.next(2);
	const { prints, marks } = { prints: pair.area(BATCH * FINGERPRINT_SIZE, 16), marks: pair.area(BATCH * MARK_SIZE, 4) };
	pair.zero(BASE * Page.SIZE);
	// Too near the end of the memory for a set.
	if (pair.next(2) === 0) pair.run("seenCreate", pair.size - pair.next(2) * Page.SIZE, hasOrdinals);
	pair.run("seenCreate", BASE * Page.SIZE, hasOrdinals);
	const most = 3 * (pair.size / Page.SIZE - BASE - 9) * (hasOrdinals === 1 ? 2700 : 3400);
	const known: Uint8Array[] = [];
	for (let added = 0; added < most; added += BATCH) {
		const octets = batch(pair, known);
		pair.set(prints, octets);
		if (!addAll(pair, prints, marks, () => pair.next(3) > 0)) break;
	}
	findSome(pair, prints, known);
	copySet(pair, prints);
}

/** Fills pages whose fingerprints begin alike: one until the directory cannot double, then others, which can still be split. */
export function fillDeepSet(pair: KernelPair): void {
	const { prints, marks } = { prints: pair.area(BATCH * FINGERPRINT_SIZE, 16), marks: pair.area(BATCH * MARK_SIZE, 4) };
	pair.zero(BASE * Page.SIZE);
	pair.run("seenCreate", BASE * Page.SIZE, pair.next(2));
	const known: Uint8Array[] = [];
	for (const bits of [18, 7, 7]) {
		const start = pair.next(2 ** bits) << (32 - bits);
		for (let batches = 0; batches < 5; ++batches) {
			const octets = batch(pair, known);
			startAlike(octets, start, bits);
			pair.set(prints, octets);
			addAll(pair, prints, marks, () => true);
		}
	}
	findSome(pair, prints, known);
	copySet(pair, prints);
}

/** Gives the first words of all fingerprints the same upper bits. */
function startAlike(octets: Uint8Array, start: number, bits: number): void {
	const view = new DataView(octets.buffer, octets.byteOffset);
	for (let at = 0; at < octets.length; at += FINGERPRINT_SIZE)
		view.setInt32(at, (view.getInt32(at, true) >>> bits) | start, true);
}

function findSome(pair: KernelPair, prints: number, known: readonly Uint8Array[]): void {
	for (let tries = 0; tries < 200; ++tries) {
		pair.set(prints, pair.next(2) === 0 ? pair.of(known) : pair.random(16));
		pair.run("seenFind", prints);
	}
}

/** Random fingerprints: some are known, one is zero, and some differ in one octet. */
function batch(pair: KernelPair, known: Uint8Array[]): Uint8Array {
	const octets = pair.random(BATCH * FINGERPRINT_SIZE);
	for (let tries = 0; tries < 100; ++tries) {
		const at = FINGERPRINT_SIZE * pair.next(BATCH);
		if (known.length > 0 && pair.next(2) === 0) octets.set(pair.of(known), at);
		if (pair.next(4) === 0) octets[at + pair.next(16)]! ^= 1 << pair.next(8);
	}
	octets.fill(0, 0, pair.next(2) * FINGERPRINT_SIZE);
	known.push(...Array.from({ length: 20 }, (_, index) => octets.slice(FINGERPRINT_SIZE * index, FINGERPRINT_SIZE * (index + 1))));
	return octets;
}

/**
 * Adds a batch. Whenever the set asks for memory, it gets a page if `grows` returns true, and else may not grow any more. Returns false
 * if a fingerprint was refused.
 */
function addAll(pair: KernelPair, prints: number, marks: number, grows: () => boolean): boolean {
	for (let done = 0; done < BATCH; ) {
		const count = pair.run("seenAdd", prints + done * FINGERPRINT_SIZE, BATCH - done, marks + done * MARK_SIZE);
		pair.same("seenAdd, marks", marks, marks + (done + Math.max(0, count)) * MARK_SIZE);
		pair.sameWords("seenAdd, SEEN_SET", Address.SEEN_SET, ...FIELDS);
		if (count < 0) return false;
		done += count;
		if (done === BATCH) break;
		if (grows()) pair.grow(1);
		else pair.setWord(Address.SEEN_SET + Field.END_PAGE, pair.size / Page.SIZE);
	}
	return pair.word(Address.SEEN_SET + Field.REFUSED) === 0;
}

function copySet(pair: KernelPair, to: number): void {
	for (let position = 0; position >= 0; ) {
		position = pair.run("seenCopy", position, to, 1 + pair.next(BATCH));
		const copied = pair.word(Address.SEEN_SET + Field.COPIED);
		pair.sameWords("seenCopy, COPIED", Address.SEEN_SET, Field.COPIED);
		pair.same("seenCopy", to, to + copied * FINGERPRINT_SIZE);
		if (pair.faults.length > 0) return;
	}
}
