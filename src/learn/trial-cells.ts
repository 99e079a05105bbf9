/** Takes cells of a site out of the memory of the kernel. */
import { Cell as CellWord, Trial, Vote } from "../../assembly/learn/trial-layout";
import { type Cell, type CellsOf, cellOf } from "./cells";
import { joined } from "./hash";
import type { LearnMemory } from "./learn-kernel";
import type { Shard } from "./shard";
import type { TrialMemory } from "./trial-memory";

/** Adds the cells that the kernel has made to those of their sites. The kernel forgets them. */
export function takeCells(room: TrialMemory, shard: Shard, cells: CellsOf): void {
	const { memory } = room;
	const { sites } = shard;
	const found: Cell[] = [];
	for (let count = room.word(Trial.CELL_COUNT), at = room.word(Trial.CELLS); count > 0; --count, at += CellWord.SIZE) {
		const site = sites[memory.word(at + CellWord.SITE)] as number;
		const cell = cellOf(cells, memory.word(at + CellWord.CANDIDATE), site);
		addCell(cell, room, shard, at);
		found.push(cell);
	}
	const { words } = memory.kernel;
	const votes = room.word(Trial.VOTES) >> 2;
	const end = votes + room.word(Trial.VOTE_COUNT) * (Vote.SIZE >> 2);
	for (let at = votes; at < end; at += Vote.SIZE >> 2) {
		const cell = found[words[at + (Vote.CELL >> 2)] as number] as Cell;
		cell.votes.add(joined((words[at + 1] as number) >>> 0, (words[at + 2] as number) >>> 0));
	}
	room.set(Trial.CELL_COUNT, 0);
	room.set(Trial.VOTE_COUNT, 0);
}

function addCell(cell: Cell, { memory }: TrialMemory, shard: Shard, at: number): void {
	cell.agreements += memory.word(at + CellWord.AGREEMENTS);
	cell.disagree += memory.word(at + CellWord.DISAGREE);
	cell.proven += memory.word(at + CellWord.PROVEN);
	cell.saved += memory.word(at + CellWord.SAVED);
	cell.contrary ??= pairAt(memory, shard, at + CellWord.CONTRARY);
	cell.example ??= pairAt(memory, shard, at + CellWord.EXAMPLE);
}

/** The places of the URLs of two keys, if there are two. */
function pairAt(memory: LearnMemory, shard: Shard, address: number): readonly [number, number] | undefined {
	const one = memory.word(address);
	return one === 0 ? undefined : [shard.placeOf(one - 1), shard.placeOf(memory.word(address + 4) - 1)];
}
