/** The third pass: reads the inputs again and writes the lines that are kept. */
import { Cursor, Limit } from "../../../assembly/layout/addresses";
import { Flag } from "../../../assembly/layout/options";
import { Block, Fate, Kept, PartitionAddress, Scatter } from "../../../assembly/partition/layout";
import type { ListFunctions } from "../../engine/list-kernel";
import type { Workspace } from "../../engine/workspace";
import { LineFeed, type LineSettings } from "../../lines/lines";
import { resolveOptions } from "../../options";
import type { DroppedLines } from "./dropped-lines";
import type { LineMap } from "./fates";
import { KeptLines, type PassRules } from "./pass-rules";

/** Lines in a call of the kernel: their part of the map is 4 KiB. */
const MAX_LINES = 16384;
const MAP_SIZE = MAX_LINES / 4 + 1;

/** Octets of lines to gather before they are written: the system takes a third less time for them than in writes of 80 KiB. */
const WRITE_SIZE = 1048576;

class ThirdFeed extends LineFeed {
	readonly #endInput: () => void;

	constructor(workspace: Workspace, settings: LineSettings, endInput: () => void) {
		super(workspace, settings, () => {});
		this.#endInput = endInput;
	}

	override end(): void {
		super.end();
		this.#endInput();
	}
}

/** Takes the lines that are kept. */
export interface ThirdSink {
	/** Takes the lines to keep, in order. Throws Failure. */
	write(octets: Uint8Array): void;
	/** Called before octets that were passed to `write` are overwritten. */
	overwrite?(): void;
}

/** The parts of a run that the pass needs. */
export interface ThirdRun {
	readonly source: { refuse(): never };
	readonly sink: ThirdSink;
}

export class ThirdPass {
	readonly feed: LineFeed;
	/** Number of lines so far. */
	lines = 0;
	readonly #workspace: Workspace<ListFunctions>;
	readonly #map: LineMap;
	readonly #source: ThirdRun["source"];
	readonly #sink: ThirdSink;
	readonly #dropped: DroppedLines | undefined;
	/** The room in which lines are gathered: its address, its size, and the octets in use. */
	readonly #room: number;
	readonly #roomSize: number;
	#gathered = 0;

	/**
	 * `workspace` is that of the first pass, which is over. Its streams make room:
	 *
	 * ```
	 *   BLOCKS │ map │ line ends       │ lines that are gathered │ end of FULL
	 *            a block  three blocks
	 * ```
	 *
	 * Passes lines to the sink in pieces of about WRITE_SIZE, and the rest at `feed.end` and `flush`. Refuses a source with a line that
	 * the first pass did not read.
	 */
	constructor(
		workspace: Workspace<ListFunctions>,
		settings: LineSettings,
		lineMap: LineMap,
		{ source, sink }: ThirdRun,
		dropped?: DroppedLines,
	) {
		const { kernel } = workspace;
		this.#workspace = workspace;
		this.#map = lineMap;
		this.#source = source;
		this.#sink = sink;
		this.#dropped = dropped;
		const scatter = (field: Scatter) => kernel.words[(PartitionAddress.SCATTER + field) >> 2] as number;
		const map = scatter(Scatter.BLOCKS);
		this.#setField(Kept.PRINT, scatter(Scatter.PRINT));
		this.#setField(Kept.MAP, map);
		this.#setField(Kept.LINE_ENDS, map + Block.SIZE);
		this.#room = map + 4 * Block.SIZE;
		this.#roomSize = scatter(Scatter.FULL) + Block.MAX_FULL * Block.SIZE - this.#room;
		// The feed drives this function as it would the one that writes all lines. Rejects are known from the first pass.
		Object.assign(kernel.call, { normalizeLines: this.#writeKept.bind(this) });
		this.feed = new ThirdFeed(workspace, settings, () => {
			this.flush();
			dropped?.endInput();
		});
	}

	/** Continues after `lines` lines that other threads process, or with `isFirst` starts another input there. */
	goOn(lines: number, isFirst: boolean): void {
		this.feed.goOn(lines, isFirst);
		this.lines = lines;
	}

	/** Writes the lines that have been gathered. */
	flush(): void {
		const { octets } = this.#workspace.kernel;
		const gathered = octets.subarray(this.#room, this.#room + this.#gathered);
		this.#gathered = 0;
		if (gathered.length > 0) this.#sink.write(gathered);
	}

	#writeKept(options: number, start: number, end: number, output: number, outputLimit: number): number {
		const { kernel } = this.#workspace;
		const size = Math.min(Limit.GROWTH * (end - start) + Limit.SLACK, outputLimit - output);
		const isGathered = this.#hasRoom(size);
		const to = isGathered ? this.#room + this.#gathered : output;
		// The octets written last may still be in the room, or in the output.
		if (this.#gathered === 0) this.#sink.overwrite?.();
		this.#placeMap();
		const isInLine = this.#workspace.cursor(Cursor.IN_LONG_LINE) !== 0;
		const status = kernel.call.writeKeptLines(options, start, end, to, to + size);
		const before = this.lines;
		this.lines += this.#workspace.cursor(Cursor.LINES);
		if (this.lines > this.#map.lines) this.#source.refuse();
		this.#showLines(start, before, isInLine, (options & Flag.STREAM_START) !== 0);
		const written = this.#workspace.cursor(Cursor.WRITTEN);
		if (!isGathered) this.#sink.write(kernel.octets.subarray(to, written));
		else this.#gathered = written - this.#room;
		if (this.#gathered >= WRITE_SIZE) this.flush();
		return status;
	}

	/** Whether the room has, or once it is empty will have, `size` octets for the output of a call. Empties it if it must. */
	#hasRoom(size: number): boolean {
		const needed = size + Limit.MARGIN;
		if (this.#gathered + needed > this.#roomSize) this.flush();
		return needed <= this.#roomSize;
	}

	/** Passes the lines of a chunk to the audit log. */
	#showLines(start: number, before: number, isInLine: boolean, isFirst: boolean): void {
		if (this.#dropped === undefined) return;
		const { octets, words } = this.#workspace.kernel;
		const first = this.#workspace.cursor(Cursor.FIRST);
		const map = words[(PartitionAddress.KEPT + Kept.MAP) >> 2] as number;
		const place = words[(PartitionAddress.KEPT + Kept.FIRST) >> 2] as number;
		this.#dropped.show({
			octets: octets.subarray(first, this.#workspace.cursor(Cursor.CONSUMED)),
			before,
			count: this.lines - before,
			isInLine,
			isFirst,
			markLength: first - start,
			fateOf: (line) => ((octets[map + ((place + line) >> 2)] as number) >> (((place + line) & 3) << 1)) & Fate.MASK,
		});
	}

	/** Copies the part of the map that the next call needs. After the last line of the first pass there may be none. */
	#placeMap(): void {
		const map = this.#map;
		if (this.lines === map.mapEnd && this.lines < map.lines) map.fillMapNow();
		const { octets, place } = map.mapFrom(this.lines);
		const { kernel } = this.#workspace;
		kernel.octets.set(octets.subarray(0, MAP_SIZE), kernel.words[(PartitionAddress.KEPT + Kept.MAP) >> 2] as number);
		this.#setField(Kept.FIRST, place);
		this.#setField(Kept.MAX_LINES, Math.min(MAX_LINES, map.mapEnd - this.lines) || MAX_LINES);
	}

	#setField(field: Kept, value: number): void {
		this.#workspace.kernel.words[(PartitionAddress.KEPT + field) >> 2] = value;
	}
}

/** Creates the third pass, which under a profile or a policy leaves it to these to write the lines that are kept. */
export function thirdPass(
	workspace: Workspace<ListFunctions>,
	{ workspace: lineWorkspace, forms }: PassRules,
	map: LineMap,
	run: ThirdRun,
	{ isOriginal, dropped }: ThirdOptions,
): ThirdPass {
	if (lineWorkspace === undefined) return new ThirdPass(workspace, forms, map, run, dropped);
	const kept = new KeptLines(lineWorkspace, forms, isOriginal ? "original" : "normalized", run.sink);
	const raw = { source: run.source, sink: { write: (octets: Uint8Array) => kept.push(octets) } };
	return new ThirdPass(workspace, resolveOptions({ engine: forms.engine, invalid: "keep" }), map, raw, dropped);
}

/** Options of a third pass. */
interface ThirdOptions {
	/** Whether lines are printed as they came. */
	readonly isOriginal: boolean;
	readonly dropped?: DroppedLines | undefined;
}
