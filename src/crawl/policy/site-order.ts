/**
 * The order of sites in a key identity. Where several sites cover a host and a path, the last decides, so these keep their order. Others have
 * none: two policies that only write them in another order make the same keys, and have the same identity.
 */
import { isPlainHost } from "../schema/filter";

interface Site {
	readonly hosts: readonly string[];
	readonly paths?: readonly string[];
}

/** Limit of hosts covered by sites. Beyond it, their order stays as it is: the compiler refuses such policies. */
const MAX_COVERS = 1_000_000;
const NONE: readonly number[] = [];

/**
 * Returns the indices of sites in the first order, by their texts, that keeps the order of those that share a host. `texts`: they differ for
 * sites that say something else. The order depends on no platform: hosts whose form the URL parser decides count as shared with all sites.
 */
export function siteOrder(sites: readonly Site[], texts: readonly string[]): readonly number[] {
	const after = sites.length < 2 ? undefined : followers(sites);
	if (after === undefined) return [...sites.keys()];
	const waits = new Int32Array(sites.length);
	for (const following of after) for (const site of following ?? NONE) waits[site] = (waits[site] as number) + 1;
	const ready = new Ready(texts);
	for (const index of sites.keys()) if (waits[index] === 0) ready.add(index);
	const order: number[] = [];
	for (let index = ready.take(); index !== undefined; index = ready.take()) {
		order.push(index);
		for (const site of after[index] ?? NONE) {
			waits[site] = (waits[site] as number) - 1;
			if (waits[site] === 0) ready.add(site);
		}
	}
	return order;
}

/** For each site, those that have to follow it: of the sites that cover a host and may share a path there, each follows those before. */
function followers(sites: readonly Site[]): (Set<number> | undefined)[] | undefined {
	const byName = new Map<string, number[]>();
	const others: number[] = [];
	for (const [index, { hosts }] of sites.entries()) {
		const names = hosts.map(comparablePlace);
		if (names.includes(undefined)) others.push(index);
		for (const name of names) if (name !== undefined) addTo(byName, name, index);
	}
	const after = new Array<Set<number> | undefined>(sites.length).fill(undefined);
	const follow = (site: number, other: number) => {
		after[site] ??= new Set();
		after[site].add(other);
	};
	let covers = 0;
	const hasKinds = [...byName.keys()].some((name) => name.startsWith("=") || name.startsWith("*"));
	for (const names of [...byName.keys()].flatMap((name) => (hasKinds ? coveringNames(name, byName) : [parentsOf(name)]))) {
		const covering = inOrder(others.concat(...names.map((name) => byName.get(name) ?? NONE)));
		const hasPaths = covering.some((index) => sites[index]?.paths !== undefined);
		covers += hasPaths ? covering.length ** 2 : covering.length;
		if (covers > MAX_COVERS) return undefined;
		for (const [at, index] of covering.entries()) {
			const next = hasPaths ? covering.slice(at + 1) : covering.slice(at + 1, at + 2);
			for (const other of next) if (mayShare(sites[index], sites[other])) follow(index, other);
		}
	}
	for (const [at, index] of others.slice(1).entries()) follow(others[at] as number, index);
	return after;
}

/** Adds a site, the last so far, to those of a name. */
function addTo(byName: Map<string, number[]>, name: string, site: number): void {
	const known = byName.get(name);
	if (known === undefined) byName.set(name, [site]);
	else if (known.at(-1) !== site) known.push(site);
}

function inOrder(sites: readonly number[]): readonly number[] {
	return sites.length < 2 ? sites : [...new Set(sites)].sort((a, b) => a - b);
}

/** The names of sites that cover the host that a name is about, and those that cover the hosts below it, where that makes a difference. */
function coveringNames(name: string, byName: ReadonlyMap<string, unknown>): string[][] {
	const host = name.replace(/^(?:=|\*\.)/, "");
	const above = parentsOf(host)
		.slice(1)
		.flatMap((parent) => [parent, `*.${parent}`]);
	const [own, below] = [
		[host, `=${host}`, ...above],
		[host, `*.${host}`, ...above],
	];
	if (name !== host) return [name.startsWith("=") ? own : below];
	return byName.has(`*.${host}`) || byName.has(`=${host}`) ? [own, below] : [own];
}

/** Whether a path may be one of both sites. */
function mayShare(one: Site | undefined, other: Site | undefined): boolean {
	if (one?.paths === undefined || other?.paths === undefined) return true;
	return one.paths.some((path) => (other.paths ?? []).some((otherPath) => mayOverlap(path, otherPath)));
}

/** Compares what stands before the first star. What the URL parser or a rule may change counts as one; P4 may add a final "/". */
function mayOverlap(one: string, other: string): boolean {
	const [left, right] = [startOf(one), startOf(other)];
	if (left.isWhole && right.isWhole) return left.text === right.text;
	return (!right.isWhole && left.text.startsWith(right.text)) || (!left.isWhole && right.text.startsWith(left.text));
}

function startOf(pattern: string): { readonly text: string; readonly isWhole: boolean } {
	const [start = ""] = /^[\w./~-]*/.exec(pattern) ?? [];
	return { text: start.toLowerCase().replace(/\/$/, ""), isWhole: pattern === `${start}$` };
}

/** A place as scopes compare it; undefined if that takes the URL parser. */
function comparablePlace(place: string): string | undefined {
	// Fast path only: most places are such names.
	if (isPlainHost(place)) return place;
	const [, kind = "", host = ""] = /^(=|\*\.)?(.*)$/s.exec(place) ?? [];
	const name = comparableName(host);
	return name && kind + name;
}

/** A host as scopes compare it; undefined if that takes the URL parser. */
function comparableName(host: string): string | undefined {
	const name = host
		.toLowerCase()
		.replace(/\.$/, "")
		.replace(/^(?:www\.)+/, "");
	return isPlainHost(name) ? name : undefined;
}

/** `a.b.c`, `b.c` and `c` for `a.b.c`. */
export function parentsOf(name: string): string[] {
	const names = [name];
	for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) names.push(name.slice(dot + 1));
	return names;
}

/** Indices, of which the one with the least text is taken first: a binary heap. */
class Ready {
	readonly #texts: readonly string[];
	readonly #heap: number[] = [];

	constructor(texts: readonly string[]) {
		this.#texts = texts;
	}

	add(index: number): void {
		let at = this.#heap.push(index) - 1;
		for (let above = (at - 1) >> 1; at > 0 && this.#isLess(at, above); above = (at - 1) >> 1) {
			this.#swap(at, above);
			at = above;
		}
	}

	take(): number | undefined {
		const first = this.#heap[0];
		const last = this.#heap.pop();
		if (this.#heap.length === 0 || last === undefined) return first;
		this.#heap[0] = last;
		for (let at = 0, least = this.#leastFrom(0); least !== at; least = this.#leastFrom(at)) {
			this.#swap(at, least);
			at = least;
		}
		return first;
	}

	/** The place of the least of an element and the two below it. */
	#leastFrom(at: number): number {
		let least = at;
		for (let place = 2 * at + 1; place <= 2 * at + 2 && place < this.#heap.length; ++place) {
			if (this.#isLess(place, least)) least = place;
		}
		return least;
	}

	#isLess(a: number, b: number): boolean {
		const x = this.#heap[a] as number;
		const y = this.#heap[b] as number;
		const left = this.#texts[x] as string;
		const right = this.#texts[y] as string;
		return left === right ? x < y : left < right;
	}

	#swap(a: number, b: number): void {
		const index = this.#heap[a] as number;
		this.#heap[a] = this.#heap[b] as number;
		this.#heap[b] = index;
	}
}
