/** What people see on standard error: progress while it runs, a summary when it is done. */
import type { Input } from "../input/input";
import type { Note } from "./notes";
import { fittingParts, TimeLeft } from "./time-left";

const INTERVAL = 100;

/** What a run came to. Counts that a command does not know are left out. */
export interface Summary {
	readonly command: string;
	readonly lines: number;
	readonly unique?: number;
	readonly duplicates?: number;
	/** Lines with findings, and findings by their codes. */
	readonly flagged?: number;
	readonly findings?: { readonly [code: string]: number };
	readonly rejects: number;
	/** Octets read, unpacked, and written. */
	readonly inputOctets: number;
	readonly outputOctets: number;
	readonly seconds: number;
	readonly engine?: string;
	/** What is suspicious about the input. */
	readonly notes: readonly Note[];
}

/** Shows a line that says how far it is, when standard error is a terminal. */
export class Progress {
	readonly #isShown: boolean;
	readonly #timeLeft: TimeLeft;
	readonly #start = performance.now();
	#shownAt = 0;
	#octets = 0;
	/** Octets of the files so far, as they are stored. */
	position = 0;

	/** `inputs` are all that will be read: their sizes tell the share that is done, and so the time left. */
	constructor(isQuiet: boolean, inputs: readonly Input[]) {
		this.#isShown = !isQuiet && process.stderr.isTTY === true;
		this.#timeLeft = new TimeLeft(inputs.every(({ size }) => size > 0) ? inputs.reduce((sum, { size }) => sum + size, 0) : 0);
	}

	/** Octets so far, unpacked. */
	get octets(): number {
		return this.#octets;
	}

	get seconds(): number {
		return (performance.now() - this.#start) / 1000;
	}

	/** Notes that `count` more octets are done, `lines` lines and `position` octets of the files in all. */
	advance(count: number, lines: number, position: number): void {
		this.#octets += count;
		this.position = position;
		if (!this.#isShown || performance.now() - this.#shownAt < INTERVAL) return;
		this.#shownAt = performance.now();
		const times = this.#timeLeft.parts(position, this.seconds);
		const parts = [`${grouped(lines)} lines`, rate(this.#octets, this.seconds), ...times];
		process.stderr.write(`\r\x1b[K${fittingParts(parts, process.stderr.columns)}`);
	}

	/** Takes the line away. */
	clear(): void {
		if (this.#isShown) process.stderr.write("\r\x1b[K");
	}
}

/** The summary in one line for people, and one for each code of findings and each note; or as JSON. */
export function summaryText(summary: Summary, asJson: boolean): string {
	if (asJson) return `${JSON.stringify(summary)}\n`;
	const { command, lines, unique, duplicates, flagged, findings = {}, rejects, inputOctets, seconds, notes } = summary;
	const parts = [counted(lines, "line")];
	if (unique !== undefined) parts.push(`${grouped(unique)} unique`);
	if (duplicates !== undefined) parts.push(counted(duplicates, "duplicate"));
	if (flagged !== undefined) parts.push(`${grouped(flagged)} flagged`);
	parts.push(counted(rejects, "reject"), `${seconds.toFixed(2)} s`, rate(inputOctets, seconds));
	const counts = Object.entries(findings).map(([code, count]) => `${grouped(count).padStart(12)}  ${code}\n`);
	const remarks = notes.map(({ sentence }) => `urlsieve ${command}: note: ${sentence}\n`);
	return `urlsieve ${command}: ${parts.join(", ")}\n${counts.join("")}${remarks.join("")}`;
}

export function counted(count: number, noun: string): string {
	return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** 1234567 as "1,234,567". */
export function grouped(count: number): string {
	return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

function rate(octets: number, seconds: number): string {
	return `${Math.round(octets / 1e6 / Math.max(seconds, 1e-3))} MB/s`;
}
