/** Reads rows: which of them count, and the base key of each. What counts goes to partitions by skeleton. */
import type { CrawlNormalizer } from "../crawl/index";
import { UriError } from "../errors";
import { hashDigest } from "./digest";
import { Features } from "./features";
import { Fetch } from "./fetch-record";
import { Hash } from "./hash";
import { HashIndex } from "./hash-index";
import { KeyParts } from "./key-parts";
import { Partitions } from "./partitions";
import { Redirects } from "./redirects";
import type { Column, RowBatch } from "./row-batch";
import { HYPHEN, isAbsent, isAbsolute, isText, isTruncated, OK, statusAt, textAt, textOfUrl } from "./row-values";
import { UrlStore } from "./url-store";

const URL_SEED = 31;
const TIME_SEED = 32;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const REVISIT = encoder.encode("warc/revisit");

type KeyColumn = ReturnType<CrawlNormalizer["keyColumn"]>;

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

/** Number of partitions. Skeletons are in order of their hashes across them. */
const PARTITION_BITS = 8;
/** Columns of digests at most. */
const MAX_COLUMNS = Fetch.COLUMNS_MASK;
/** The share of memory for records, and for URLs. */
const RECORD_SHARE = 0.5;
const URL_SHARE = 0.25;

/** Where what is read is kept. */
export interface IntakeSettings {
	/** Whether the base policy sorts queries. */
	readonly isSorted: boolean;
	/** Octets of memory, and the directory for what does not fit. */
	readonly memory: number;
	readonly temp: string;
}

/** All that is kept of the rows. */
export class Intake {
	/** `fetches` and `repeated` are counted later, by partition. */
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
	readonly urls: UrlStore;
	/** Records of fetches, by the first bits of the skeleton's hash. */
	readonly partitions: Partitions;
	/** Number of columns of digests. */
	columns = 0;
	readonly siteNames: string[] = [];

	readonly #sites = new HashIndex();
	readonly #parts: KeyParts;
	readonly #normalizer: CrawlNormalizer;
	readonly #hash = new Hash();
	/** The keys of the targets of redirects of a batch, if any was asked for. */
	#targets: KeyColumn | undefined;
	/** The digests of a row, as two words each. */
	#digests = new Uint32Array(0);

	/** `normalizer` drops no line: a URL without key is an empty one. */
	constructor(normalizer: CrawlNormalizer, { isSorted, memory, temp }: IntakeSettings) {
		this.#normalizer = normalizer;
		this.#parts = new KeyParts(this.features, isSorted);
		this.redirects = new Redirects(normalizer, new KeyParts(this.features, isSorted));
		this.partitions = new Partitions(1 << PARTITION_BITS, RECORD_SHARE * memory, temp);
		this.urls = new UrlStore(URL_SHARE * memory, temp);
	}

	/** Throws UriError for more digests than records can have, Failure if a disk is full. */
	add(batch: RowBatch): void {
		this.#addColumns(batch.digests.length);
		const offsets = new Int32Array(batch.rows + 1);
		offsets.set(batch.urlEnds.subarray(0, batch.rows), 1);
		const keys = this.#normalizer.keyColumn({ offsets, data: batch.urls });
		this.#targets = undefined;
		for (let row = 0; row < batch.rows; ++row) {
			const start = keys.offsets[row] as number;
			this.#addRow(batch, row, keys.data, start, keys.offsets[row + 1] as number);
		}
		this.counts.rows += batch.rows;
	}

	/** Frees the space on disk. */
	close(): void {
		this.partitions.close();
		this.urls.close();
	}

	#addColumns(count: number): void {
		if (count <= this.columns) return;
		if (count > MAX_COLUMNS) throw new UriError("invalid-option", `There can be at most ${MAX_COLUMNS} columns of digests.`);
		this.columns = count;
		this.#digests = new Uint32Array(Fetch.DIGEST_SIZE * count);
	}

	#addRow(batch: RowBatch, row: number, keys: Uint8Array, start: number, end: number): void {
		const { counts } = this;
		if (start === end) return void ++counts.invalidUrl;
		const isRevisit = isText(batch.type, row, REVISIT);
		const status = statusAt(batch.status, row);
		if (!isRevisit && REDIRECTS.has(status)) return void this.#addRedirect(batch, row, keys, start, end);
		if (!isRevisit && status !== OK) return void ++counts.status;
		if (isTruncated(batch.truncated, row)) return void ++counts.truncated;
		if (!this.#readDigests(batch.digests, row)) return void ++counts.noDigest;
		if (!this.#parts.read(keys, start, end)) return void ++counts.notHttp;
		this.#addFetch(batch, row, this.#siteOf(keys));
	}

	#addRedirect(batch: RowBatch, row: number, keys: Uint8Array, start: number, end: number): void {
		const { redirect } = batch;
		const hasTarget = !isAbsent(redirect, row) && !isText(redirect, row, HYPHEN) && this.#parts.read(keys, start, end);
		if (!hasTarget) return void ++this.counts.status;
		const site = this.#siteOf(keys);
		const isEvidence = isAbsolute(redirect as Column, row)
			? this.#addTarget(batch, row, site)
			: this.redirects.add(this.#parts, site, textOfUrl(batch, row), textAt(redirect, row));
		++this.counts[isEvidence ? "redirects" : "status"];
	}

	/** Adds a redirect to a URL that needs no base: keys of all those of a batch are made together. */
	#addTarget({ rows, redirect }: RowBatch, row: number, site: number): boolean {
		const { bytes, ends } = redirect as Column;
		if (this.#targets === undefined) {
			const offsets = new Int32Array(rows + 1);
			offsets.set(ends.subarray(0, rows), 1);
			this.#targets = this.#normalizer.keyColumn({ offsets, data: bytes });
		}
		const { data, offsets } = this.#targets;
		return this.redirects.addKey(this.#parts, site, data, offsets[row] as number, offsets[row + 1] as number);
	}

	/** Returns whether a row has a digest. */
	#readDigests(columns: readonly Column[], row: number): boolean {
		const hash = this.#hash;
		let isAny = false;
		for (let column = 0; column < columns.length; ++column) {
			const { bytes, ends } = columns[column] as Column;
			const isDigest = hashDigest(bytes, row > 0 ? (ends[row - 1] as number) : 0, ends[row] as number, hash);
			this.#digests[Fetch.DIGEST_SIZE * column] = isDigest ? hash.lo : 0;
			this.#digests[Fetch.DIGEST_SIZE * column + 1] = isDigest ? hash.hi : 0;
			isAny ||= isDigest;
		}
		return isAny;
	}

	#addFetch(batch: RowBatch, row: number, site: number): void {
		const { urls, urlEnds, time } = batch;
		const parts = this.#parts;
		const columns = batch.digests.length;
		const partition = parts.skeletonHi >>> (32 - PARTITION_BITS);
		const isRest = parts.restLo !== 0 || parts.restHi !== 0;
		const restSize = isRest ? Fetch.REST_SIZE : 0;
		const size = Fetch.DIGESTS + Fetch.DIGEST_SIZE * columns + Fetch.PART_SIZE * parts.count + restSize;
		const words = this.partitions.room(partition, size);
		let at = this.partitions.lengthOf(partition);
		const urlStart = row > 0 ? (urlEnds[row - 1] as number) : 0;
		const urlEnd = urlEnds[row] as number;
		const place = this.urls.add(urls, urlStart, urlEnd);
		const hasTime = !isAbsent(time, row);
		const header =
			parts.count | (columns << Fetch.COLUMNS_SHIFT) | (hasTime ? Fetch.HAS_TIME : 0) | (isRest ? Fetch.HAS_REST : 0);
		words[at + Fetch.HEADER] = header | (Math.floor(place / 2 ** 32) << Fetch.PLACE_SHIFT);
		words[at + Fetch.PLACE] = place >>> 0;
		words[at + Fetch.SITE] = site;
		words[at + Fetch.SKELETON] = parts.skeletonLo;
		words[at + Fetch.SKELETON + 1] = parts.skeletonHi;
		this.#writeId(words, at + Fetch.ID, urls, urlStart, urlEnd, hasTime ? time : undefined, row);
		at += Fetch.DIGESTS;
		for (let word = 0; word < Fetch.DIGEST_SIZE * columns; ++word) words[at++] = this.#digests[word] as number;
		for (let part = 0; part < parts.count; ++part) {
			const owner = parts.owners[part] as number;
			words[at++] = owner >= 0 ? owner | Fetch.IS_OWNER : (parts.features[part] as number);
			words[at++] = parts.lows[part] as number;
			words[at++] = parts.highs[part] as number;
		}
		if (isRest) {
			words[at++] = parts.restLo;
			words[at] = parts.restHi;
		}
		this.partitions.advance(partition, size);
	}

	/** Writes the hash of a URL and, if it is given, a time. */
	#writeId(
		words: Uint32Array,
		at: number,
		urls: Uint8Array,
		start: number,
		end: number,
		time: Column | undefined,
		row: number,
	): void {
		const { lo, hi } = this.#hash.of(urls, start, end, URL_SEED);
		words[at] = lo;
		words[at + 1] = hi;
		if (time === undefined) return;
		const when = this.#hash.of(time.bytes, row > 0 ? (time.ends[row - 1] as number) : 0, time.ends[row] as number, TIME_SEED);
		words[at] = lo + when.lo;
		words[at + 1] = hi + when.hi;
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
		const site = this.#sites.add(lo, hi);
		if (site === this.siteNames.length) this.siteNames.push(decoder.decode(octets.subarray(start, end)));
		return site;
	}
}
