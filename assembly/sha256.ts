/** SHA-256 (FIPS 180-4): the identity of lists and policies. */
import { CrawlAddress } from "./crawl-layout";
import { load8, load32, store8, store32 } from "./memory";

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes, §4.2.2; in hexadecimal. */
const ROUND_CONSTANTS: string =
	"428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5d807aa9812835b01243185be550c7dc372be5d7480deb1fe9bdc06a7c19bf174e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca63511429296727b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85a2bfe8a1a81a664bc24b8b70c76c51a3d192e819d6990624f40e3585106aa07019a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2";
/** The same of the square roots of the first 8, §5.3.3. */
const INITIAL: string = "6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19";

const BLOCK: i32 = 64;
const ROUNDS: i32 = 64;

/** Lays down the round constants. */
export function initializeSha256(): void {
	for (let round: i32 = 0; round < ROUNDS; ++round) store32(constantAt(round), wordIn(ROUND_CONSTANTS, round));
}

/** Writes the digest of the octets [start, end) to `to`: 32 octets. Requires: 128 octets after `end`, which are overwritten. */
export function sha256(start: i32, end: i32, to: i32): void {
	for (let index: i32 = 0; index < 8; ++index) setState(index, wordIn(INITIAL, index));
	const last = padded(start, end);
	for (let block = start; block < last; block += BLOCK) hashBlock(block);
	for (let index: i32 = 0; index < 8; ++index) storeBig(to + (index << 2), state(index));
}

/** Padding (§5.1.1): a bit, zeros, the length in bits. Returns its end. */
function padded(start: i32, end: i32): i32 {
	const length = end - start;
	const last = start + ((length + 8 + BLOCK) & ~(BLOCK - 1));
	for (let at = end; at < last; ++at) store8(at, 0);
	store8(end, 0x80);
	storeBig(last - 8, length >>> 29);
	storeBig(last - 4, length << 3);
	return last;
}

/** One block (§6.2.2). The sums are of at most five words, which is exact in a number of JavaScript; `| 0` makes a word of them. */
function hashBlock(block: i32): void {
	for (let round: i32 = 0; round < ROUNDS; ++round)
		setScheduled(round, round < 16 ? loadBig(block + (round << 2)) : scheduled(round));
	let a = state(0);
	let b = state(1);
	let c = state(2);
	let d = state(3);
	let e = state(4);
	let f = state(5);
	let g = state(6);
	let h = state(7);
	for (let round: i32 = 0; round < ROUNDS; ++round) {
		const choice = (e & f) ^ (~e & g);
		const majority = (a & b) ^ (a & c) ^ (b & c);
		const sumE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
		const sumA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
		const first = (h + sumE + choice + load32(constantAt(round)) + load32(scheduleAt(round))) | 0;
		h = g;
		g = f;
		f = e;
		e = (d + first) | 0;
		d = c;
		c = b;
		b = a;
		a = (first + sumA + majority) | 0;
	}
	addState(0, a);
	addState(1, b);
	addState(2, c);
	addState(3, d);
	addState(4, e);
	addState(5, f);
	addState(6, g);
	addState(7, h);
}

function addState(index: i32, word: i32): void {
	setState(index, (state(index) + word) | 0);
}

/** The message schedule (§6.2.2, step 1) from round 16 on. */
function scheduled(round: i32): i32 {
	const near = load32(scheduleAt(round - 2));
	const far = load32(scheduleAt(round - 15));
	const sigma1 = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10);
	const sigma0 = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3);
	return (sigma1 + load32(scheduleAt(round - 7)) + sigma0 + load32(scheduleAt(round - 16))) | 0;
}

function rotated(word: i32, bits: i32): i32 {
	return (word >>> bits) | (word << (32 - bits));
}

/** The word of this index in a string of hex digits, eight a word. */
function wordIn(text: string, index: i32): i32 {
	let word = 0;
	for (let i = 0; i < 8; ++i) {
		const digit = text.charCodeAt(index * 8 + i);
		word = (word << 4) | (digit - (digit < 0x3a ? 0x30 : 0x57));
	}
	return word;
}

function constantAt(round: i32): i32 {
	return CrawlAddress.SHA256 + (round << 2);
}

function scheduleAt(round: i32): i32 {
	return CrawlAddress.SHA256 + 256 + (round << 2);
}

function setScheduled(round: i32, word: i32): void {
	store32(scheduleAt(round), word);
}

function state(index: i32): i32 {
	return load32(CrawlAddress.SHA256 + 512 + (index << 2));
}

function setState(index: i32, word: i32): void {
	store32(CrawlAddress.SHA256 + 512 + (index << 2), word);
}

function loadBig(at: i32): i32 {
	return (load8(at) << 24) | (load8(at + 1) << 16) | (load8(at + 2) << 8) | load8(at + 3);
}

function storeBig(at: i32, word: i32): void {
	store8(at, word >>> 24);
	store8(at + 1, (word >>> 16) & 255);
	store8(at + 2, (word >>> 8) & 255);
	store8(at + 3, word & 255);
}
