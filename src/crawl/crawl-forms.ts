/** The forms of lines by a profile or a policy. */

import { LineRecord } from "../../assembly/layout/addresses";
import { CrawlFlag } from "../../assembly/layout/crawl-options";
import { Part, partRoom } from "../../assembly/layout/parts";
import { unmark } from "../../assembly/lines/line-record";
import type { Batch } from "../lines/batch";
import type { KeyForms, LineForm } from "../rules/rules";
import type { CrawlWorkspace } from "./crawl-kernel";
import type { CrawlSettings } from "./crawl-options";

const FLAGS: { readonly [form in LineForm]: number } = {
	fetch: 0,
	key: CrawlFlag.KEY,
	both: CrawlFlag.BOTH,
	pair: CrawlFlag.BOTH | CrawlFlag.TWICE,
};

/** The settings for lines that are written in this form. */
export function toForm(settings: CrawlSettings, form: LineForm): CrawlSettings {
	const flag = FLAGS[form];
	return { ...settings, word: settings.word | flag, linesWord: settings.linesWord | flag };
}

/** The two forms of lines in a workspace of the crawl kernel. */
export const KEY_FORMS: KeyForms = {
	split: splitForms,
	keysOf,
	shapesOf,
};

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

function shapesOf(batch: Batch): Uint8Array {
	const workspace = batch.workspace as CrawlWorkspace;
	const { records, output } = workspace;
	const to = workspace.reserveScratch(partRoom(Part.SHAPE, batch.outputEnd - output) + batch.records);
	const { call, octets } = workspace.kernel;
	return octets.slice(to, call.writeKeyShapes(records, batch.records, output, to));
}

function splitForms(batch: Batch): { fetchEnd: number; keyEnd: number } {
	const workspace = batch.workspace as CrawlWorkspace;
	const { records } = batch;
	const { kernel, output, result } = workspace;
	if (records === 0) return { fetchEnd: output, keyEnd: result };
	const keyEnd = kernel.call.splitForms(workspace.records, records, output, result);
	const last = workspace.records + (records - 1) * LineRecord.SIZE + LineRecord.OUTPUT_END;
	return { fetchEnd: unmark(kernel.words[last >> 2] as number), keyEnd };
}
