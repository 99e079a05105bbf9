/** The rules that act at each site, and its bundles, as lists in the memory of a kernel: see `Task`. */
import { Task } from "../../../assembly/learn/trial-layout";
import type { LearnMemory } from "../corpus/learn-kernel";
import type { Candidate } from "./candidates";
import type { Rules } from "./rules";

/** Words of an item before its features: its candidate, and their number. */
const ITEM = 2;
/** The words of `Task` for the lists of a site, from SHARED on. */
const LISTS = (Task.SIZE - Task.SHARED) >> 2;

const wordsOf = (candidates: readonly Candidate[]) => candidates.reduce((sum, { features }) => sum + ITEM + features.length, 0);

export class SiteLists {
	/** Max rules that act at one site, and max features that they erase. */
	readonly most = { rules: 0, features: 0 };
	readonly #lists: Uint32Array;

	/** `bundlesOf`: the bundles of a site. */
	constructor(memory: LearnMemory, sites: number, rules: Rules, bundlesOf: (site: number) => readonly Candidate[] = () => []) {
		this.#lists = new Uint32Array(LISTS * sites);
		const writer = new ListWriter(memory);
		for (let site = 0; site < sites; ++site) {
			const shared = rules.sharedAt(site).map(({ candidate }) => candidate);
			const own = rules.ownAt(site).map(({ candidate }) => candidate);
			writer.addShared(shared);
			this.#lists.set(writer.span, LISTS * site);
			writer.add(own);
			this.#lists.set(writer.span, LISTS * site + 2);
			writer.add(bundlesOf(site));
			this.#lists.set(writer.span, LISTS * site + 4);
			this.most.rules = Math.max(this.most.rules, shared.length + own.length);
			this.most.features = Math.max(this.most.features, wordsOf(shared) + wordsOf(own));
		}
		writer.move(this.#lists);
	}

	/** Writes the lists of a site to a task. */
	write(words: Int32Array, task: number, site: number): void {
		const lists = this.#lists;
		for (let word = 0; word < LISTS; ++word) words[task + (Task.SHARED >> 2) + word] = lists[LISTS * site + word] as number;
	}
}

/** Writes lists one after the other. Equal shared lists are written once. */
class ListWriter {
	readonly #memory: LearnMemory;
	readonly #shared = new Map<string, readonly [start: number, end: number]>();
	#words = new Uint32Array(1 << 8);
	#length = 0;
	/** The last list: its start and end, in words. */
	span: readonly [start: number, end: number] = [0, 0];

	constructor(memory: LearnMemory) {
		this.#memory = memory;
	}

	addShared(candidates: readonly Candidate[]): void {
		const key = candidates.map(({ id }) => id).join();
		const known = this.#shared.get(key);
		if (known === undefined) this.add(candidates);
		else this.span = known;
		this.#shared.set(key, this.span);
	}

	add(candidates: readonly Candidate[]): void {
		const start = this.#length;
		this.#makeRoom(wordsOf(candidates));
		for (const { id, features } of candidates) {
			this.#words[this.#length++] = id;
			this.#words[this.#length++] = features.length;
			for (const feature of features) this.#words[this.#length++] = feature;
		}
		this.span = [start, this.#length];
	}

	/** Moves all lists to the memory of the kernel, and turns places into addresses. */
	move(places: Uint32Array): void {
		const { start } = this.#memory.take(4 * Math.max(1, this.#length));
		this.#memory.words(start, this.#length).set(this.#words.subarray(0, this.#length));
		for (let place = 0; place < places.length; ++place) places[place] = start + 4 * (places[place] as number);
	}

	#makeRoom(count: number): void {
		if (this.#length + count <= this.#words.length) return;
		const grown = new Uint32Array(2 * (this.#length + count));
		grown.set(this.#words);
		this.#words = grown;
	}
}
