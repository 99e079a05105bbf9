/** Memory of the learn kernel at any addresses, with canaries after each area. */
import { LearnLimit } from "../../../../assembly/learn/layout";
import { random } from "../../../../bench/lists/random.mjs";
import { type Area, type BasicFunctions, type Kernel, type LearnFunctions, LearnMemory } from "../../../seams/kernels";
import type { KernelPair, Side } from "./kernel-pair";

export type Next = (limit: number) => number;

/** Room before the areas, so that instances whose own memory ends at different addresses place them at the same ones. */
const BEFORE = 1024;
/** Octets for all areas of a scene. */
const ROOM = 8 << 20;
const CANARY = 0xa5;
const CANARIES = new Uint8Array(48).fill(CANARY);

export class GuardedMemory extends LearnMemory {
	readonly #next: Next;
	/** The areas in use, by the start that they were handed out with. */
	readonly #areas = new Map<number, Area>();
	/** The filler of areas before they are used: zeros, or canaries. No result may depend on it. */
	readonly #filler: number;
	#fault = "";

	/** No area begins before `start`. Requires: it is `BEFORE` octets or more above the kernel. */
	constructor(kernel: Kernel<BasicFunctions>, start: number, next: Next) {
		super(kernel as Kernel<LearnFunctions>);
		this.#next = next;
		this.#filler = next(2) * CANARY;
		const first = super.take(0).start;
		super.take(start - first - LearnLimit.MARGIN);
	}

	override take(octets: number): Area {
		const area = super.take(octets + 16 + LearnLimit.MARGIN + CANARIES.length);
		const start = area.start + 4 * this.#next(4);
		this.#areas.set(start, area);
		this.kernel.octets.fill(this.#filler, area.start, area.start + area.octets + LearnLimit.MARGIN);
		this.kernel.octets.set(CANARIES, start + octets + LearnLimit.MARGIN);
		return { start, octets };
	}

	override give(area: Area): void {
		if (area.octets === 0) return;
		this.#look(area);
		super.give(this.#areas.get(area.start) as Area);
		this.#areas.delete(area.start);
	}

	/** Describes a write outside of all areas, or returns nothing. */
	fault(): string {
		for (const [start, { octets }] of this.#areas)
			this.#look({ start, octets: octets - 16 - LearnLimit.MARGIN - CANARIES.length });
		return this.#fault;
	}

	#look({ start, octets }: Area): void {
		const at = start + octets + LearnLimit.MARGIN;
		if (Buffer.compare(this.kernel.octets.subarray(at, at + CANARIES.length), CANARIES) === 0) return;
		this.#fault ||= `octets after an area of ${octets} octets are not as they were`;
	}
}

/** Does the same with each instance, in the room of one area. */
export function onEach(pair: KernelPair, what: string, play: (memory: GuardedMemory, next: Next, side: Side) => unknown): void {
	const seed = pair.next(2 ** 31);
	const start = pair.area(ROOM, 4) + BEFORE;
	pair.each(what, (side) => {
		const next = random(seed);
		const memory = new GuardedMemory(side.kernel, start, next);
		const made = play(memory, next, side);
		return JSON.stringify([memory.fault(), made]);
	});
}
