/** The keys of a partition and the fetches of each, from records: rows with the same URL and time are one fetch. */
import { Feature } from "./features";
import { columnsOf, Fetch, hasRest, partsEndOf, placeOf } from "./fetch-record";
import { HashIndex } from "./hash-index";
import { Words } from "./words";

/** The digests of a column, a hash for each fetch. Both lanes are 0 for none. */
interface DigestWords {
	readonly lo: Words;
	readonly hi: Words;
}

export class KeyTable {
	/** Base keys, and for each: its site, skeleton, and the end of its parts. */
	readonly keys = new HashIndex();
	readonly sites = new Words();
	readonly skeletonLo = new Words();
	readonly skeletonHi = new Words();
	readonly partEnds = new Words();
	readonly partFeatures = new Words();
	/** One more than the owner; 0 for none. */
	readonly partOwners = new Words();
	readonly partLo = new Words();
	readonly partHi = new Words();
	/** The place of its URL: that of the fetch with the smallest hash, whatever the order of rows. */
	readonly placeLo = new Words();
	readonly placeHi = new Words();
	readonly #idLo = new Words();
	readonly #idHi = new Words();

	/** The key of each fetch, and its digests by column. */
	readonly fetchKeys = new Words();
	readonly digests: readonly DigestWords[];
	/** Rows whose URL and time another row has. */
	repeated = 0;

	/** Fetches with a time, and the number of each. */
	readonly #fetched = new HashIndex();
	readonly #fetchNumbers = new Words();
	/** The hash of the base key of a record. */
	#lo = 0;
	#hi = 0;

	constructor(columns: number) {
		this.digests = Array.from({ length: columns }, () => ({ lo: new Words(), hi: new Words() }));
	}

	/** Forgets all keys. */
	clear(): void {
		this.keys.clear();
		this.#fetched.clear();
		const { sites, skeletonLo, skeletonHi, partEnds, partFeatures, partOwners, partLo, partHi, placeLo, placeHi, fetchKeys } =
			this;
		const ofDigests = this.digests.flatMap(({ lo, hi }) => [lo, hi]);
		const ofKeys = [sites, skeletonLo, skeletonHi, partEnds, partFeatures, partOwners, partLo, partHi, placeLo, placeHi];
		for (const words of [...ofKeys, ...ofDigests, this.#idLo, this.#idHi, fetchKeys, this.#fetchNumbers]) words.length = 0;
		this.repeated = 0;
	}

	/** Takes up all records in `words`. */
	addAll(words: Uint32Array): void {
		for (let at = 0; at < words.length; ) {
			const columns = columnsOf(words, at);
			const parts = at + Fetch.DIGESTS + Fetch.DIGEST_SIZE * columns;
			const end = partsEndOf(words, at);
			const fetch = this.#fetchOf(words, at);
			if (fetch < this.fetchKeys.length) ++this.repeated;
			else this.#addFetch(this.#keyOf(words, at, parts, end));
			for (let column = 0; column < columns; ++column) this.#addDigest(fetch, column, words, at);
			at = end + (hasRest(words, at) ? Fetch.REST_SIZE : 0);
		}
	}

	/** The number of the fetch of a row: a new one, unless a row with the same URL and time has it. */
	#fetchOf(words: Uint32Array, at: number): number {
		if (((words[at] as number) & Fetch.HAS_TIME) === 0) return this.fetchKeys.length;
		const known = this.#fetched.size;
		const number = this.#fetched.add(words[at + Fetch.ID] as number, words[at + Fetch.ID + 1] as number);
		if (number === known) this.#fetchNumbers.push(this.fetchKeys.length);
		return this.#fetchNumbers.array[number] as number;
	}

	#addFetch(key: number): void {
		this.fetchKeys.push(key);
		for (const { lo, hi } of this.digests) {
			lo.push(0);
			hi.push(0);
		}
	}

	/** Of two rows of one fetch, the smaller digest counts, whichever comes first. */
	#addDigest(fetch: number, number: number, words: Uint32Array, at: number): void {
		const column = this.digests[number] as DigestWords;
		const from = at + Fetch.DIGESTS + Fetch.DIGEST_SIZE * number;
		const lo = words[from] as number;
		const hi = words[from + 1] as number;
		if (lo === 0 && hi === 0) return;
		const oldLo = column.lo.array[fetch] as number;
		const oldHi = column.hi.array[fetch] as number;
		if ((oldLo !== 0 || oldHi !== 0) && (oldHi < hi || (oldHi === hi && oldLo <= lo))) return;
		column.lo.array[fetch] = lo;
		column.hi.array[fetch] = hi;
	}

	#keyOf(words: Uint32Array, at: number, parts: number, end: number): number {
		const known = this.keys.size;
		this.#sumUp(words, at, parts, end);
		const key = this.keys.add(this.#lo, this.#hi);
		if (key < known) {
			this.#choosePlace(key, words, at);
			return key;
		}
		this.sites.push(words[at + Fetch.SITE] as number);
		this.skeletonLo.push(words[at + Fetch.SKELETON] as number);
		this.skeletonHi.push(words[at + Fetch.SKELETON + 1] as number);
		this.#idLo.push(words[at + Fetch.ID] as number);
		this.#idHi.push(words[at + Fetch.ID + 1] as number);
		this.placeLo.push(words[at + Fetch.PLACE] as number);
		this.placeHi.push((words[at] as number) >>> Fetch.PLACE_SHIFT);
		for (let part = parts; part < end; part += Fetch.PART_SIZE) {
			const feature = words[part] as number;
			const isOwner = (feature & Fetch.IS_OWNER) !== 0;
			this.partFeatures.push(isOwner ? Feature.EMPTY_VALUE : feature);
			this.partOwners.push(isOwner ? (feature & ~Fetch.IS_OWNER) + 1 : 0);
			this.partLo.push(words[part + 1] as number);
			this.partHi.push(words[part + 2] as number);
		}
		this.partEnds.push(this.partFeatures.length);
		return key;
	}

	#sumUp(words: Uint32Array, at: number, parts: number, end: number): void {
		let lo = words[at + Fetch.SKELETON] as number;
		let hi = words[at + Fetch.SKELETON + 1] as number;
		for (let part = parts; part < end; part += Fetch.PART_SIZE) {
			lo = (lo + (words[part + 1] as number)) | 0;
			hi = (hi + (words[part + 2] as number)) | 0;
		}
		const isRest = hasRest(words, at);
		this.#lo = (lo + (isRest ? (words[end] as number) : 0)) >>> 0;
		this.#hi = (hi + (isRest ? (words[end + 1] as number) : 0)) >>> 0;
	}

	#choosePlace(key: number, words: Uint32Array, at: number): void {
		const lo = words[at + Fetch.ID] as number;
		const hi = words[at + Fetch.ID + 1] as number;
		const oldHi = this.#idHi.array[key] as number;
		if (hi > oldHi || (hi === oldHi && lo >= (this.#idLo.array[key] as number))) return;
		this.#idLo.array[key] = lo;
		this.#idHi.array[key] = hi;
		const place = placeOf(words, at);
		this.placeLo.array[key] = place >>> 0;
		this.placeHi.array[key] = place / 2 ** 32;
	}
}
