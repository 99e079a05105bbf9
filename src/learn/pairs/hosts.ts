/**
 * Hosts with the same pages: mirrors, moved sites, and hosts for phones. A trial is the page of a path at one host, beside that at another.
 *
 * ```
 *   contents of one path      a.com/1 D1   m.a.com/1 D1                  a pair of hosts to try
 *                             a.com/t D9   b.com/t D9   c.com/t D9   …   at more than four hosts: a file of all sites of a kind
 *   then paths of the pair    a.com/2 D2   m.a.com/2 D3                  a trial that disagrees
 * ```
 *
 * A host is a site with `www.` or without it: an alias is of one host exactly.
 */

import { PageRows } from "./page-rows";
import type { Page, Pages } from "./pages";
import { type Fetched, PairTrials } from "./trials";

/** Pages that are looked at. Of larger crawls, a part is chosen by the hashes of paths. */
const MAX_PAGES = 1 << 19;
/** Hosts that share a content at one path, at most. */
const MAX_SHARING = 4;
/** Hosts that pairs link, at most. */
const MAX_GROUP = 16;
/** Contents that two hosts have in common, at least, to be tried. */
const LEAST_COMMON = 5;

/** A pair of hosts under trial: the smaller number first. */
export interface HostPair {
	readonly a: number;
	readonly b: number;
	/** Whether an earlier run had evidence for it. */
	readonly isEarlier: boolean;
	readonly trials: PairTrials;
	/** Whether the pages of their roots differ. */
	differsAtRoot: boolean;
}

/** Settings of the trials of hosts. */
export interface HostSettings {
	readonly hosts: number;
	/** Number of keys of the crawl. */
	readonly keys: number;
	/** The share of paths kept apart. */
	readonly holdout: number;
	/** `Page.path` of the root of a site. */
	readonly root: number;
	/** Whether two hosts use the same digests. */
	readonly isComparable: (a: number, b: number) => boolean;
}

function hostOf(site: number, { hasWww }: Page): number {
	return 2 * site + (hasWww ? 1 : 0);
}

export function siteOfHost(host: number): number {
	return host >>> 1;
}

export class HostTrials {
	/** Pages of each host. */
	readonly pages: Uint32Array;
	readonly #settings: HostSettings;
	readonly #every: number;
	/** Contents at paths, each with one more than the first host that has it: open addressing. */
	readonly #contents: Float64Array;
	readonly #first: Uint32Array;
	#size = 0;
	/** By slot: all hosts of a content at a path that several have. */
	readonly #sharing = new Map<number, number[]>();
	readonly #pairs = new Map<number, HostPair>();
	readonly #partners = new Map<number, HostPair[]>();
	/** The pages of hosts of pairs. */
	readonly #rows = new PageRows();

	constructor(settings: HostSettings) {
		this.#settings = settings;
		this.#every = Math.max(1, Math.ceil(settings.keys / MAX_PAGES));
		let slots = 1 << 10;
		while (slots < 2 * Math.min(settings.keys, MAX_PAGES)) slots *= 2;
		this.pages = new Uint32Array(settings.hosts);
		this.#contents = new Float64Array(slots);
		this.#first = new Uint32Array(slots);
	}

	/** Counts the pages of a skeleton, and the hosts that share their contents. */
	count(site: number, pages: Pages): void {
		for (const page of pages.list) {
			const host = hostOf(site, page);
			this.pages[host] = (this.pages[host] as number) + 1;
			// Whoever writes URLs on purpose can have all of them looked at.
			if (!this.#isLookedAt(page) || 4 * this.#size > 3 * this.#first.length) continue;
			const slot = this.#slotOf(page.path, page.content);
			if (this.#first[slot] === 0) this.#first[slot] = host + 1;
			else if (this.#first[slot] !== host + 1) this.#share(slot, host);
		}
	}

	#share(slot: number, host: number): void {
		const hosts = this.#sharing.get(slot);
		if (hosts === undefined) this.#sharing.set(slot, [(this.#first[slot] as number) - 1, host]);
		else if (hosts.length <= MAX_SHARING && !hosts.includes(host)) hosts.push(host);
	}

	/** The slot of a content at a path, which is new if it has no host. */
	#slotOf(path: number, content: number): number {
		const bits = Math.imul((path / 2 ** 21) | 0, 0x85ebca6b) ^ Math.imul((content / 2 ** 21) | 0, 0x9e3779b1);
		const last = this.#first.length - 1;
		const mark = path / 3 + content;
		let slot = (bits ^ (bits >>> 15)) & last;
		while (this.#first[slot] !== 0 && this.#contents[slot] !== mark) slot = (slot + 1) & last;
		if (this.#first[slot] === 0) ++this.#size;
		this.#contents[slot] = mark;
		return slot;
	}

	/** Chooses the pairs that have enough contents in common. */
	choosePairs(): void {
		const common = new Map<number, number>();
		for (const sharing of this.#sharing.values()) {
			if (sharing.length > MAX_SHARING) continue;
			for (const [index, b] of sharing.entries()) {
				for (const a of sharing.slice(0, index)) {
					const id = this.#idOf(a, b);
					common.set(id, (common.get(id) ?? 0) + 1);
				}
			}
		}
		this.#sharing.clear();
		for (const [id, count] of common)
			if (count >= LEAST_COMMON) this.require(id % this.pages.length, Math.floor(id / this.pages.length));
	}

	/** Makes trials of two hosts, whatever they have in common. */
	require(one: number, other: number): void {
		if (this.#settings.isComparable(one, other)) this.#require(one, other, false);
	}

	/** The same of two hosts of which an earlier run had evidence. */
	requireEarlier(one: number, other: number): void {
		this.#require(one, other, true);
	}

	#require(one: number, other: number, isEarlier: boolean): void {
		const [a, b] = [Math.min(one, other), Math.max(one, other)];
		if (siteOfHost(a) === siteOfHost(b) || this.#pairs.has(this.#idOf(a, b))) return;
		const pair: HostPair = { a, b, isEarlier, trials: new PairTrials(), differsAtRoot: false };
		this.#pairs.set(this.#idOf(a, b), pair);
		for (const host of [a, b]) this.#partners.set(host, [...(this.#partners.get(host) ?? []), pair]);
	}

	/** Makes trials of all hosts that pairs link, so that none joins two that differ. A large group is no mirror: it has no trials. */
	closeGroups(): void {
		const seen = new Set<number>();
		for (const host of [...this.#partners.keys()]) {
			if (seen.has(host)) continue;
			const group = this.#linkedTo(host);
			for (const member of group) seen.add(member);
			if (group.size > MAX_GROUP) this.#drop(group);
			else for (const a of group) for (const b of group) if (a < b) this.require(a, b);
		}
	}

	#linkedTo(host: number): Set<number> {
		const group = new Set([host]);
		for (const member of group) for (const { a, b } of this.#partners.get(member) ?? []) group.add(a).add(b);
		return group;
	}

	#drop(group: ReadonlySet<number>): void {
		for (const [id, { a, isEarlier }] of this.#pairs) if (group.has(a) && !isEarlier) this.#pairs.delete(id);
		for (const host of group)
			this.#partners.set(
				host,
				(this.#partners.get(host) ?? []).filter(({ isEarlier }) => isEarlier),
			);
	}

	/** Whether a host of a site is in a pair. */
	isTried(site: number): boolean {
		return this.#partners.has(2 * site) || this.#partners.has(2 * site + 1);
	}

	/** The pair of two hosts, if it was tried. */
	pairOf(a: number, b: number): HostPair | undefined {
		return this.#pairs.get(this.#idOf(a, b));
	}

	get all(): HostPair[] {
		return [...this.#pairs.values()].sort((x, y) => x.a - y.a || x.b - y.b);
	}

	/** Adds the pages of a skeleton, of hosts that are in pairs. */
	addPages(site: number, pages: Pages): void {
		for (const page of pages.list) {
			const host = hostOf(site, page);
			if (this.#isLookedAt(page) && this.#partners.has(host)) this.#rows.addPage(host, page);
		}
	}

	/** Makes the trials of all pairs, in order of paths. */
	judge(): void {
		this.#rows.forEachPath((path, pages) => {
			for (const host of pages.keys()) {
				for (const pair of this.#partners.get(host) ?? []) if (pair.a === host) this.#judgeAt(pair, pages, path);
			}
		});
	}

	#judgeAt(pair: HostPair, pages: ReadonlyMap<number, Fetched>, path: number): void {
		const [page, other] = [pages.get(pair.a) as Fetched, pages.get(pair.b)];
		if (other === undefined) return;
		pair.trials.compare(page, other, this.#isHeld(path));
		if (path === this.#settings.root && page.content !== other.content) pair.differsAtRoot = true;
	}

	#isHeld(path: number): boolean {
		return Math.imul((path / 2 ** 21) | 0, 0x9e3779b1) >>> 0 < this.#settings.holdout * 2 ** 32;
	}

	#isLookedAt({ path, content }: Page): boolean {
		return content !== 0 && (Math.floor(path / 2 ** 21) % this.#every === 0 || path === this.#settings.root);
	}

	#idOf(a: number, b: number): number {
		return Math.min(a, b) + this.pages.length * Math.max(a, b);
	}
}
