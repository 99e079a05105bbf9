/** Reads rows: which of them count, their base keys, and the fetches of each key. */
import type { CrawlNormalizer } from "../crawl/index";
import { hashDigest } from "./digest";
import { Features } from "./features";
import { Hash } from "./hash";
import { HashIndex } from "./hash-index";
import { KeyParts } from "./key-parts";
import { Redirects } from "./redirects";
import type { Column, RowBatch } from "./row-batch";
import { UrlPool } from "./url-pool";
import { Words } from "./words";

const URL_SEED = 31;
const TIME_SEED = 32;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Rows by what became of them. */
export interface IntakeCounts {
	rows: number;
	fetches: number;
	invalidUrl: number;
	notHttp: number;
	status: number;
	truncated: number;
	noDigest: number;
	repeated: number;
	redirects: number;
}

/** The digests of a column, a hash for each fetch. Both lanes are 0 for none. */
interface DigestWords {
	readonly lo: Words;
	readonly hi: Words;
}

/** All that is kept of the rows. */
export class Intake {
	readonly counts: IntakeCounts = {
		rows: 0,
		fetches: 0,
		invalidUrl: 0,
		notHttp: 0,
		status: 0,
		truncated: 0,
		noDigest: 0,
		repeated: 0,
		redirects: 0,
	};
	readonly features = new Features();
	readonly redirects: Redirects;
	readonly urls = new UrlPool();

	/** Base keys, and for each: its site, skeleton, and the end of its parts. */
	readonly keys = new HashIndex();
	readonly sites = new HashIndex();
	readonly siteNames: string[] = [];
	readonly keySites = new Words();
	readonly skeletonLo = new Words();
	readonly skeletonHi = new Words();
	readonly partEnds = new Words();
	readonly partFeatures = new Words();
	/** One more than the owner; 0 for none. */
	readonly partOwners = new Words();
	readonly partLo = new Words();
	readonly partHi = new Words();

	/** The key of each fetch, and its digests by column. */
	readonly fetchKeys = new Words();
	readonly digests: DigestWords[] = [];

	readonly #parts: KeyParts;
	readonly #normalizer: CrawlNormalizer;
	readonly #hash = new Hash();
	/** URLs with their times, and the fetch of each. */
	readonly #fetched = new HashIndex();

	/** `isSorted`: whether the base policy sorts queries. `normalizer` drops no line: a URL without key is an empty one. */
	constructor(normalizer: CrawlNormalizer, isSorted: boolean) {
		this.#normalizer = normalizer;
		this.#parts = new KeyParts(this.features, isSorted);
		this.redirects = new Redirects(normalizer, new KeyParts(this.features, isSorted));
	}

	add(batch: RowBatch): void {
		while (this.digests.length < batch.digests.length) this.#addColumn();
		const offsets = new Int32Array(batch.rows + 1);
		offsets.set(batch.urlEnds.subarray(0, batch.rows), 1);
		const keys = this.#normalizer.keyColumn({ offsets, data: batch.urls });
		for (let row = 0; row < batch.rows; ++row) {
			const start = keys.offsets[row] as number;
			this.#addRow(batch, row, keys.data, start, keys.offsets[row + 1] as number);
		}
		this.counts.rows += batch.rows;
	}

	/** Takes up a further column of digests, which the fetches so far do not have. */
	#addColumn(): void {
		const column = { lo: new Words(), hi: new Words() };
		for (let fetch = 0; fetch < this.fetchKeys.length; ++fetch) {
			column.lo.push(0);
			column.hi.push(0);
		}
		this.digests.push(column);
	}

	#addRow(batch: RowBatch, row: number, keys: Uint8Array, start: number, end: number): void {
		const { counts } = this;
		if (start === end) return void ++counts.invalidUrl;
		const isRevisit = textAt(batch.type, row) === "warc/revisit";
		const status = textAt(batch.status, row);
		if (!isRevisit && REDIRECTS.has(Number(status))) return void this.#addRedirect(batch, row, keys, start, end);
		if (!isRevisit && status !== "" && status !== "-" && Number(status) !== 200) return void ++counts.status;
		if (!["", "-", "false"].includes(textAt(batch.truncated, row))) return void ++counts.truncated;
		if (!hasDigest(batch.digests, row, this.#hash)) return void ++counts.noDigest;
		if (!this.#parts.read(keys, start, end)) return void ++counts.notHttp;
		const fetch = this.#fetchOf(batch, row);
		if (fetch < this.fetchKeys.length) ++counts.repeated;
		else this.#addFetch(this.#keyOf(batch, row, keys));
		for (const [number, column] of batch.digests.entries()) this.#addDigest(fetch, number, column, row);
	}

	#addRedirect(batch: RowBatch, row: number, keys: Uint8Array, start: number, end: number): void {
		const target = textAt(batch.redirect, row);
		if (target === "" || target === "-" || !this.#parts.read(keys, start, end)) return void ++this.counts.status;
		const url = decoder.decode(batch.urls.subarray(row > 0 ? batch.urlEnds[row - 1] : 0, batch.urlEnds[row]));
		const isEvidence = this.redirects.add(this.#parts, this.#siteOf(keys), url, target);
		++this.counts[isEvidence ? "redirects" : "status"];
	}

	/** The number of the fetch of a row: a new one, unless a row with the same URL and time has it. */
	#fetchOf({ urls, urlEnds, time }: RowBatch, row: number): number {
		if (isAbsent(time, row)) return this.fetchKeys.length;
		const { lo, hi } = this.#hash.of(urls, row > 0 ? (urlEnds[row - 1] as number) : 0, urlEnds[row] as number, URL_SEED);
		const { bytes, ends } = time as Column;
		const when = this.#hash.of(bytes, row > 0 ? (ends[row - 1] as number) : 0, ends[row] as number, TIME_SEED);
		const known = this.#fetched.size;
		const number = this.#fetched.add((lo + when.lo) >>> 0, (hi + when.hi) >>> 0);
		if (number === known) this.#fetchNumbers.push(this.fetchKeys.length);
		return this.#fetchNumbers.array[number] as number;
	}
	readonly #fetchNumbers = new Words();

	#addFetch(key: number): void {
		++this.counts.fetches;
		this.fetchKeys.push(key);
		for (const { lo, hi } of this.digests) {
			lo.push(0);
			hi.push(0);
		}
	}

	/** Of two rows of one fetch, the smaller digest counts, whichever comes first. */
	#addDigest(fetch: number, number: number, { bytes, ends }: Column, row: number): void {
		const column = this.digests[number] as DigestWords;
		const hash = this.#hash;
		if (!hashDigest(bytes, row > 0 ? (ends[row - 1] as number) : 0, ends[row] as number, hash)) return;
		const lo = column.lo.array[fetch] as number;
		const hi = column.hi.array[fetch] as number;
		if ((lo !== 0 || hi !== 0) && (hi < hash.hi || (hi === hash.hi && lo <= hash.lo))) return;
		column.lo.array[fetch] = hash.lo;
		column.hi.array[fetch] = hash.hi;
	}

	#keyOf({ urls, urlEnds }: RowBatch, row: number, keys: Uint8Array): number {
		const parts = this.#parts;
		const known = this.keys.size;
		const key = this.keys.add(parts.lo, parts.hi);
		this.urls.add(key, urls, row > 0 ? (urlEnds[row - 1] as number) : 0, urlEnds[row] as number);
		if (key < known) return key;
		this.keySites.push(this.#siteOf(keys));
		this.skeletonLo.push(parts.skeletonLo);
		this.skeletonHi.push(parts.skeletonHi);
		for (let part = 0; part < parts.count; ++part) {
			this.partFeatures.push(parts.features[part] as number);
			this.partOwners.push((parts.owners[part] as number) + 1);
			this.partLo.push(parts.lows[part] as number);
			this.partHi.push(parts.highs[part] as number);
		}
		this.partEnds.push(this.partFeatures.length);
		return key;
	}

	/** The number of a site that rules speak of, whether rows do or not. */
	addSite(host: string): number {
		const octets = encoder.encode(host);
		return this.#siteAt(octets, 0, octets.length);
	}

	#siteOf(keys: Uint8Array): number {
		return this.#siteAt(keys, this.#parts.siteStart, this.#parts.siteEnd);
	}

	#siteAt(octets: Uint8Array, start: number, end: number): number {
		const { lo, hi } = this.#hash.of(octets, start, end, URL_SEED);
		const site = this.sites.add(lo, hi);
		if (site === this.siteNames.length) this.siteNames.push(decoder.decode(octets.subarray(start, end)));
		return site;
	}
}

function hasDigest(columns: readonly Column[], row: number, hash: Hash): boolean {
	return columns.some(({ bytes, ends }) => hashDigest(bytes, row > 0 ? (ends[row - 1] as number) : 0, ends[row] as number, hash));
}

function isAbsent(column: Column | undefined, row: number): boolean {
	return column === undefined || column.ends[row] === (row > 0 ? column.ends[row - 1] : 0);
}

function textAt(column: Column | undefined, row: number): string {
	if (column === undefined) return "";
	const start = row > 0 ? (column.ends[row - 1] as number) : 0;
	const end = column.ends[row] as number;
	return start === end ? "" : String.fromCharCode(...column.bytes.subarray(start, Math.min(end, start + 8192)));
}
