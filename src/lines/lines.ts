/**
 * Many references, one per line, from octets to octets.
 *
 * ```
 *   chunk ──▶ space() ──▶ input area │ kernel │ output area, records ──▶ take(batch)
 *             advance()   ▲    │
 *                         └────┘ the unfinished line moves to the front, where the next chunk completes it
 * ```
 */
import { Cursor, Limit } from "../../assembly/layout/addresses";
import { Flag } from "../../assembly/layout/options";
import { Status } from "../../assembly/layout/status";
import { LINES_CAPACITY, type LineWorkspace } from "../engine/workspace";
import { UriError } from "../errors";
import { type Octets, toOctets } from "../input";
import type { Settings } from "../options";
import { codeOf, componentOf, sentenceFor } from "../statuses";
import { type Batch, type BatchCounts, type Reject, rejectRecord, rejectsOf } from "./batch";
import { OctetSink } from "./octet-sink";
import { ruleCountsIn } from "./rule-counts";
import { runLines } from "./run-lines";

/** The options of a normalizer, as far as lines need them. `linesWord` is for the kernel of their workspace. */
export type LineSettings = Pick<Settings, "engine" | "invalid" | "linesWord" | "schemes" | "toAscii">;

/** The result of `normalizeLines`. */
export interface NormalizedLines {
	/** The lines in normal form, each ended by LF. */
	readonly lines: Uint8Array;
	/** Number of input lines. */
	readonly count: number;
	readonly rejects: Reject[];
}

/** Consumes octets chunk by chunk: write to `space()`, then pass the number of octets to `advance`. */
export interface LineSink {
	/** Number of lines so far. */
	readonly lines: number;
	space(): Uint8Array;
	advance(count: number): void;
	end(): void;
	/** Processes the whole lines so far that `advance` has left for later. Absent if it leaves none. */
	flush?(): void;
}

/** Passes all of `octets` to `sink`. Throws what `sink` throws. */
export function pushInto(sink: LineSink, octets: Uint8Array): void {
	for (let taken = 0; taken < octets.length; ) {
		const space = sink.space();
		const part = octets.subarray(taken, taken + space.length);
		space.set(part);
		sink.advance(part.length);
		taken += part.length;
	}
}

/**
 * Feeds lines to the kernel and passes each batch of results to `take`. Chunks may end anywhere.
 *
 * An unfinished line stays at the start of the input area. If the workspace is shared, `pause` takes it out, so that others can use
 * the workspace until `resume`.
 */
export class LineFeed implements LineSink {
	readonly workspace: LineWorkspace;
	readonly #settings: LineSettings;
	readonly #take: (batch: Batch) => void;
	#waiting = 0;
	#isFirst = true;
	#inLongLine = 0;
	#paused: Uint8Array | undefined;
	/** Number of lines so far. */
	lines = 0;

	constructor(workspace: LineWorkspace, settings: LineSettings, take: (batch: Batch) => void) {
		this.workspace = workspace;
		this.#settings = settings;
		this.#take = take;
	}

	/** Returns where to write the next octets: room for at least one. */
	space(): Uint8Array {
		const { workspace } = this;
		if (this.#waiting === workspace.capacity) {
			workspace.reserve(Math.min(2 * workspace.capacity, Limit.REFERENCE + LINES_CAPACITY));
		}
		return workspace.inputOctets.subarray(this.#waiting);
	}

	/**
	 * Processes the next `count` octets of `space()`. With `isEnd`, octets after the last LF form a final line.
	 *
	 * Throws UriError at the first invalid line under `invalid: "fail"`.
	 */
	advance(count: number, isEnd = false): void {
		const { workspace } = this;
		const { linesWord } = this.#settings;
		const { input } = workspace;
		const end = input + this.#waiting + count;
		const word = linesWord | (this.#isFirst ? Flag.STREAM_START : 0) | (isEnd ? Flag.STREAM_END : 0);
		workspace.setCursor(Cursor.IN_LONG_LINE, this.#inLongLine);
		const status = runLines(workspace, word, input, end, this.#settings, () => this.#takeResults());
		if (status === Status.REJECTED) throw this.#rejection();
		this.#inLongLine = workspace.cursor(Cursor.IN_LONG_LINE);
		const done = workspace.cursor(Cursor.CONSUMED);
		workspace.kernel.octets.copyWithin(input, done, end);
		this.#waiting = end - done;
	}

	/** Processes all of `octets`. */
	push(octets: Uint8Array): void {
		pushInto(this, octets);
	}

	/** Ends the stream. The feed can start another one; its line count continues. */
	end(): void {
		this.advance(0, true);
		this.#waiting = 0;
		this.#isFirst = true;
		this.#inLongLine = 0;
	}

	/** Copies the unfinished line out of the workspace, so that others can use it. `resume` copies it back. */
	pause(): void {
		const { input, kernel } = this.workspace;
		this.#paused = kernel.octets.slice(input, input + this.#waiting);
	}

	resume(): void {
		this.workspace.tidy();
		if (this.#paused === undefined) return;
		this.workspace.reserve(this.#paused.length + 1);
		this.workspace.inputOctets.set(this.#paused);
		this.#paused = undefined;
	}

	/** The error of the line that stopped the kernel: the only reject of the call. */
	#rejection(): UriError {
		const [, status, component, offset] = rejectRecord(this.workspace, 0);
		const line = this.lines + 1;
		const { faults } = this.workspace;
		const message = `Line ${line}: ${sentenceFor(status, offset, faults)}`;
		return new UriError(codeOf(status, faults), message, { component: componentOf(component), offset, line });
	}

	/** Passes on the results of a call of the kernel. Returns where the next output goes. */
	#takeResults(): number {
		const { workspace } = this;
		if (workspace.cursor(Cursor.CONSUMED) > workspace.input) this.#isFirst = false;
		const batch = {
			records: workspace.cursor(Cursor.RECORDS),
			lines: workspace.cursor(Cursor.LINES),
			rejects: workspace.cursor(Cursor.REJECTS),
			ruleCounts: ruleCountsIn(workspace),
			first: workspace.cursor(Cursor.FIRST),
			outputEnd: workspace.cursor(Cursor.WRITTEN),
		};
		this.hand(batch, workspace);
		return workspace.output;
	}

	/** Continues a stream after `lines` lines that others have processed or, with `isFirst`, starts another stream there. */
	goOn(lines: number, isFirst: boolean): void {
		this.lines = lines;
		this.#isFirst = isFirst;
	}

	/** Passes on whole lines that a workspace has processed, which may be another one. */
	hand(batch: BatchCounts, workspace: LineWorkspace): void {
		const linesBefore = this.lines;
		this.lines += batch.lines;
		if (batch.records > 0 || batch.rejects > 0) this.#take({ ...batch, workspace, linesBefore });
	}
}

/** Returns the settings for lines that are resolved against the base of the workspace. */
export function toResolve<Lines extends LineSettings>(settings: Lines): Lines {
	return { ...settings, linesWord: settings.linesWord | Flag.RESOLVE };
}

/** Normalizes lines in memory. Writes one line per input line, except those that `invalid: "drop"` removes. */
export function feedAll(input: Octets, workspace: LineWorkspace, settings: LineSettings, given?: OctetSink): NormalizedLines {
	const lines = toOctets(input, "lines");
	const output = given ?? new OctetSink(lines.length);
	const rejects: Reject[] = [];
	const feed = new LineFeed(workspace, settings, (batch) => {
		output.append(batch.workspace.kernel.octets.subarray(batch.workspace.output, batch.outputEnd));
		rejects.push(...rejectsOf(batch));
	});
	feed.push(lines);
	feed.end();
	return { lines: output.octets(), count: feed.lines, rejects };
}
