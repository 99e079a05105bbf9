/**
 * Arrays of strings in batches: joined as lines and encoded at once, since to encode one string costs more than its octets.
 *
 * ```
 *   strings ──join by LF──▶ text ──encode──▶ INPUT ──kernel──▶ line records, list of the lines that it rewrote
 *      │                                                                        │
 *      └─────────── the other strings are in normal form: handed back as they came
 * ```
 *
 * A batch goes string by string where lines and strings differ: an LF in a string makes two lines of it (then there are more
 * records than strings), a CR at the end of one belongs to the line end, a lone surrogate has no UTF-8 form. A byte order mark is
 * dropped at the start of a stream alone, which no batch is.
 *
 * The entry `urlsieve/js` is made to be small and uses strings.js-only.ts instead.
 */
import { Cursor, LineRecord } from "../../assembly/layout";
import { isMarked, unmark } from "../../assembly/line-record";
import { Flag } from "../../assembly/options";
import { Status } from "../../assembly/status";
import { FRESH } from "../engine/seen-table";
import { linesWorkspace } from "../engine/shared";
import { LINES_CAPACITY, type Workspace } from "../engine/workspace";
import type { UriError } from "../errors";
import type { Settings } from "../options";
import { decode, encode, MAX_OCTETS_PER_UNIT } from "../reference/transcode";
import { addBatch, type Seen } from "./line-sieve";
import { runLines } from "./run-lines";

/** Strings in a batch: few enough to stay in a processor's cache. */
const MAX_STRINGS = 256;
/** UTF-16 units in a batch, line ends included: they fit the input whatever they are. */
const MAX_UNITS = Math.floor(LINES_CAPACITY / MAX_OCTETS_PER_UNIT);

/** The normal form of each string, or the error in its place. `normalize` handles a single one. */
export function normalizeStrings(
	strings: readonly string[],
	settings: Settings,
	normalize: (string: string) => string | UriError,
): (string | UriError)[] {
	if ((settings.word & Flag.RULES) === 0) return strings.map((string) => normalize(string));
	return mapBatches(strings, settings, normalize, (batch, results, workspace, rewrittenEnd) => {
		const { kernel, marks, output, records } = workspace;
		const { words } = kernel;
		results.push(...batch);
		const first = results.length - batch.length;
		for (let at = marks; at < rewrittenEnd; at += 4) {
			const record = words[at >> 2] as number;
			const index = (record - records) / LineRecord.SIZE;
			if (isRejected(workspace, index)) continue;
			const start = index === 0 ? output : unmark(outputEnd(workspace, index - 1));
			results[first + index] = decode(workspace, start, outputEnd(workspace, index) - 1);
		}
	});
}

/** Adds strings to a set. Returns for each whether it was new, or the error in its place. `add` handles a single one. */
export function addStrings(
	strings: readonly string[],
	seen: Seen,
	add: (string: string) => boolean | UriError,
): (boolean | UriError)[] {
	return mapBatches(strings, seen.settings, add, ({ length }, results, workspace) => {
		for (const mark of addBatch(seen, { records: length }, workspace)) results.push(mark === FRESH);
	});
}

/** Takes a batch of strings that is in the workspace, as `normalizeJoined` left it, and appends their results. */
type TakeBatch<Result> = (batch: readonly string[], results: Result[], workspace: Workspace, rewrittenEnd: number) => void;

/** The result of each string: `together` has those of a batch, but for strings that were rejected, `alone` that of one string. */
function mapBatches<Result>(
	strings: readonly string[],
	settings: Settings,
	alone: (string: string) => Result,
	together: TakeBatch<Result>,
): Result[] {
	const workspace = linesWorkspace(settings.engine);
	const results: Result[] = [];
	while (results.length < strings.length) {
		const first = results.length;
		const batch = strings.slice(first, batchEnd(strings, first));
		const rewrittenEnd = normalizeJoined(batch, settings, workspace);
		if (rewrittenEnd > 0) {
			const rejected = [...batch.keys()].filter((index) => isRejected(workspace, index));
			together(batch, results, workspace, rewrittenEnd);
			for (const index of rejected) results[first + index] = alone(batch[index] as string);
		} else {
			for (const string of batch) results.push(alone(string));
		}
	}
	return results;
}

/** The end of the batch that begins at `first`. What is no string is a batch of its own, and so is a string that is too long. */
function batchEnd(strings: readonly string[], first: number): number {
	const most = Math.min(first + MAX_STRINGS, strings.length);
	let units = 0;
	for (let last = first; last < most; ++last) {
		const text = strings[last];
		units += typeof text === "string" ? text.length + 1 : MAX_UNITS + 1;
		if (units > MAX_UNITS) return Math.max(last, first + 1);
	}
	return most;
}

/**
 * Normalizes strings as lines. Leaves one record a string in the workspace and, from `marks` on, the addresses of the records whose
 * lines were rewritten. Returns the end of that list, or 0 if the strings are to be handled one by one.
 */
function normalizeJoined(strings: readonly string[], settings: Settings, workspace: Workspace): number {
	if (strings.length === 1) return 0;
	const text = strings.join("\n");
	// After an LF at the end, no line would follow: then an LF inside another string could go unnoticed.
	if (text.endsWith("\n") || text.includes("\r")) return 0;
	const length = encode(text, workspace);
	if (length < 0) return 0;
	const { input, marks } = workspace;
	let records = 0;
	workspace.setCursor(Cursor.IN_LONG_LINE, 0);
	workspace.setCursor(Cursor.REWRITTEN_AT, marks);
	try {
		const status = runLines(workspace, settings.word | Flag.STREAM_END, input, input + length, settings.toAscii, (stop) => {
			records += workspace.cursor(Cursor.RECORDS);
			if (stop !== Status.NEEDS_ALABEL) return undefined;
			workspace.recordFrom(records, 0);
			return workspace.cursor(Cursor.WRITTEN);
		});
		return status === Status.OK && records === strings.length ? workspace.cursor(Cursor.REWRITTEN_AT) : 0;
	} finally {
		// Also if `toAscii`, which is the caller's, throws.
		workspace.recordFrom(0, 0);
		workspace.setCursor(Cursor.REWRITTEN_AT, 0);
	}
}

/** Whether the line of the record at this index was rejected. */
function isRejected(workspace: Workspace, index: number): boolean {
	return isMarked(outputEnd(workspace, index));
}

function outputEnd({ kernel, records }: Workspace, index: number): number {
	return kernel.words[(records + index * LineRecord.SIZE + LineRecord.OUTPUT_END) >> 2] as number;
}
