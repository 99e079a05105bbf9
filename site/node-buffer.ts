/** What the code of learned shapes uses of `Buffer`, for browsers. vite.config.ts puts it in place of node:buffer. */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Buffer extends Uint8Array {
	/** Octets of a text, or a view of memory. */
	static override from(source: unknown, start?: unknown, length?: unknown): Buffer {
		if (typeof source !== "string") return new Buffer(source as ArrayBuffer, start as number, length as number);
		const octets = encoder.encode(source);
		return new Buffer(octets.buffer, octets.byteOffset, octets.length);
	}

	static alloc(size: number): Buffer {
		return new Buffer(size);
	}

	/** The order of octets. */
	static compare(a: Uint8Array, b: Uint8Array): number {
		const length = Math.min(a.length, b.length);
		for (let at = 0; at < length; ++at) if (a[at] !== b[at]) return (a[at] as number) - (b[at] as number);
		return a.length - b.length;
	}

	/** Whatever the encoding: UTF-8 includes US-ASCII. */
	override toString(_encoding?: string, start = 0, end = this.length): string {
		return decoder.decode(this.subarray(start, end));
	}
}

export function isAscii(): boolean {
	return false;
}

Object.assign(globalThis, { Buffer });
