/**
 * Keys of 96 bits for stores, 12 octets each, whose order is that of their octets. The known ones are written in order, as a Poisson process
 * yields uniform keys without sorting them. A day's keys are half known and half new.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { random, SEED } from "./random.mjs";

export const KEY = 12;
/** Keys that are written at a time. */
const BATCH = 100_000;
const LIMIT = 2 ** 48;

/**
 * Writes `known` keys in order to a file. Returns for each number of `days` the keys that a day asks for, in no order: half of them are
 * known.
 *
 * @param {string} path
 * @param {number} known
 * @param {readonly number[]} days
 * @returns {Uint8Array[]}
 */
export function writeKeys(path, known, days) {
	const pick = random(SEED);
	const samples = days.map((count) => ({ keys: new Uint8Array(count * KEY), count, filled: 0 }));
	const descriptor = openSync(path, "w");
	for (let done = 0; done < known; done += BATCH) {
		const count = Math.min(BATCH, known - done);
		const batch = batchOf(pick, done, count, known);
		writeSync(descriptor, batch);
		for (const sample of samples) takeFrom(sample, batch, pick, (done + count) / known);
	}
	closeSync(descriptor);
	return samples.map((sample) => completed(sample, pick));
}

/** Keys number [first, first + count) of `known`, in order. */
function batchOf(pick, first, count, known) {
	const octets = new Uint8Array(count * KEY);
	const view = new DataView(octets.buffer);
	// Of n keys, those of a stretch of the space: sorted uniform numbers, from exponential gaps.
	const gaps = Float64Array.from({ length: count + 1 }, () => -Math.log((pick(2 ** 32) + 1) / 2 ** 32));
	const sum = gaps.reduce((total, gap) => total + gap, 0);
	let at = 0;
	for (let index = 0; index < count; ++index) {
		at += gaps[index] / sum;
		const place = Math.floor(((first + at * count) / known) * LIMIT);
		view.setUint16(index * KEY, Math.floor(place / 2 ** 32));
		view.setUint32(index * KEY + 2, place % 2 ** 32);
		view.setUint16(index * KEY + 6, pick(2 ** 16));
		view.setUint32(index * KEY + 8, pick(2 ** 32));
	}
	return octets;
}

/** Copies the share of a batch that a day asks for. `done`: the share of the known keys that are written with it. */
function takeFrom(sample, batch, pick, done) {
	const count = batch.length / KEY;
	const wanted = Math.round((sample.count / 2) * done) - sample.filled;
	for (let index = 0; index < wanted; ++index) {
		// One of each stretch, so that none is taken twice.
		const at = Math.floor((index * count) / wanted) + pick(Math.max(1, Math.floor(count / wanted)));
		sample.keys.set(batch.subarray(at * KEY, (at + 1) * KEY), sample.filled++ * KEY);
	}
}

/** Fills up with random keys, and shuffles. */
function completed({ keys, count, filled }, pick) {
	const view = new DataView(keys.buffer);
	for (let index = filled; index < count; ++index) {
		for (let at = 0; at < KEY; at += 4) view.setUint32(index * KEY + at, pick(2 ** 32));
	}
	for (let index = count - 1; index > 0; --index) {
		const [from, to] = [index * KEY, pick(index + 1) * KEY];
		const other = keys.slice(to, to + KEY);
		keys.copyWithin(to, from, from + KEY);
		keys.set(other, from);
	}
	return keys;
}

/** The keys in order. */
export function sortedKeys(keys) {
	const buffer = Buffer.from(keys.buffer, keys.byteOffset, keys.length);
	const parts = Array.from({ length: keys.length / KEY }, (_, index) => buffer.subarray(index * KEY, (index + 1) * KEY));
	return Buffer.concat(parts.sort(Buffer.compare));
}
