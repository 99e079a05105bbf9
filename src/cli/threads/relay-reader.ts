/** Reads the files of a relay, a chunk of whole lines at a time, by whichever thread it is the turn of. */
import type { Workspace } from "../../engine/workspace";
import type { LineFeed } from "../../lines/lines";
import { readOctets } from "../input/input";
import type { LineSurvey } from "../input/line-survey";
import type { OpenFile } from "../open-file";
import type { Lines } from "./batch";
import { CHUNK_SIZE, type Relay, Sum } from "./relay";

const LF = 0x0a;

/** What was read: lines that are whole, save when one fills all the room and `isCut`. */
export interface ReadLines extends Lines {
	readonly isCut: boolean;
}

export class RelayReader {
	readonly #relay: Relay;
	readonly #files: readonly OpenFile[];
	readonly workspace: Workspace;

	constructor(relay: Relay, files: readonly OpenFile[], workspace: Workspace) {
		this.#relay = relay;
		this.#files = files;
		this.workspace = workspace;
	}

	/** Reads the next lines to the start of the workspace's input. Answers undefined when all files are read. Throws Failure. */
	read(): ReadLines | undefined {
		const relay = this.#relay;
		const file = this.#files[relay.file];
		if (file === undefined) return undefined;
		const isFirst = !relay.goesOn;
		const room = this.workspace.inputOctets.subarray(0, CHUNK_SIZE);
		for (let length = relay.takeTail(room); length < room.length; ) {
			const count = this.#readSome(file, room.subarray(length));
			length += count;
			if (count === 0) {
				relay.nextFile();
				return { length, isFirst, isLast: true, isCut: false };
			}
			const end = room.subarray(0, length).lastIndexOf(LF) + 1;
			if (end > 0) {
				relay.goOn(room.subarray(end, length));
				return { length: end, isFirst, isLast: false, isCut: false };
			}
		}
		return { length: room.length, isFirst, isLast: false, isCut: true };
	}

	/** Feeds the rest of a line that was cut, through `survey` too. Throws what the feed throws. */
	feedRest(feed: LineFeed, survey: LineSurvey): void {
		const relay = this.#relay;
		const file = this.#files[relay.file] as OpenFile;
		while (true) {
			const room = feed.space().subarray(0, CHUNK_SIZE);
			const count = this.#readSome(file, room);
			if (count === 0) {
				relay.nextFile();
				feed.end();
				return;
			}
			const end = room.subarray(0, count).indexOf(LF) + 1;
			if (end > 0) relay.goOn(room.subarray(end, count));
			survey.add(room.subarray(0, end > 0 ? end : count));
			feed.advance(end > 0 ? end : count);
			if (end > 0) return;
		}
	}

	#readSome(file: OpenFile, into: Uint8Array): number {
		const count = readOctets(file, into);
		this.#relay.add(Sum.OCTETS_READ, count);
		return count;
	}
}
