/** Takes in rows: each that counts goes to a partition by skeleton, and its URL is kept. */
import { LearnLimit } from "../../../assembly/learn/layout";
import type { CrawlNormalizer } from "../../crawl/index";
import type { Engine } from "../../engine/kernel";
import { OptionError } from "../../errors";
import { hasRequest } from "../../request-marks";
import { asciiOctets } from "../../utf8";
import type { Column, KeyedBatch, RowBatch } from "../row-batch";
import { keysOf } from "./base";
import { BatchMemory } from "./batch-memory";
import type { Features } from "./features";
import { KeyReader } from "./key-reader";
import { LearnMemory } from "./learn-kernel";
import { PARTITIONS, type PartitionRoom, Partitions } from "./partitions";
import { Redirects } from "./redirects";
import { HYPHEN, isAbsent, isAbsolute, isGet, isText, isTruncated, OK, statusAt, textAt, textOfUrl, valueAt } from "./row-values";
import { UrlStore } from "./url-store";

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const REVISIT = asciiOctets("warc/revisit");

/** Rows by their fate. */
export interface IntakeCounts {
	rows: number;
	fetches: number;
	invalidUrl: number;
	notHttp: number;
	method: number;
	status: number;
	truncated: number;
	noDigest: number;
	repeated: number;
	notSampled: number;
	redirects: number;
}

/** The share of memory for records, for URLs, and for votes. */
const RECORD_SHARE = 0.375;
const URL_SHARE = 0.125;
const VOTE_SHARE = 0.125;

/** Settings for keeping the data of rows. */
export interface IntakeSettings {
	/** Whether the base policy sorts queries. */
	readonly isSorted: boolean;
	/** Octets of memory, and the directory for data that does not fit. */
	readonly memory: number;
	readonly temp: string;
	readonly engine: Engine;
}

/** All that is kept of the rows. */
export class Intake {
	/** `fetches`, `repeated` and `notSampled` are counted later, by partition. */
	readonly counts: IntakeCounts = {
		rows: 0,
		fetches: 0,
		invalidUrl: 0,
		notHttp: 0,
		method: 0,
		status: 0,
		truncated: 0,
		noDigest: 0,
		repeated: 0,
		notSampled: 0,
		redirects: 0,
	};
	readonly redirects: Redirects;
	readonly urls: UrlStore;
	readonly votes: PartitionRoom;
	/** Records of fetches, by the first bits of the skeleton's hash. */
	readonly partitions: Partitions;
	/** The memory with which rows are read. Passes take areas of it during their work. */
	readonly memory: LearnMemory;
	/** Number of columns of digests. */
	columns = 0;

	readonly reader: KeyReader;
	readonly #batch: BatchMemory;
	readonly #normalizer: CrawlNormalizer;
	/** The keys of the targets of redirects of a batch, if any was asked for. */
	#targets: Column | undefined;
	/** Whether a URL of a batch is that of a request with a body. */
	#hasRequests = false;

	/** `normalizer` drops no line: a URL without key is an empty one. */
	constructor(normalizer: CrawlNormalizer, { isSorted, memory, temp, engine }: IntakeSettings) {
		const kernel = new LearnMemory(engine);
		this.memory = kernel;
		this.#normalizer = normalizer;
		this.reader = new KeyReader(kernel, isSorted);
		this.votes = { memory: kernel, octets: VOTE_SHARE * memory, folder: temp };
		this.redirects = new Redirects(normalizer, this.reader, this.votes);
		this.partitions = new Partitions(PARTITIONS, { memory: kernel, octets: RECORD_SHARE * memory, folder: temp });
		this.urls = new UrlStore(kernel, URL_SHARE * memory, temp);
		this.#batch = new BatchMemory(kernel, this.reader);
	}

	get features(): Features {
		return this.reader.features;
	}

	get siteNames(): readonly string[] {
		return this.reader.siteNames;
	}

	/** Throws OptionError for more digests than records can have, Failure if a disk is full. */
	add(batch: KeyedBatch): void {
		this.#addColumns(batch.digests.length);
		const { rows, time, digests } = batch;
		const urls = { bytes: batch.urls, ends: batch.urlEnds };
		const { keys = keysOf(this.#normalizer, urls, rows) } = batch;
		this.#targets = undefined;
		this.#hasRequests = hasRequest(batch.urls);
		const marks = new Uint8Array(rows);
		for (let row = 0; row < rows; ++row) if (this.#counts(batch, row, urls, keys)) marks[row] = 1;
		this.#batch.read(
			{ rows, marks, keys, urls, times: time, digests },
			{ records: this.partitions, urls: (octets) => this.urls.add(octets) },
		);
		this.counts.rows += rows;
		this.counts.noDigest = this.#batch.noDigest;
		this.counts.notHttp = this.#batch.notHttp;
	}

	/** Frees the space on disk. */
	close(): void {
		this.partitions.close();
		this.redirects.close();
		this.urls.close();
	}

	#addColumns(count: number): void {
		if (count <= this.columns) return;
		if (count > LearnLimit.COLUMNS)
			throw new OptionError("invalid-option", `There can be at most ${LearnLimit.COLUMNS} columns of digests.`);
		this.columns = count;
	}

	/** Whether a row counts by its method and its status. */
	#counts(batch: KeyedBatch, row: number, urls: Column, keys: Column): boolean {
		const { counts } = this;
		if (batch.leftOut?.[row] === 1) return false;
		if (isAbsent(keys, row)) ++counts.invalidUrl;
		else if (!isGet(batch.method, row) || (this.#hasRequests && hasRequest(valueAt(urls, row)))) ++counts.method;
		else if (isText(batch.type, row, REVISIT)) return this.#isWhole(batch, row);
		else {
			const status = statusAt(batch.status, row);
			if (status === OK) return this.#isWhole(batch, row);
			if (REDIRECTS.has(status)) this.#addRedirect(batch, row, valueAt(keys, row));
			else ++counts.status;
		}
		return false;
	}

	#isWhole({ truncated }: RowBatch, row: number): boolean {
		if (!isTruncated(truncated, row)) return true;
		++this.counts.truncated;
		return false;
	}

	#addRedirect(batch: RowBatch, row: number, key: Uint8Array): void {
		const { redirect } = batch;
		const source = isAbsent(redirect, row) || isText(redirect, row, HYPHEN) ? undefined : this.reader.read(key);
		if (source === undefined) return void ++this.counts.status;
		const site = this.reader.site();
		const isEvidence = isAbsolute(redirect as Column, row)
			? this.redirects.addKey(source, site, this.#target(batch, row))
			: this.redirects.add(source, site, textOfUrl(batch, row), textAt(redirect, row));
		++this.counts[isEvidence ? "redirects" : "status"];
	}

	/** The key of the target of a redirect that needs no base: those of a batch are made together. */
	#target({ rows, redirect }: RowBatch, row: number): Uint8Array {
		this.#targets ??= keysOf(this.#normalizer, redirect as Column, rows);
		return valueAt(this.#targets, row);
	}
}
