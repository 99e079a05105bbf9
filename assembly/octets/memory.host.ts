/**
 * Leaf, typed-array side: loads, stores and copies in linear memory. The contracts are in memory.ts, the Wasm side.
 *
 * The kernel keeps all its state in linear memory, so one copy of this code serves any number of memories: `attach` selects
 * the memory for the calls that follow.
 */
import { Address } from "../layout/addresses";

/** One memory as octets, as aligned words, and as a view for unaligned words. Its length is a multiple of 65,536. */
export interface MemoryViews {
	readonly octets: Uint8Array<ArrayBuffer>;
	readonly words: Int32Array<ArrayBuffer>;
	readonly view: DataView<ArrayBuffer>;
}

let octets = new Uint8Array(0);
let words = new Int32Array(0);
let view = new DataView(octets.buffer);

/** Selects the memory that the kernel works on. */
export function attach(memory: MemoryViews): void {
	octets = memory.octets;
	words = memory.words;
	view = memory.view;
}

/** The octets of the selected memory. Loops hoist this into a local variable. */
export function attached(): Uint8Array<ArrayBuffer> {
	return octets;
}

/** The same as little-endian words. */
export function attachedWords(): Int32Array<ArrayBuffer> {
	return words;
}

export function load8(at: i32): i32 {
	return octets[at] as number;
}

export function store8(at: i32, octet: i32): void {
	octets[at] = octet;
}

export function load32(at: i32): i32 {
	return (at & 3) === 0 ? (words[at >>> 2] as number) : view.getInt32(at, true);
}

export function store32(at: i32, value: i32): void {
	if ((at & 3) === 0) words[at >>> 2] = value;
	else view.setInt32(at, value, true);
}

const enum Copy {
	/** Up to here, a loop beats `copyWithin`. */
	MAX_LOOP = 32,
}

export function copy(start: i32, end: i32, to: i32): i32 {
	if (end - start > Copy.MAX_LOOP) octets.copyWithin(to, start, end);
	else for (let at = start, shift = to - start; at < end; ++at) octets[at + shift] = octets[at] as number;
	return to + (end - start);
}

export { copy as copyRun, copy as copyShort };

export function copyLower(start: i32, end: i32, to: i32): i32 {
	const shift = to - start;
	for (let at = start; at < end; ++at) {
		const octet = octets[at] as number;
		octets[at + shift] = octet > 0x40 && octet < 0x5b ? octet | 0x20 : octet;
	}
	return end + shift;
}

// `>>> 0`: an address above 2 GiB is negative in the portable dialect.
export function move(start: i32, end: i32, to: i32): i32 {
	octets.copyWithin(to >>> 0, start >>> 0, end >>> 0);
	return to + (end - start);
}

export function clear(start: i32, end: i32): void {
	octets.fill(0, start >>> 0, end >>> 0);
}

export function equal(start: i32, end: i32, other: i32): bool {
	const shift = other - start;
	for (let at = start; at < end; ++at) {
		if (octets[at] !== octets[at + shift]) return false;
	}
	return true;
}

export function pageCount(): i32 {
	return octets.length >>> 16;
}

export function heapBase(): i32 {
	return Address.RESERVED_END;
}
