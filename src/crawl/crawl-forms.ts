/** The forms of lines by a profile or a policy. */

import { LineRecord } from "../../assembly/layout/addresses";
import { CrawlFlag } from "../../assembly/layout/crawl-options";
import { Part, partRoom } from "../../assembly/layout/parts";
import { unmark } from "../../assembly/lines/line-record";
import { Octet } from "../../assembly/octets/char";
import type { LineWorkspace } from "../engine/workspace";
import type { Batch } from "../lines/batch";
import { OctetSink } from "../lines/octet-sink";
import { outputEndOf } from "../lines/parts";
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

/** Max octets of memory for the shapes of a batch. */
const SHAPES_ROOM = 2 ** 29;

function shapesOf({ workspace, records, outputEnd }: Batch): Uint8Array {
	const { output } = workspace;
	const room = partRoom(Part.SHAPE, outputEnd - output) + records;
	return room <= SHAPES_ROOM ? writeShapes(workspace, 0, records, room) : shapesOneByOne(workspace, records);
}

/** The same for a batch with a very long line: memory has room for the shape of its key, but not for that of both forms. */
function shapesOneByOne(workspace: LineWorkspace, count: number): Uint8Array {
	const shapes = new OctetSink(0);
	for (let record = 0; record < count; ++record) {
		const line = workspace.kernel.octets.subarray(outputEndOf(workspace, record), outputEndOf(workspace, record + 1));
		const keyStart = line.indexOf(Octet.TAB) + 1;
		shapes.append(writeShapes(workspace, record, 1, partRoom(Part.SHAPE, line.length - keyStart) + 1));
	}
	return shapes.octets();
}

/** A copy of the shapes of `count` records from `first` on. */
function writeShapes(workspace: LineWorkspace, first: number, count: number, room: number): Uint8Array {
	const to = workspace.reserveScratch(room);
	const { call, octets } = workspace.kernel as CrawlWorkspace["kernel"];
	const records = workspace.records + first * LineRecord.SIZE;
	return octets.slice(to, call.writeKeyShapes(records, count, outputEndOf(workspace, first), to));
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
