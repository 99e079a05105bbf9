/** Reads the files of a relay in chunks of whole lines. Requires: the caller holds the relay's lock for reading. */
import { Octet } from "../../assembly/octets/char";
import type { LineWorkspace } from "../engine/workspace";
import { readOctets } from "../files/input/input";
import type { LineSurvey } from "../files/input/line-survey";
import { NO_OCTETS } from "../files/input/octet-source";
import type { OpenFile } from "../files/open-file";
import type { LineFeed } from "../lines/lines";
import type { Lines } from "./chunk";
import { CHUNK_SIZE, type Relay, Total } from "./relay";

/** A chunk of whole lines or, if `isCut`, the start of a line that is longer than a chunk. */
export interface ReadLines extends Lines {
	/** Offset of the chunk in its file. */
	readonly position: number;
	readonly isCut: boolean;
}

export class RelayReader {
	readonly #relay: Relay;
	readonly #files: readonly OpenFile[];
	readonly workspace: LineWorkspace;

	readonly #chunkSize: number;
	readonly #isPositioned: boolean;

	/** Reads chunks of at most `chunkSize` octets, at the file position or, with `isPositioned`, from the start of each file. */
	constructor(
		relay: Relay,
		files: readonly OpenFile[],
		workspace: LineWorkspace,
		{ chunkSize = CHUNK_SIZE, isPositioned = false } = {},
	) {
		this.#relay = relay;
		this.#files = files;
		this.workspace = workspace;
		this.#chunkSize = chunkSize;
		this.#isPositioned = isPositioned;
	}

	/** The octets of a chunk that `read` has just returned. */
	linesOf({ length }: Lines): Uint8Array {
		return this.workspace.inputOctets.subarray(0, length);
	}

	/** Reads the next chunk to the start of the workspace's input. Returns undefined after the last file. Throws Failure. */
	read(): ReadLines | undefined {
		const relay = this.#relay;
		const file = this.#files[relay.file];
		if (file === undefined) return undefined;
		const chunk = { isFirst: !relay.isContinued, isLast: false, position: relay.total(Total.POSITION), isCut: false };
		const room = this.workspace.inputOctets.subarray(0, this.#chunkSize);
		for (let length = relay.readTail(room); length < room.length; ) {
			const count = this.#readSome(file, room.subarray(length));
			length += count;
			if (count === 0) {
				relay.nextFile();
				return { ...chunk, length, isLast: true };
			}
			const end = room.subarray(0, length).lastIndexOf(Octet.LF) + 1;
			if (end > 0) {
				relay.advance(end, room.subarray(end, length));
				return { ...chunk, length: end };
			}
		}
		relay.advance(room.length, NO_OCTETS);
		return { ...chunk, length: room.length, isCut: true };
	}

	/** Reads the rest of a cut line, and passes it to `feed` and to `survey` if there is one. Throws Failure, or what the feed throws. */
	feedRest(feed: LineFeed, survey?: LineSurvey): void {
		const relay = this.#relay;
		const file = this.#files[relay.file] as OpenFile;
		for (let isComplete = false; !isComplete; ) {
			const room = feed.space().subarray(0, this.#chunkSize);
			const count = this.#readSome(file, room);
			if (count === 0) {
				relay.nextFile();
				feed.end();
				return;
			}
			const lineEnd = room.subarray(0, count).indexOf(Octet.LF) + 1;
			isComplete = lineEnd > 0;
			const length = isComplete ? lineEnd : count;
			relay.advance(length, room.subarray(length, count));
			survey?.surveyLines(room.subarray(0, length));
			feed.advance(length);
		}
	}

	#readSome(file: OpenFile, into: Uint8Array): number {
		const count = readOctets(file, into, this.#isPositioned ? this.#relay.total(Total.FILE_OCTETS_READ) : null);
		this.#relay.raiseTotal(Total.OCTETS_READ, count);
		this.#relay.raiseTotal(Total.FILE_OCTETS_READ, count);
		return count;
	}
}
