/** Progress and summary on standard error. */

import { counted, grouped } from "../counted";
import type { Note } from "../job/input-notes";
import type { NamedRuleCounts } from "../lines/rule-counts";
import { shownText } from "../text/shown-text";
import { writeMessage } from "./messages";
import { fittingParts, TimeLeft } from "./time-left";

/** Milliseconds between updates of the progress. */
const INTERVAL = 100;

/** Reasons of duplicates in the text of a summary. */
const MAX_MERGES = 10;

/** Characters that JSON may contain unescaped, but that act on a terminal: DEL, the controls of ISO 8859, and formats such as U+202E. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The result of a run, as printed by --json. Counts that a command does not have are left out. */
export interface Summary extends NamedRuleCounts {
	readonly command: string;
	readonly lines?: number;
	/** Rows of tables, instead of lines, and the column of references. */
	readonly rows?: number;
	readonly column?: string | number;
	/** Values, if a row has several. */
	readonly values?: number | undefined;
	/** Number of parts that lines were split into. */
	readonly parts?: number;
	readonly unique?: number;
	readonly duplicates?: number;
	/** References that a set has, has gained, or has lost. */
	readonly known?: number;
	readonly added?: number;
	readonly removed?: number;
	/** Rows without a reference. */
	readonly empty?: number;
	/** Rejected values in other columns of a table. */
	readonly otherRejects?: number;
	/** Lines that --exclude covers, and those beyond the limit of --per. */
	readonly excluded?: number;
	readonly withheld?: number;
	/** Only counts by a part: its name, the number of different parts, of references without one, and the most frequent ones. */
	readonly by?: string;
	readonly distinct?: number;
	readonly without?: number;
	readonly top?: readonly { readonly count: number; readonly part: string }[];
	/** Of learned shapes: sites of several keys and of one, positions at which words are merged, traps by kind, and keys that are too long. */
	readonly sites?: number;
	readonly single?: number;
	readonly positions?: number;
	readonly traps?: { readonly [trap: string]: number };
	readonly long?: number;
	/** Duplicates by the level or the rules that make them so. */
	readonly merges?: { readonly [reason: string]: number };
	/** Lines with findings, and findings by their codes. */
	readonly flagged?: number;
	readonly findings?: { readonly [code: string]: number };
	readonly rejects: number;
	/** Rejects by the codes of their errors. */
	readonly rejectCodes?: { readonly [code: string]: number };
	/** Lines that are comments, if these are no references. */
	readonly comments?: number;
	/** Octets read, after decompression, and octets written. */
	readonly inputOctets: number;
	readonly outputOctets: number;
	readonly seconds: number;
	readonly engine?: string;
	/** Octets of temporary files, and the most memory of the process, in octets: of a run in passes. */
	readonly tempOctets?: number;
	readonly peakMemory?: number;
	/** Suspicious properties of the input. */
	readonly notes: readonly Note[];
}

/** Prints a progress line if standard error is a terminal. */
export class Progress {
	readonly #isShown: boolean;
	/** Octets of all files; and the same, or 0 if not all sizes are known. */
	readonly #size: number;
	readonly #total: number;
	#timeLeft: TimeLeft;
	readonly #start = performance.now();
	#shownAt = 0;
	#octets = 0;
	/** The pass of a run in passes, and when it began. */
	#pass: { readonly name: string; readonly seconds: number; readonly octets: number } | undefined;
	/** Octets of the files read so far, before decompression. */
	position = 0;
	#noun = "lines";
	#unique: (() => number) | undefined;

	/** `inputs` are all inputs of the run. If their sizes are known, the progress includes the time left. */
	constructor(isQuiet: boolean, inputs: readonly { readonly size: number }[]) {
		this.#isShown = !isQuiet && process.stderr.isTTY === true;
		this.#size = inputs.reduce((sum, { size }) => sum + size, 0);
		this.#total = inputs.every(({ size }) => size > 0) ? this.#size : 0;
		this.#timeLeft = new TimeLeft(this.#total);
	}

	/** Octets processed so far, after decompression. */
	get octets(): number {
		return this.#octets;
	}

	get seconds(): number {
		return (performance.now() - this.#start) / 1000;
	}

	/** Counts rows of tables, not lines. */
	countRows(): void {
		this.#noun = "rows";
	}

	/** Shows the share of unique lines. `unique`: how many there are so far. */
	showUnique(unique: () => number): void {
		this.#unique = unique;
	}

	/** Records `count` more octets, and the totals of lines and of octets of the files. */
	advance(count: number, lines: number, position: number): void {
		this.#octets += count;
		this.position = position;
		if (!this.#isDue()) return;
		const times = this.#timeLeft.parts(position, this.seconds);
		const seconds = this.seconds - (this.#pass?.seconds ?? 0);
		const speed = rate(this.#octets - (this.#pass?.octets ?? 0), seconds);
		const unique = this.#unique === undefined ? [] : [`${Math.round((100 * this.#unique()) / Math.max(lines, 1))} % unique`];
		const parts = [`${grouped(lines)} ${this.#noun}`, ...unique, speed, ...times];
		if (this.#pass !== undefined)
			parts.splice(1, 1, `${grouped(Math.round(lines / Math.max(seconds, 1e-3)))} ${this.#noun}/s`, speed);
		this.#show(parts);
	}

	/** Records the share of all files that has been read, in this pass, from 0 to 1, and the total of rows. */
	advanceShare(rows: number, share: number): void {
		const position = Math.round(this.#size * Math.min(share, 1));
		this.advance(position - (this.#octets - (this.#pass?.octets ?? 0)), rows, position);
	}

	/** Begins a pass over all inputs. The time left is that of the pass. */
	beginPass(name: string): void {
		this.#pass = { name, seconds: this.seconds, octets: this.#octets };
		this.#timeLeft = new TimeLeft(this.#total);
		this.position = 0;
	}

	/** Shows the name of a pass whose length is unknown, until the next one. */
	showPass(name: string): void {
		this.beginPass(name);
		if (this.#isShown) this.#show([]);
	}

	/** Records the share that is done of a pass that does not read the inputs. */
	advancePass(share: number): void {
		if (this.#isDue()) this.#show([`${Math.floor(100 * share)} %`]);
	}

	#isDue(): boolean {
		if (!this.#isShown || performance.now() - this.#shownAt < INTERVAL) return false;
		this.#shownAt = performance.now();
		return true;
	}

	#show(parts: readonly string[]): void {
		const all = this.#pass === undefined ? parts : [this.#pass.name, ...parts];
		writeMessage(`\r\x1b[K${fittingParts(all, process.stderr.columns)}`);
	}

	/** Erases the progress line. */
	clear(): void {
		if (this.#isShown) writeMessage("\r\x1b[K");
	}
}

/** The summary as JSON, or as text: one line, then one per code of findings and one per note. */
export function summaryText(summary: Summary, asJson: boolean): string {
	if (asJson) return `${JSON.stringify(summary).replace(UNSEEN, escaped)}\n`;
	const { command, findings = {}, traps = {}, merges = {}, unstable = {}, rejectCodes = {}, top = [], notes } = summary;
	const counts = [
		...top.map(({ count, part }) => countLine([part, count])),
		...Object.entries(findings).map(countLine),
		...Object.entries(traps).map(([trap, count]) => countLine([`traps: ${trap}`, count])),
		...mergeLines(Object.entries(merges)),
		...Object.entries(unstable).map(countLine),
		...rejectLines(rejectCodes),
	];
	const remarks = notes.map(({ sentence }) => `urlsieve ${command}: note: ${sentence}`);
	const lines = [`urlsieve ${command}: ${partsOf(summary).join(", ")}`, ...counts, ...remarks];
	return lines.map((line) => `${shownText(line)}\n`).join("");
}

/** The first line: counts, time, rate and memory. */
function partsOf(summary: Summary): string[] {
	const { lines = 0, rows, values, parts, unique, duplicates, empty, flagged, comments, rejects, notWeb = 0 } = summary;
	const { otherRejects = 0, by = "", distinct, without = 0, inputOctets, seconds, tempOctets, peakMemory } = summary;
	return [
		rows === undefined ? counted(lines, "line") : counted(rows, "row"),
		values !== undefined && counted(values, "value"),
		parts !== undefined && counted(parts, "part"),
		distinct !== undefined && `${grouped(distinct)} distinct by ${by}`,
		...shapePartsOf(summary),
		without > 0 && `${grouped(without)} without ${by}`,
		unique !== undefined && `${grouped(unique)} unique`,
		duplicates !== undefined && counted(duplicates, "duplicate"),
		...setPartsOf(summary),
		empty !== undefined && `${grouped(empty)} empty`,
		flagged !== undefined && `${grouped(flagged)} flagged`,
		comments !== undefined && counted(comments, "comment"),
		counted(rejects, "reject"),
		otherRejects > 0 && `${counted(otherRejects, "reject")} in other columns`,
		notWeb > 0 && `${grouped(notWeb)} not http(s)`,
		`${seconds.toFixed(2)} s`,
		rate(inputOctets, seconds),
		tempOctets !== undefined && `${megabytes(tempOctets)} of temporary files`,
		peakMemory !== undefined && `${megabytes(peakMemory)} of memory`,
	].filter((part) => part !== false);
}

/** The counts of learned shapes. */
function shapePartsOf({ sites, single = 0, positions = 0, long = 0 }: Summary): (string | false)[] {
	if (sites === undefined) return [];
	return [counted(sites + single, "site"), counted(positions, "position"), long > 0 && `${grouped(long)} too long`];
}

/** The fates of lines by a set, and by --exclude and --per. */
function setPartsOf({ known, added, removed, excluded = 0, withheld = 0 }: Summary): (string | false)[] {
	return [
		added !== undefined && `${grouped(added)} added`,
		removed !== undefined && `${grouped(removed)} removed`,
		known !== undefined && `${grouped(known)} known`,
		excluded > 0 && `${grouped(excluded)} excluded`,
		withheld > 0 && `${grouped(withheld)} withheld`,
	];
}

/** An escape sequence of JSON for each UTF-16 unit. */
function escaped(character: string): string {
	const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
	return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

function countLine([code, count]: readonly [string, number]): string {
	return `${grouped(count).padStart(12)}  ${code}`;
}

/** Lists the most frequent reasons, and sums up the others: each set of rules of a profile is a reason of its own. */
function mergeLines(merges: readonly (readonly [string, number])[]): string[] {
	const sorted = [...merges].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
	const rest = sorted.slice(MAX_MERGES);
	const others = rest.reduce((sum, [, count]) => sum + count, 0);
	const last = rest.length === 0 ? [] : [countLine([`for ${counted(rest.length, "other reason")}; see --json`, others])];
	return [...sorted.slice(0, MAX_MERGES).map(countLine), ...last];
}

function rejectLines(codes: Summary["rejectCodes"] & {}): string[] {
	const sorted = Object.entries(codes).sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
	return sorted.map(([code, count]) => countLine([`rejects: ${code}`, count]));
}

function megabytes(octets: number): string {
	return `${grouped(Math.round(octets / 1e6))} MB`;
}

function rate(octets: number, seconds: number): string {
	return `${Math.round(octets / 1e6 / Math.max(seconds, 1e-3))} MB/s`;
}
