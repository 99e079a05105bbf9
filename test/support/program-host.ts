/** A crawl kernel that is given compiled policies, valid or not. */

import { CrawlFlag } from "../../assembly/layout/crawl-options";
import { Header } from "../../assembly/policy/program";
import { align, type CrawlFunctions, crawlKernels, type Engine, type Kernel } from "../seams/kernels";

/** Enough for a program, and for its memory. */
const ROOM = 8 << 20;
const CHECKSUM_SIZE = 16;

export class ProgramHost {
	readonly #kernel;
	readonly #at: number;

	constructor(engine: Engine) {
		this.#kernel = crawlKernels.create(engine);
		this.#at = Math.ceil(this.#kernel.call.heapBase() / 64) * 64;
		this.#kernel.reserve(this.#at + ROOM);
	}

	/** Sets a program before zeros, its checksum made right. `shift`: its distance from a multiple of 64. Returns the status. */
	set(program: Uint8Array, shift = 0): number {
		return this.#set(program, shift, () => {});
	}

	/** Sets a program with one bit of its checksum wrong: that of this number. Returns the status. */
	setWrongly(program: Uint8Array, bit: number): number {
		return this.#set(program, 0, (checksum) => {
			checksum[bit >> 3]! ^= 1 << (bit & 7);
		});
	}

	#set(program: Uint8Array, shift: number, change: (checksum: Uint8Array) => void): number {
		const { call, octets } = this.#kernel;
		const at = this.#at + shift;
		octets.set(program, at);
		octets.fill(0, at + program.length, at + program.length + 64);
		call.fingerprint(0, at + Header.BASE, at + program.length, at + Header.CHECKSUM);
		change(octets.subarray(at + Header.CHECKSUM, at + Header.CHECKSUM + CHECKSUM_SIZE));
		return call.setProgram(at, program.length);
	}

	/** The status of the key of an empty reference under the program. */
	key(): number {
		const input = this.#at + (ROOM >> 1);
		return this.#kernel.call.key(CrawlFlag.POLICY, input, input, input + 1024);
	}
}

/** A kernel that runs a program, and the first address that is free. */
export function kernelWith(engine: Engine, program: Uint8Array): { kernel: Kernel<CrawlFunctions>; free: number } {
	const kernel = crawlKernels.create(engine);
	const start = align(kernel.call.heapBase());
	const work = new DataView(program.buffer, program.byteOffset).getInt32(Header.WORK, true);
	const free = align(start + program.length + work);
	kernel.reserve(free);
	kernel.octets.set(program, start);
	if (kernel.call.setProgram(start, program.length) !== 0) throw new Error("The kernel refuses the program.");
	return { kernel, free };
}
