/** What lines look like as they come: a table has a TAB in most of them, a list from an old Mac ends them by CR alone. */

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;

/** Native search by memchr, some ten times as fast as that of Uint8Array. It takes any Uint8Array, in shared memory too. */
const find = Buffer.prototype.indexOf as unknown as (this: Uint8Array, octet: number, start?: number) => number;

/** Counts of lines. A CR is inside a line unless LF or the end of the input follows. */
export interface LineCounts {
	/** Lines that contain a TAB. */
	tabbed: number;
	/** Lines with a CR inside. */
	returned: number;
	/** CRs inside the line that has most of them. */
	maxReturns: number;
}

/** Counts in one stream, chunk by chunk. A chunk without TAB and CR costs two native searches. */
export class LineSurvey implements LineCounts {
	tabbed = 0;
	returned = 0;
	maxReturns = 0;
	/** Whether the line that goes on in the next chunk has a TAB. */
	#hasTab = false;
	/** CRs so far inside the line that goes on in the next chunk. */
	#returns = 0;
	/** Whether the chunk before ended with a CR. */
	#endedInReturn = false;

	add(octets: Uint8Array): void {
		this.#addTabs(octets);
		this.#addReturns(octets);
	}

	/** Ends the stream: another one may follow. */
	end(): void {
		this.#hasTab = false;
		this.#returns = 0;
		this.#endedInReturn = false;
	}

	#addTabs(octets: Uint8Array): void {
		let start = this.#hasTab ? behindLine(octets, 0) : 0;
		for (let tab = find.call(octets, TAB, start); tab >= 0; tab = find.call(octets, TAB, start)) {
			++this.tabbed;
			start = behindLine(octets, tab);
		}
		this.#hasTab = start > octets.length;
	}

	#addReturns(octets: Uint8Array): void {
		// The line in which the last CR was ends here.
		let lineEnd = this.#returns > 0 ? behindLine(octets, 0) : 0;
		if (this.#endedInReturn && octets[0] !== LF) lineEnd = this.#note(octets, 0, lineEnd);
		this.#endedInReturn = octets.at(-1) === CR;
		for (let at = find.call(octets, CR); at >= 0 && at < octets.length - 1; at = find.call(octets, CR, at + 1)) {
			if (octets[at + 1] !== LF) lineEnd = this.#note(octets, at, lineEnd);
		}
		if (lineEnd <= octets.length) this.#returns = 0;
	}

	/** Counts a CR at `at`. Returns where its line ends; `lineEnd` is where that of the CR before does. */
	#note(octets: Uint8Array, at: number, lineEnd: number): number {
		const isSameLine = at < lineEnd;
		this.#returns = isSameLine ? this.#returns + 1 : 1;
		if (this.#returns === 1) ++this.returned;
		if (this.#returns > this.maxReturns) this.maxReturns = this.#returns;
		return isSameLine ? lineEnd : behindLine(octets, at);
	}
}

/** The counts of several streams together. */
export function mergedCounts(counts: readonly LineCounts[]): LineCounts {
	return {
		tabbed: counts.reduce((sum, { tabbed }) => sum + tabbed, 0),
		returned: counts.reduce((sum, { returned }) => sum + returned, 0),
		maxReturns: counts.reduce((max, { maxReturns }) => Math.max(max, maxReturns), 0),
	};
}

/** Where the line ends that the octet at `at` is in, its LF included; beyond the octets if it goes on. */
function behindLine(octets: Uint8Array, at: number): number {
	const lineEnd = find.call(octets, LF, at);
	return lineEnd < 0 ? octets.length + 1 : lineEnd + 1;
}
