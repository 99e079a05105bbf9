/** SHA-256 (FIPS 180-4): the identity of lists and policies. */
import { CrawlAddress } from "../layout/crawl-addresses";
import { clear, load32, store8, store32 } from "../octets/memory";

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes, §4.2.2: two code units a word. */
const ROUND_CONSTANTS: string =
	"\u428a\u2f98\u7137\u4491\ub5c0\ufbcf\ue9b5\udba5\u3956\uc25b\u59f1\u11f1\u923f\u82a4\uab1c\u5ed5\ud807\uaa98\u1283\u5b01\u2431\u85be\u550c\u7dc3\u72be\u5d74\u80de\ub1fe\u9bdc\u06a7\uc19b\uf174\ue49b\u69c1\uefbe\u4786\u0fc1\u9dc6\u240c\ua1cc\u2de9\u2c6f\u4a74\u84aa\u5cb0\ua9dc\u76f9\u88da\u983e\u5152\ua831\uc66d\ub003\u27c8\ubf59\u7fc7\uc6e0\u0bf3\ud5a7\u9147\u06ca\u6351\u1429\u2967\u27b7\u0a85\u2e1b\u2138\u4d2c\u6dfc\u5338\u0d13\u650a\u7354\u766a\u0abb\u81c2\uc92e\u9272\u2c85\ua2bf\ue8a1\ua81a\u664b\uc24b\u8b70\uc76c\u51a3\ud192\ue819\ud699\u0624\uf40e\u3585\u106a\ua070\u19a4\uc116\u1e37\u6c08\u2748\u774c\u34b0\ubcb5\u391c\u0cb3\u4ed8\uaa4a\u5b9c\uca4f\u682e\u6ff3\u748f\u82ee\u78a5\u636f\u84c8\u7814\u8cc7\u0208\u90be\ufffa\ua450\u6ceb\ubef9\ua3f7\uc671\u78f2";
/** The same bits of the square roots of the first 8, §5.3.3. */
const INITIAL: string = "\u6a09\ue667\ubb67\uae85\u3c6e\uf372\ua54f\uf53a\u510e\u527f\u9b05\u688c\u1f83\ud9ab\u5be0\ucd19";

const BLOCK: i32 = 64;
const ROUNDS: i32 = 64;
/** From a round's constant to its word of the schedule. */
const SCHEDULED: i32 = 256;

/** Lays down the constants. */
export function initializeSha256(): void {
	for (let round: i32 = 0; round < ROUNDS; ++round) store32(CrawlAddress.SHA256 + (round << 2), wordIn(ROUND_CONSTANTS, round));
	for (let index: i32 = 0; index < 8; ++index) store32(CrawlAddress.SHA256_INITIAL + (index << 2), wordIn(INITIAL, index));
}

/** Writes the digest of the octets [start, end) to `to`: 32 octets. Requires: 128 octets after `end`, which are overwritten. */
export function sha256(start: i32, end: i32, to: i32): void {
	for (let index: i32 = 0; index < 8; ++index) setState(index, load32(CrawlAddress.SHA256_INITIAL + (index << 2)));
	const last = padded(start, end);
	for (let block = start; block < last; block += BLOCK) hashBlock(block);
	for (let index: i32 = 0; index < 8; ++index) storeBig(to + (index << 2), state(index));
}

/** Padding (§5.1.1): a bit, zeros, the length in bits. Returns its end. */
function padded(start: i32, end: i32): i32 {
	const length = end - start;
	const last = start + ((length + 8 + BLOCK) & ~(BLOCK - 1));
	clear(end, last);
	store8(end, 0x80);
	storeBig(last - 8, length >>> 29);
	storeBig(last - 4, length << 3);
	return last;
}

/**
 * One block (§6.2.2). The sums are of at most five words, which is exact in a number of JavaScript; `| 0` makes a word of them.
 * Rotations are spelled out: calls in each round would take most of the time.
 */
function hashBlock(block: i32): void {
	schedule(block);
	let a = state(0);
	let b = state(1);
	let c = state(2);
	let d = state(3);
	let e = state(4);
	let f = state(5);
	let g = state(6);
	let h = state(7);
	for (let at: i32 = CrawlAddress.SHA256; at < CrawlAddress.SHA256_SCHEDULE; at += 4) {
		const choice = g ^ (e & (f ^ g));
		const majority = (a & b) | (c & (a | b));
		const sumE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
		const sumA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
		const first = (h + load32(at) + load32(at + SCHEDULED) + choice + sumE) | 0;
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

/** Writes the message schedule of a block (§6.2.2, step 1). */
function schedule(block: i32): void {
	for (let at = 0; at < BLOCK; at += 4) store32(CrawlAddress.SHA256_SCHEDULE + at, swapped(load32(block + at)));
	for (let at: i32 = CrawlAddress.SHA256_SCHEDULE + BLOCK; at < CrawlAddress.SHA256_STATE; at += 4) {
		const near = load32(at - 8);
		const far = load32(at - 60);
		const sigma1 = ((near >>> 17) | (near << 15)) ^ ((near >>> 19) | (near << 13)) ^ (near >>> 10);
		const sigma0 = ((far >>> 7) | (far << 25)) ^ ((far >>> 18) | (far << 14)) ^ (far >>> 3);
		store32(at, (sigma1 + load32(at - 28) + sigma0 + load32(at - 64)) | 0);
	}
}

/** The word of this index, of two code units. */
function wordIn(text: string, index: i32): i32 {
	return (text.charCodeAt(index << 1) << 16) | text.charCodeAt((index << 1) + 1);
}

function state(index: i32): i32 {
	return load32(CrawlAddress.SHA256_STATE + (index << 2));
}

function setState(index: i32, word: i32): void {
	store32(CrawlAddress.SHA256_STATE + (index << 2), word);
}

function storeBig(at: i32, word: i32): void {
	store32(at, swapped(word));
}

/** The word with its octets in the opposite order. */
function swapped(word: i32): i32 {
	return (((word << 8) | (word >>> 24)) & 0x00ff00ff) | (((word >>> 8) | (word << 24)) & ~0x00ff00ff);
}
