/** The file of merges: the line that was kept, the line that was dropped, the rung on which they are equal, their numbers. */
import { LineRecord } from "../../../assembly/layout";
import { NumberList } from "../../engine/number-list";
import { FRESH } from "../../engine/seen-table";
import type { Workspace } from "../../engine/workspace";
import type { SievedBatch } from "../../lines/line-sieve";
import { atLevel, type Level, type Settings } from "../../options";
import { normalizeRaw } from "../../reference/reference";
import { isSame } from "../../seen/snapshot";
import type { Output } from "../output/output";
import { Spool } from "../output/spool";

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const encoder = new TextEncoder();

/** What stands in place of a line that was kept by an earlier run, of the rung, and of its number. */
const UNKNOWN = "-";

export class Audit {
	readonly #output: Output;
	readonly #settings: Settings;
	/** Where lines are compared: not the workspace of the lines themselves. */
	readonly #workspace: Workspace;
	/** Number of fingerprints that were in the set before this run. */
	readonly #earlier: number;
	readonly #kept = new Spool();
	/** By the number of the fingerprint in this run: which line it was. */
	readonly #keptLines = new NumberList();
	#line = 1;

	constructor(output: Output, settings: Settings, workspace: Workspace, earlier: number) {
		this.#output = output;
		this.#settings = settings;
		this.#workspace = workspace;
		this.#earlier = earlier;
	}

	/** Writes the merges of a batch. Requires: the set is numbered. */
	note({ workspace, records, first, marks }: SievedBatch): void {
		const { octets, words } = workspace.kernel;
		let start = first;
		for (let index = 0; index < records; ++index) {
			const at = (workspace.records + index * LineRecord.SIZE) >> 2;
			const inputEnd = words[at] as number;
			const isRejected = (words[at + 1] as number) < 0;
			const end = inputEnd < 0 ? ~inputEnd : inputEnd;
			if (!isRejected) this.#noteLine(withoutLineEnd(octets.subarray(start, end)), marks[index] as number);
			if (inputEnd >= 0) ++this.#line;
			start = end;
		}
	}

	#noteLine(line: Uint8Array, mark: number): void {
		if (mark === FRESH) {
			this.#kept.append(line);
			this.#keptLines.push(this.#line);
		} else if (mark < this.#earlier) {
			this.#writeMerge(encoder.encode(UNKNOWN), line, UNKNOWN, UNKNOWN);
		} else {
			const kept = this.#kept.line(mark - this.#earlier);
			this.#writeMerge(kept, line, this.#rung(kept, line), String(this.#keptLines.at(mark - this.#earlier)));
		}
	}

	#writeMerge(kept: Uint8Array, dropped: Uint8Array, rung: string, keptLine: string): void {
		this.#output.writeLater(withoutTabs(kept));
		this.#output.writeLater(encoder.encode("\t"));
		this.#output.writeLater(withoutTabs(dropped));
		this.#output.writeLater(encoder.encode(`\t${rung}\t${keptLine}\t${this.#line}\n`));
	}

	/** The lowest rung on which two lines are equal that are equal on the rung of this run. */
	#rung(kept: Uint8Array, dropped: Uint8Array): Level {
		if (isSame(kept, dropped)) return "string";
		if (this.#settings.level === "syntax") return "syntax";
		const settings = atLevel(this.#settings, "syntax");
		const [a, b] = [kept, dropped].map((line) => normalizeRaw(line, settings, this.#workspace));
		return a !== undefined && b !== undefined && isSame(a, b) ? "syntax" : "scheme";
	}
}

function withoutLineEnd(line: Uint8Array): Uint8Array {
	const textEnd = line.at(-1) === LF ? line.length - 1 : line.length;
	return line.subarray(0, line[textEnd - 1] === CR ? textEnd - 1 : textEnd);
}

/** A line in which TAB, which separates columns, is written as a triplet. */
function withoutTabs(line: Uint8Array): Uint8Array {
	if (!line.includes(TAB)) return line;
	return Uint8Array.from([...line].flatMap((octet) => (octet === TAB ? [0x25, 0x30, 0x39] : [octet])));
}
