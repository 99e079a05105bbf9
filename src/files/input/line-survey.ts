/**
 * Samples lines to detect tables, where most lines contain a TAB, and lists from old Macs, where a bare CR ends a line.
 *
 * ```
 *   offset in the stream   0                    WHOLE_SIZE     +PERIOD        +PERIOD
 *                          |####################|#-------------|#-------------|#----
 *                           every line           lines that start in the first WINDOW_SIZE octets of a period
 * ```
 *
 * Examining all of a large list would take a quarter of the time of normalizing it. The sample depends only on offsets, so it is
 * the same for any number of threads and any size of chunks. A line is examined to its end, wherever that is.
 */
import { Buffer } from "node:buffer";
import { Octet } from "../../../assembly/octets/char";

/** Octets of each stream of which every line is examined. */
const WHOLE_SIZE = 131072;
const PERIOD = 1048576;
const WINDOW_SIZE = 2048;

/** Octets of a line that are examined one by one. A call of `find` takes as long. */
const NEAR = 1024;

/** Native search by memchr, some ten times as fast as that of Uint8Array. It accepts any Uint8Array, in shared memory too. */
const find = Buffer.prototype.indexOf as unknown as (this: Uint8Array, octet: number, start?: number) => number;

/** Counts of examined lines. A CR is inside a line unless LF or the end of the input follows. */
export interface LineCounts {
	readonly examined: number;
	/** Lines that contain a TAB. */
	readonly tabbed: number;
	/** Lines with a CR inside. */
	readonly returned: number;
	/** CRs inside the line that has most of them. */
	readonly maxReturns: number;
}

/** Examines one stream, chunk by chunk. */
export class LineSurvey implements LineCounts {
	examined = 0;
	tabbed = 0;
	returned = 0;
	maxReturns = 0;
	/** Octets of the stream before the next chunk. */
	#position: number;
	#lastOctet: number = Octet.LF;
	/** State of the line that continues in the next chunk. */
	#isExamining = false;
	#hasTab = false;
	#returns = 0;

	/** `position` is the offset in the stream of the first octet, which starts a line. */
	constructor(position = 0) {
		this.#position = position;
	}

	surveyLines(octets: Uint8Array): void {
		for (let at = 0; at < octets.length; ) {
			const isLineStart = this.#octetBefore(octets, at) === Octet.LF;
			if (isLineStart) this.#isExamining = nextSample(this.#position + at) === this.#position + at;
			at = this.#isExamining ? this.#examine(octets, at) : this.#skip(octets, at);
		}
		this.#lastOctet = this.#octetBefore(octets, octets.length);
		this.#position += octets.length;
	}

	/** Ends the stream. */
	end(): void {
		if (this.#lastOctet !== Octet.LF && this.#isExamining) this.#endLine(this.#lastOctet);
		this.#lastOctet = Octet.LF;
		this.#position = 0;
	}

	/** Examines the line from `start` on. Returns where the next one starts, or the end of the octets. */
	#examine(octets: Uint8Array, start: number): number {
		const near = Math.min(start + NEAR, octets.length);
		for (let at = start; at < near; ++at) {
			const octet = octets[at] as number;
			if (octet > Octet.CR) continue;
			if (octet === Octet.LF) return this.#examined(octets, at);
			if (octet === Octet.TAB) this.#hasTab = true;
			if (octet === Octet.CR) ++this.#returns;
		}
		return near === octets.length ? near : this.#examineFar(octets, near);
	}

	/** The same for the rest of a long line. */
	#examineFar(octets: Uint8Array, start: number): number {
		const lineEnd = find.call(octets, Octet.LF, start);
		const rest = octets.subarray(start, lineEnd < 0 ? octets.length : lineEnd);
		this.#hasTab ||= find.call(rest, Octet.TAB) >= 0;
		for (let at = find.call(rest, Octet.CR); at >= 0; at = find.call(rest, Octet.CR, at + 1)) ++this.#returns;
		return lineEnd < 0 ? octets.length : this.#examined(octets, lineEnd);
	}

	/** Counts the line that ends with the LF at `lineEnd`. Returns where the next one starts. */
	#examined(octets: Uint8Array, lineEnd: number): number {
		this.#endLine(this.#octetBefore(octets, lineEnd));
		return lineEnd + 1;
	}

	/** Skips a line, and the ones after it up to the next part of the sample. Returns the same as `#examine`. */
	#skip(octets: Uint8Array, start: number): number {
		const sample = nextSample(this.#position + start + 1) - this.#position;
		const lineEnd = sample > octets.length ? -1 : find.call(octets, Octet.LF, sample - 1);
		return lineEnd < 0 ? octets.length : lineEnd + 1;
	}

	/** Counts a line. `lastOctet` is the one before its LF, or before the end of the stream. */
	#endLine(lastOctet: number): void {
		const returns = this.#returns - (lastOctet === Octet.CR ? 1 : 0);
		++this.examined;
		if (this.#hasTab) ++this.tabbed;
		if (returns > 0) ++this.returned;
		this.maxReturns = Math.max(this.maxReturns, returns);
		this.#hasTab = false;
		this.#returns = 0;
	}

	#octetBefore(octets: Uint8Array, at: number): number {
		return at > 0 ? (octets[at - 1] as number) : this.#lastOctet;
	}
}

/** The first offset from `position` on at which a line is examined if it starts there. */
function nextSample(position: number): number {
	const isSampled = position < WHOLE_SIZE || position % PERIOD < WINDOW_SIZE;
	return isSampled ? position : Math.ceil(position / PERIOD) * PERIOD;
}

/** The counts of several streams together. */
export function mergedCounts(counts: readonly LineCounts[]): LineCounts {
	const sum = (count: (counts: LineCounts) => number) => counts.reduce((total, one) => total + count(one), 0);
	return {
		examined: sum(({ examined }) => examined),
		tabbed: sum(({ tabbed }) => tabbed),
		returned: sum(({ returned }) => returned),
		maxReturns: counts.reduce((max, { maxReturns }) => Math.max(max, maxReturns), 0),
	};
}
