/** Lines by a profile or a policy. */

import { LineRecord } from "../../assembly/layout/addresses";
import { CrawlFlag } from "../../assembly/layout/crawl-options";
import { unmark } from "../../assembly/lines/line-record";
import { LINES_CAPACITY } from "../engine/workspace";
import type { UriError } from "../errors";
import { type Octets, toOctets } from "../input";
import type { KeyForms } from "../keys/keys";
import type { NormalizedColumn } from "../lines/column";
import { type LineStream, mappedStream } from "../lines/line-stream";
import { type Batch, feedAll, LineFeed, type NormalizedLines, type Reject, rejectsOf } from "../lines/lines";
import { OctetSink } from "../lines/octet-sink";
import { inBatches } from "../lines/strings";
import type { Utf8Column } from "../lines/utf8-column";
import { crawlColumn } from "./crawl-column";
import type { CrawlWorkspace } from "./crawl-kernel";
import type { CrawlSettings } from "./crawl-options";
import { fetchForm, isEmulation, keyForm } from "./crawl-reference";

/** What `bothLines` returns. */
export interface BothLines {
	/** The URLs to be fetched and the keys, a line each, ended by LF. */
	readonly fetch: Uint8Array;
	readonly key: Uint8Array;
	/** Number of lines of the input. */
	readonly count: number;
	readonly rejects: Reject[];
}

/** Which form of a line is written: the URL to be fetched, the key, or both with a TAB between them. */
export type Form = "fetch" | "key" | "both";

const FLAGS: { readonly [form in Form]: number } = { fetch: 0, key: CrawlFlag.KEY, both: CrawlFlag.BOTH };

/** With both forms: a rejected line that is kept stands in both fields. */
export const KEEPS_TWICE: number = CrawlFlag.TWICE;

/** The settings for lines that are written in this form. */
export function toForm(settings: CrawlSettings, form: Form, flags = 0): CrawlSettings {
	const flag = FLAGS[form] | flags;
	return { ...settings, word: settings.word | flag, linesWord: settings.linesWord | flag };
}

/** How duplicates are found and lines are written. Both settings reject the same lines. */
export interface DedupeForms {
	/** Of the keys, which are compared. */
	readonly keys: CrawlSettings;
	/** Of the lines. The URL to be fetched comes with its key: a line without key is rejected. */
	readonly lines: CrawlSettings;
}

/** The settings of a run that removes duplicates and writes this form. */
export function dedupeForms(settings: CrawlSettings, form: "fetch" | "key"): DedupeForms {
	return { keys: toForm(settings, "key"), lines: toForm(settings, form === "fetch" ? "both" : "key") };
}

/** One normalizer, for many references at a time. */
export class CrawlLines {
	readonly #settings: CrawlSettings;
	readonly #workspace: CrawlWorkspace;

	constructor(settings: CrawlSettings, workspace: CrawlWorkspace) {
		this.#settings = settings;
		this.#workspace = workspace;
	}

	lines(lines: Octets, form: "fetch" | "key"): NormalizedLines {
		return feedAll(lines, this.workspace, toForm(this.#settings, form));
	}

	/** Each string in this form, or its error. */
	strings(references: readonly string[], form: "fetch" | "key"): (string | UriError)[] {
		const formOf = form === "key" ? keyForm : fetchForm;
		const one = (reference: string) => formOf(reference, this.#settings, this.#workspace);
		// Batches are cut by octets, which suits US-ASCII alone.
		if (isEmulation(this.#settings)) return references.map(one);
		return inBatches(references, one, toForm(this.#settings, form), () => this.workspace);
	}

	column(column: Utf8Column, form: "fetch" | "key"): NormalizedColumn {
		return crawlColumn(column, toForm(this.#settings, form), this.workspace);
	}

	/** A stream of one form; of both, TAB between them. */
	stream(form: Form): LineStream {
		return mappedStream(() => this.workspace, toForm(this.#settings, form, form === "both" ? KEEPS_TWICE : 0));
	}

	both(input: Octets): BothLines {
		const lines = toOctets(input, "lines");
		const fetch = new OctetSink(lines.length);
		const key = new OctetSink(lines.length);
		const rejects: Reject[] = [];
		const feed = new LineFeed(this.workspace, toForm(this.#settings, "both"), (batch) => {
			const { fetchEnd, keyEnd } = splitForms(batch);
			const { kernel, output, result } = this.workspace;
			fetch.append(kernel.octets.subarray(output, fetchEnd));
			key.append(kernel.octets.subarray(result, keyEnd));
			if (batch.rejects > 0) rejects.push(...rejectsOf(batch));
		});
		feed.push(lines);
		feed.end();
		return { fetch: fetch.octets(), key: key.octets(), count: feed.lines, rejects };
	}

	/** The workspace, with room for lines. */
	get workspace(): CrawlWorkspace {
		this.#workspace.reserve(LINES_CAPACITY);
		return this.#workspace;
	}
}

/** Of lines in a workspace of the crawl kernel. */
export const KEY_FORMS: KeyForms = {
	split: splitForms,
	keysOf,
};

/** The keys of a batch of lines with both forms, a line each: a copy. The batch stays as it is. */
function keysOf(batch: Batch): Uint8Array {
	const { kernel, output, records, result } = batch.workspace;
	const [first, last] = [records >> 2, (records + batch.records * LineRecord.SIZE) >> 2];
	const lines = kernel.octets.slice(output, batch.outputEnd);
	const ends = kernel.words.slice(first, last);
	const keys = kernel.octets.slice(result, splitForms(batch).keyEnd);
	kernel.octets.set(lines, output);
	kernel.words.set(ends, first);
	return keys;
}

/** Splits a batch of lines with both forms: the fetch forms stay in the output, the keys go to the result. */
function splitForms(batch: Batch): { fetchEnd: number; keyEnd: number } {
	const workspace = batch.workspace as CrawlWorkspace;
	const { records } = batch;
	const { kernel, output, result } = workspace;
	if (records === 0) return { fetchEnd: output, keyEnd: result };
	const keyEnd = kernel.call.splitForms(workspace.records, records, output, result);
	const last = workspace.records + (records - 1) * LineRecord.SIZE + LineRecord.OUTPUT_END;
	return { fetchEnd: unmark(kernel.words[last >> 2] as number), keyEnd };
}
