/** Many references in memory, one per line: octets in, octets out. */
import { Octet } from "../../assembly/char";
import { CrawlFlag } from "../../assembly/crawl-options";
import { Component, Cursor, Limit, RejectRecord } from "../../assembly/layout";
import { Flag } from "../../assembly/options";
import { Status } from "../../assembly/status";
import { LINES_CAPACITY } from "../engine/workspace";
import { componentOf, UriError } from "../errors";
import { withoutLineEnd } from "../lines/line-end";
import type { NormalizedLines, Reject } from "../lines/lines";
import { OctetSink } from "../lines/octet-sink";
import { INVALID, type InvalidLines } from "../options";
import { crawlError } from "./crawl-errors";
import type { CrawlWorkspace } from "./crawl-kernel";
import type { CrawlSettings } from "./crawl-options";
import { answerCrawlQuestion } from "./question";

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** Max octets of input in a workspace: the longest line, and its end. */
const MAX_CAPACITY = Limit.REFERENCE + LINES_CAPACITY;

/** Which form of each line is wanted. */
export type Form = "fetch" | "key";

/** Writes the form of every line. Throws UriError for the first line that cannot be normalized, if `invalid` is `"fail"`. */
export function writeAllLines(
	lines: Uint8Array,
	form: Form,
	invalid: InvalidLines,
	settings: CrawlSettings,
	workspace: CrawlWorkspace,
): NormalizedLines {
	return new LineWriter(form, invalid, settings, workspace).write(lines);
}

class LineWriter {
	readonly #workspace: CrawlWorkspace;
	readonly #settings: CrawlSettings;
	readonly #invalid: InvalidLines;
	readonly #word: number;
	readonly #output = new OctetSink(LINES_CAPACITY);
	readonly #rejects: Reject[] = [];
	#count = 0;

	constructor(form: Form, invalid: InvalidLines, settings: CrawlSettings, workspace: CrawlWorkspace) {
		this.#workspace = workspace;
		this.#settings = settings;
		this.#invalid = invalid;
		this.#word = settings.word | INVALID[invalid] | (form === "key" ? CrawlFlag.KEY : 0);
		workspace.reserve(LINES_CAPACITY);
	}

	write(lines: Uint8Array): NormalizedLines {
		let at = BYTE_ORDER_MARK.every((octet, index) => lines[index] === octet) ? BYTE_ORDER_MARK.length : 0;
		while (at < lines.length) {
			const taken = this.#writeChunk(lines, at);
			at += taken > 0 ? taken : this.#makeRoom(lines, at);
		}
		return { lines: this.#output.octets(), count: this.#count, rejects: this.#rejects };
	}

	/** Writes the complete lines of a chunk that begins at `at`. Returns the number of octets taken. */
	#writeChunk(lines: Uint8Array, at: number): number {
		const { inputOctets, input, kernel } = this.#workspace;
		const chunk = lines.subarray(at, at + inputOctets.length);
		inputOctets.set(chunk);
		const word = this.#word | (at + chunk.length === lines.length ? Flag.STREAM_END : 0);
		let start = input;
		for (let status: number = Status.NEEDS_ROOM; status !== Status.OK; ) {
			const { output, outputLimit } = this.#workspace;
			status = -kernel.call.writeLines(word, start, input + chunk.length, output, outputLimit);
			const consumed = this.#workspace.cursor(Cursor.CONSUMED);
			// A line that needs more room than an empty output has: the caller makes room.
			if (status === Status.NEEDS_ROOM && consumed === start) break;
			start = consumed;
			this.#take(status);
			if (status === Status.NEEDS_ALABEL) answerCrawlQuestion(kernel, this.#settings);
		}
		return start - input;
	}

	/** Appends the output of a call of the kernel, and its rejects. */
	#take(status: number): void {
		const { kernel, output, rejects } = this.#workspace;
		const count = this.#workspace.cursor(Cursor.REJECTS);
		for (let index = 0; index < count; ++index) {
			const word = (field: RejectRecord) => kernel.words[(rejects + index * RejectRecord.SIZE + field) >> 2] as number;
			const [line, offset] = [this.#count + word(RejectRecord.LINE) + 1, word(RejectRecord.OFFSET)];
			this.#reject(word(RejectRecord.STATUS), word(RejectRecord.COMPONENT), line, offset);
		}
		if (status === Status.REJECTED) return;
		this.#output.append(kernel.octets.subarray(output, this.#workspace.cursor(Cursor.WRITTEN)));
		this.#count += this.#workspace.cursor(Cursor.LINES);
	}

	/** Records a reject, or throws it. */
	#reject(status: number, component: number, line: number, offset: number): void {
		const error = crawlError(status, component, offset, "");
		if (this.#invalid === "fail") {
			throw new UriError(error.code, `Line ${line}: ${error.message}`, { component: error.component, offset });
		}
		this.#rejects.push({ line, code: error.code, component: componentOf(component), offset });
	}

	/** For a line that does not fit: grows the input, or rejects the line as too long. Returns the number of octets taken. */
	#makeRoom(lines: Uint8Array, at: number): number {
		const { capacity } = this.#workspace;
		if (capacity < MAX_CAPACITY) {
			this.#workspace.reserve(Math.min(2 * capacity, MAX_CAPACITY));
			return 0;
		}
		const found = lines.indexOf(Octet.LF, at);
		const end = found < 0 ? lines.length : found;
		this.#reject(Status.TOO_LONG, Component.NONE, this.#count + 1, Limit.REFERENCE);
		const text = withoutLineEnd(lines.subarray(at, end));
		if (this.#invalid === "keep") this.#output.append(text);
		if (this.#invalid !== "drop") this.#output.append(Uint8Array.of(Octet.LF));
		this.#count += 1;
		return (found < 0 ? end : end + 1) - at;
	}
}
