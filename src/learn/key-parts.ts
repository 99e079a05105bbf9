/**
 * The parts of a base key, each with its hash. The key's hash is the sum of them all:
 *
 * ```
 *   http://www.example.com:80/a//b/index.html?x=1&y=&x=2#!f
 *   |      |   |          |   | |    |         |   | |   |
 *   scheme www site      rest | slashes  index x   | x   rest
 *                          skeleton            y, emptyValue
 * ```
 *
 * The skeleton is site and path with slashes collapsed, without final slash and index name. All keys that a rule can merge have the
 * same skeleton. A key with an index name also has `trailingSlash`: what is left when the name goes ends in a slash.
 */
import { Octet } from "../../assembly/octets/char";
import { Feature, type Features } from "./features";
import { Hash } from "./hash";

/** Seeds of the hashes of parts. */
const Seed = { SITE: 1, PATH: 2, SCHEME: 3, WWW: 4, SLASHES: 5, INDEX: 6, TRAILING: 7, PIECE: 8, EMPTY: 9, REST: 10 } as const;

const NONE = -1;
const LOWER_W = "w".charCodeAt(0);
/** Pieces of a query that are read one by one. What follows is one part, which no rule erases. */
const MAX_PIECES = 256;

/** The parts of one key at a time. */
export class KeyParts {
	/** Where the site is in the octets: the host without final dot and leading `www.` labels. */
	siteStart = 0;
	siteEnd = 0;
	skeletonLo = 0;
	skeletonHi = 0;
	/** The sum of all parts. */
	lo = 0;
	hi = 0;
	/** The sum of what no rule erases. */
	restLo = 0;
	restHi = 0;
	/** Features of this key, each once, with the sum of their hashes. */
	count = 0;
	readonly features: number[] = [];
	/** The parameter whose piece this part is in, for `emptyValue`; else -1. Both rules erase it. */
	readonly owners: number[] = [];
	readonly lows: number[] = [];
	readonly highs: number[] = [];

	readonly #hash = new Hash();
	readonly #features: Features;
	/** Whether the base policy sorts queries by name. Otherwise the order of names is a part, too. */
	readonly #isSorted: boolean;
	/** Features of the pieces of the query, in order. */
	readonly #pieces: number[] = [];

	constructor(features: Features, isSorted: boolean) {
		this.#features = features;
		this.#isSorted = isSorted;
	}

	/** Takes apart the key from `start` to `end`. Returns false if it is not http or https with a host. */
	read(octets: Uint8Array, start: number, end: number): boolean {
		const authority = authorityOf(octets, start, end);
		if (authority < 0) return false;
		this.count = 0;
		this.lo = 0;
		this.hi = 0;
		this.restLo = 0;
		this.restHi = 0;
		let at = authority;
		while (at < end && octets[at] !== Octet.SLASH && octets[at] !== Octet.QUESTION_MARK && octets[at] !== Octet.HASH) ++at;
		if (!this.#readAuthority(octets, start, authority, at)) return false;
		const path = at;
		while (at < end && octets[at] !== Octet.QUESTION_MARK && octets[at] !== Octet.HASH) ++at;
		this.#readPath(octets, path, at);
		const query = at;
		while (at < end && octets[at] !== Octet.HASH) ++at;
		if (query < at) this.#readQuery(octets, query + 1, at);
		if (at < end) this.#addRest(octets, at, end);
		return true;
	}

	/** Whether a feature is an index name. */
	readonly isIndex = (feature: number): boolean => this.#features.names[feature]?.kind === "index";

	/** The part of a feature, or -1. */
	find(feature: number): number {
		for (let part = 0; part < this.count; ++part) if (this.features[part] === feature) return part;
		return NONE;
	}

	#readAuthority(octets: Uint8Array, start: number, authority: number, end: number): boolean {
		const userinfo = octets.subarray(authority, end).lastIndexOf(Octet.AT);
		const host = authority + userinfo + 1;
		let hostEnd = end;
		while (hostEnd > host && isDigit(octets[hostEnd - 1] as number)) --hostEnd;
		const hasPort = hostEnd > host && octets[hostEnd - 1] === Octet.COLON;
		hostEnd = hasPort ? hostEnd - 1 : end;
		this.siteStart = host;
		this.siteEnd = hostEnd > host && octets[hostEnd - 1] === Octet.DOT ? hostEnd - 1 : hostEnd;
		if (userinfo >= 0) this.#addRest(octets, authority, host);
		if (hasPort) this.#addRest(octets, hostEnd, end);
		const labels = this.#skipWww(octets);
		if (labels > 0) this.#add(Feature.WWW, NONE, this.#hash.of(octets, host, this.siteStart, Seed.WWW));
		if (octets[start + 4] === Octet.COLON) {
			const hash = this.#hash.of(octets, start, start + 4, Seed.SCHEME);
			// The rule `scheme` keeps http with a port.
			if (hasPort) this.#sumRest(hash);
			else this.#add(Feature.SCHEME, NONE, hash);
		}
		return this.siteEnd > this.siteStart;
	}

	/** Moves the start of the site behind its `www.` labels, while two labels are left. Returns how many there were. */
	#skipWww(octets: Uint8Array): number {
		let labels = 0;
		for (; ; ++labels) {
			const rest = this.siteStart + 4;
			if (rest >= this.siteEnd || !isWww(octets, this.siteStart)) return labels;
			const dot = octets.subarray(rest, this.siteEnd).indexOf(Octet.DOT);
			if (dot < 0) return labels;
			this.siteStart = rest;
		}
	}

	#readPath(octets: Uint8Array, start: number, end: number): void {
		const hash = this.#hash.of(octets, this.siteStart, this.siteEnd, Seed.SITE);
		this.skeletonLo = hash.lo;
		this.skeletonHi = hash.hi;
		// Slashes after a nested scheme are not those of this path: nothing is learned from such a path.
		const isLiteral = hasNestedScheme(octets, start, end);
		this.#readBody(octets, start, isLiteral ? end : this.#readEnd(octets, start, end), isLiteral);
		this.#sum(this.skeletonLo, this.skeletonHi);
	}

	/** Reads index name and final slash. Returns the end of the path without them. */
	#readEnd(octets: Uint8Array, start: number, end: number): number {
		let at = end;
		const segment = octets.subarray(start, end).lastIndexOf(Octet.SLASH) + start + 1;
		if (isIndexName(octets, segment, end)) {
			const feature = this.#features.index(octets, segment, end);
			this.#add(feature, NONE, this.#hash.of(octets, segment, end, Seed.INDEX));
			at = segment;
		}
		const slashes = at;
		while (at > start && octets[at - 1] === Octet.SLASH) --at;
		if (at > start && at < slashes) this.#add(Feature.TRAILING_SLASH, NONE, this.#hash.of(octets, at, at + 1, Seed.TRAILING));
		// Several final slashes are a run. One is the root, or a final slash.
		return slashes - at > 1 ? slashes : at;
	}

	/** Hashes the path with runs of slashes collapsed, which is the skeleton, and as it is, if it has any. */
	#readBody(octets: Uint8Array, start: number, end: number, isLiteral: boolean): void {
		const hash = this.#hash;
		hash.begin(Seed.PATH);
		let length = 0;
		let last = end;
		if (!isLiteral) while (last > start && octets[last - 1] === Octet.SLASH) --last;
		let runs = end - last > 1;
		for (let at = start; at < last; ++at) {
			const isRun = !isLiteral && octets[at] === Octet.SLASH && octets[at - 1] === Octet.SLASH && at > start;
			runs ||= isRun;
			if (isRun) continue;
			hash.add(octets[at] as number);
			++length;
		}
		hash.finish(length);
		this.skeletonLo = (this.skeletonLo + hash.lo) >>> 0;
		this.skeletonHi = (this.skeletonHi + hash.hi) >>> 0;
		if (runs) this.#add(Feature.SLASHES, NONE, hash.of(octets, start, end, Seed.SLASHES));
	}

	#readQuery(octets: Uint8Array, start: number, end: number): void {
		this.#pieces.length = 0;
		if (start === end) this.#addRest(octets, start - 1, end);
		for (let at = start; at < end; ) {
			if (this.#pieces.length === MAX_PIECES) return void this.#addRest(octets, at, end);
			const next = indexOr(octets, Octet.AMPERSAND, at, end);
			this.#readPiece(octets, at, next);
			at = next + 1;
		}
		if (!this.#isSorted && this.#pieces.length > 1) this.#addOrder(octets, start, end);
	}

	/** Adds the names of the query in their order. */
	#addOrder(octets: Uint8Array, start: number, end: number): void {
		const names: number[] = [];
		for (let at = start; at < end; at = indexOr(octets, Octet.AMPERSAND, at, end) + 1) {
			const next = indexOr(octets, Octet.AMPERSAND, at, end);
			names.push(...octets.subarray(at, indexOr(octets, Octet.EQUALS, at, next)), Octet.AMPERSAND);
		}
		this.#addRest(Uint8Array.from(names), 0, names.length);
	}

	#readPiece(octets: Uint8Array, start: number, end: number): void {
		const nameEnd = indexOr(octets, Octet.EQUALS, start, end);
		const feature = this.#features.param(octets, start, nameEnd);
		let ordinal = 0;
		for (const other of this.#pieces) if (other === feature) ++ordinal;
		this.#pieces.push(feature);
		const isEmpty = nameEnd === end - 1;
		const hash = this.#hash.of(octets, start, isEmpty ? nameEnd : end, Seed.PIECE + ((ordinal + 1) << 4));
		this.#add(feature, NONE, hash);
		if (isEmpty) this.#add(Feature.EMPTY_VALUE, feature, hash.of(octets, start, nameEnd, Seed.EMPTY + ((ordinal + 1) << 4)));
	}

	/** Adds what no rule erases. */
	#addRest(octets: Uint8Array, start: number, end: number): void {
		this.#sumRest(this.#hash.of(octets, start, end, Seed.REST));
	}

	#sumRest({ lo, hi }: Hash): void {
		this.restLo = (this.restLo + lo) >>> 0;
		this.restHi = (this.restHi + hi) >>> 0;
		this.#sum(lo, hi);
	}

	#add(feature: number, owner: number, hash: Hash): void {
		this.#sum(hash.lo, hash.hi);
		let part = 0;
		while (part < this.count && (this.features[part] !== feature || this.owners[part] !== owner)) ++part;
		if (part === this.count) {
			this.features[part] = feature;
			this.owners[part] = owner;
			this.lows[part] = 0;
			this.highs[part] = 0;
			++this.count;
		}
		this.lows[part] = ((this.lows[part] as number) + hash.lo) >>> 0;
		this.highs[part] = ((this.highs[part] as number) + hash.hi) >>> 0;
	}

	#sum(lo: number, hi: number): void {
		this.lo = (this.lo + lo) >>> 0;
		this.hi = (this.hi + hi) >>> 0;
	}
}

/** Where the authority of an http or https URL begins, or -1. Requires: a key, whose scheme is in lower case. */
function authorityOf(octets: Uint8Array, start: number, end: number): number {
	if (end - start < 8 || octets[start] !== Octet.LOWER_H || octets[start + 1] !== Octet.LOWER_T) return NONE;
	const colon = octets[start + 4] === Octet.COLON ? start + 4 : octets[start + 4] === Octet.LOWER_S ? start + 5 : end;
	return octets[colon] === Octet.COLON && octets[colon + 1] === Octet.SLASH && octets[colon + 2] === Octet.SLASH
		? colon + 3
		: NONE;
}

/** Where `octet` is from `start` on, or `end`. */
function indexOr(octets: Uint8Array, octet: number, start: number, end: number): number {
	let at = start;
	while (at < end && octets[at] !== octet) ++at;
	return at;
}

function isDigit(octet: number): boolean {
	return octet >= Octet.DIGIT_0 && octet <= Octet.DIGIT_9;
}

function isWww(octets: Uint8Array, at: number): boolean {
	for (let label = at; label < at + 3; ++label) if (octets[label] !== LOWER_W) return false;
	return octets[at + 3] === Octet.DOT;
}

function hasNestedScheme(octets: Uint8Array, start: number, end: number): boolean {
	for (let at = start; at + 1 < end; ++at) if (octets[at] === Octet.COLON && octets[at + 1] === Octet.SLASH) return true;
	return false;
}

const INDEX_NAMES = ["index.", "default.", "home.", "main."];

/** Whether the segment is `index`, `default`, `home` or `main` and an extension of two to five lower-case letters. */
function isIndexName(octets: Uint8Array, start: number, end: number): boolean {
	let letters = end;
	while (letters > start && isLetter(octets[letters - 1] as number)) --letters;
	if (end - letters < 2 || end - letters > 5 || letters - start > 8 || letters - start < 5) return false;
	return INDEX_NAMES.includes(String.fromCharCode(...octets.subarray(start, letters)));
}

function isLetter(octet: number): boolean {
	return octet >= Octet.LOWER_A && octet <= Octet.LOWER_Z;
}
