/** Trials of single features and of bundles, site by site: see assembly/learn/trials.ts. */
import { Trial } from "../../assembly/learn/trial-layout";
import type { Candidate } from "./candidates";
import type { CellsOf } from "./cells";
import type { Shard } from "./shard";
import { takeCells } from "./trial-cells";
import { TrialMemory, type TrialSettings } from "./trial-memory";

/** What to look at: the keys of a site, under the rules so far. */
export interface TrialScope {
	readonly shard: Shard;
	/** The place of the site in the shard. */
	readonly index: number;
	/** 1 for features that rules erase. */
	readonly mask: Uint8Array;
	readonly bundles: readonly Candidate[];
	/** The cells so far. Those of others are added. */
	readonly cells: CellsOf;
}

export class Trials {
	readonly #room: TrialMemory;

	/** `single`: 1 for features that are candidates. */
	constructor(single: Uint8Array, { candidates, share, weighs, engine }: TrialSettings) {
		this.#room = new TrialMemory(single.length, share, engine);
		this.#room.octets(Trial.SINGLE).set(single);
		this.#room.set(Trial.WEIGHS, weighs ? 1 : 0);
		this.#room.zeros(Trial.CELL_OF, 4 * candidates);
	}

	/** Adds the trials of a site to its cells. */
	run({ shard, index, mask, bundles, cells }: TrialScope): void {
		const room = this.#room;
		room.load(shard);
		room.octets(Trial.MASK).set(mask);
		this.#setBundles(bundles);
		room.memory.kernel.call.trySite(room.address, shard.siteStarts[index] as number, shard.siteStarts[index + 1] as number);
		for (const { features } of bundles) for (const feature of features) room.octets(Trial.BUNDLE_OF)[feature] = 0;
		takeCells(room, shard, shard.sites[index] as number, cells);
	}

	#setBundles(bundles: readonly Candidate[]): void {
		const room = this.#room;
		const ids = room.area(Trial.BUNDLES, 4 * bundles.length);
		const bundleOf = room.octets(Trial.BUNDLE_OF);
		for (const [place, { id, features }] of bundles.entries()) {
			room.memory.setWord(ids + 4 * place, id);
			for (const feature of features) bundleOf[feature] = place + 1;
		}
	}
}
