/** SipHash-1-3 with 128 bits of output, as its paper and its reference implementation state it, on BigInt. */
const MASK = (1n << 64n) - 1n;

const turned = (word: bigint, bits: bigint) => ((word << bits) | (word >> (64n - bits))) & MASK;

class State {
	a: bigint;
	b: bigint;
	c: bigint;
	d: bigint;

	constructor(low: bigint, high: bigint) {
		this.a = low ^ 0x736f6d6570736575n;
		this.b = high ^ 0x646f72616e646f6dn ^ 0xeen;
		this.c = low ^ 0x6c7967656e657261n;
		this.d = high ^ 0x7465646279746573n;
	}

	round(): void {
		this.a = (this.a + this.b) & MASK;
		this.b = turned(this.b, 13n) ^ this.a;
		this.a = turned(this.a, 32n);
		this.c = (this.c + this.d) & MASK;
		this.d = turned(this.d, 16n) ^ this.c;
		this.a = (this.a + this.d) & MASK;
		this.d = turned(this.d, 21n) ^ this.a;
		this.c = (this.c + this.b) & MASK;
		this.b = turned(this.b, 17n) ^ this.c;
		this.c = turned(this.c, 32n);
	}

	take(word: bigint): void {
		this.d ^= word;
		this.round();
		this.a ^= word;
	}

	/** Half of the fingerprint. */
	half(): bigint {
		for (let round = 0; round < 3; ++round) this.round();
		return this.a ^ this.b ^ this.c ^ this.d;
	}
}

/** The fingerprint of octets under a key of 16 octets, in 16 octets. */
export function sipHash(key: Uint8Array, octets: Uint8Array): Uint8Array {
	const keyWords = new DataView(key.buffer, key.byteOffset);
	const state = new State(keyWords.getBigUint64(0, true), keyWords.getBigUint64(8, true));
	const padded = new Uint8Array((octets.length & ~7) + 8);
	padded.set(octets);
	padded[padded.length - 1] = octets.length;
	const words = new DataView(padded.buffer);
	for (let at = 0; at < padded.length; at += 8) state.take(words.getBigUint64(at, true));
	const fingerprint = new DataView(new ArrayBuffer(16));
	state.c ^= 0xeen;
	fingerprint.setBigUint64(0, state.half(), true);
	state.b ^= 0xddn;
	fingerprint.setBigUint64(8, state.half(), true);
	return new Uint8Array(fingerprint.buffer);
}
