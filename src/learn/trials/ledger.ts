/** The ledger of a pass: the cells of all shards, and their votes. See assembly/learn/ledger.ts. */
import { Cell, Ledger as LedgerWord, Trial } from "../../../assembly/learn/trial-layout";
import { type Area, KernelIndex, type LearnMemory, NO_AREA } from "../corpus/learn-kernel";
import type { Shard } from "../corpus/shard";
import { Votes } from "../corpus/votes";
import type { Web } from "../corpus/web";
import { CELL_WORDS } from "./cells";
import type { TrialMemory } from "./trial-memory";

export class Ledger {
	readonly #memory: LearnMemory;
	readonly #address: number;
	readonly #index: KernelIndex;
	readonly #votes: Votes;
	#cells: Area = NO_AREA;

	constructor(memory: LearnMemory, votes: Votes) {
		this.#memory = memory;
		this.#address = memory.take(LedgerWord.SIZE).start;
		this.#index = new KernelIndex(memory);
		this.#votes = votes;
		memory.setWord(this.#address + LedgerWord.INDEX, this.#index.address);
	}

	/** Adds the cells and votes of a shard that the kernel has made. The kernel forgets them. Throws Failure. */
	take(room: TrialMemory, shard: Shard): void {
		this.#makeRoom(this.#index.size + room.word(Trial.CELL_COUNT));
		this.#memory.kernel.call.addCells(this.#address, room.address, shard.address);
		this.#votes.add(room.word(Trial.VOTES), room.word(Trial.VOTE_COUNT));
		room.set(Trial.CELL_COUNT, 0);
		room.set(Trial.VOTE_COUNT, 0);
	}

	/** The words of all cells. Throws Failure. */
	words(): Uint32Array {
		const words = this.#memory.words(this.#cells.start, this.#index.size * CELL_WORDS).slice();
		const counts = this.#votes.counts(this.#index.size);
		for (let cell = 0; cell < counts.length; ++cell) words[cell * CELL_WORDS + (Cell.VOTES >> 2)] = counts[cell] as number;
		return words;
	}

	#makeRoom(cells: number): void {
		const memory = this.#memory;
		this.#index.makeRoom(cells);
		if (Cell.SIZE * cells <= this.#cells.octets) return;
		const grown = memory.take(2 * Cell.SIZE * cells);
		memory.kernel.octets.copyWithin(grown.start, this.#cells.start, this.#cells.start + Cell.SIZE * this.#index.size);
		memory.give(this.#cells);
		this.#cells = grown;
		memory.setWord(this.#address + LedgerWord.CELLS, grown.start);
	}
}

/** The words of the cells of a pass, which `run` makes. Throws Failure. */
export function cellsOfPass({ memory, votes: room }: Web, run: (ledger: Ledger) => void): Uint32Array {
	const votes = new Votes(room);
	try {
		return memory.during(() => {
			const ledger = new Ledger(memory, votes);
			run(ledger);
			return ledger.words();
		});
	} finally {
		votes.close();
	}
}
