/**
 * `urlsieve dedupe` in three passes: for long lists in files, and for any list in little memory.
 *
 * ```
 *   inputs ──▶ normalize, hash ──▶ 64 to 1,024 streams of fingerprints ──▶ temporary file            first-pass.ts
 *   temporary file ──▶ one partition at a time in a table in the cache ──▶ 2 bits a line             second-pass.ts
 *   inputs, again ──▶ lines to keep: copied if they are in normal form, else normalized ──▶ output   third-pass.ts
 * ```
 */
import { statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { dirname } from "node:path";
import type { LineArguments } from "../arguments";
import { BlockFile } from "../passes/block-file";
import { FirstPass } from "../passes/first-pass";
import { SecondPass } from "../passes/second-pass";
import { ThirdPass } from "../passes/third-pass";
import type { LineRun } from "./line-command";

/** Octets of input from which several passes pay. */
const LEAST_SIZE = 16777216;

/** The least memory, in octets: the streams, the map and the table have room. */
export const LEAST_MEMORY = 16777216;

/** Octets of a line, if nothing else is known. Shorter lines need more temporary space, and larger tables. */
const LINE_SIZE = 48;
const RECORD_SIZE = 16;

/** Lines in a partition whose table fits the L2 cache. */
const LINES_IN_PARTITION = 45056;
const MIN_BITS = 6;
const MAX_BITS = 10;
const BLOCK_SIZE = 16384;

/** Undefined: as the machine suggests. */
export interface PassesOptions {
	/** In octets. */
	readonly memory: number | undefined;
	/** A directory. */
	readonly temp: string | undefined;
}

export interface PassesPlan {
	readonly bits: number;
	readonly memory: number;
	readonly folder: string;
	/** Octets of the temporary file, roughly. */
	readonly tempOctets: number;
}

/** How to run in passes. Undefined if the run needs the set in memory, or is too short. */
export function planOf(run: LineRun, args: LineArguments, { memory: wanted, temp }: PassesOptions): PassesPlan | undefined {
	const size = args.settings.invalid === "fail" ? undefined : run.sizeForPasses;
	if (size === undefined || (wanted === undefined && size < LEAST_SIZE)) return undefined;
	const folder = temp ?? (args.output === undefined ? tmpdir() : dirname(args.output));
	const lines = size / LINE_SIZE;
	const tempOctets = Math.ceil(lines * RECORD_SIZE);
	if (wanted === undefined && temp === undefined && !hasRoom(folder, size)) return undefined;
	const memory = Math.max(wanted ?? availableMemory() / 4, LEAST_MEMORY);
	const most = Math.floor(Math.log2(memory / 4 / BLOCK_SIZE));
	const bits = Math.min(Math.max(Math.ceil(Math.log2(lines / LINES_IN_PARTITION)), MIN_BITS), MAX_BITS, most);
	return { bits, memory, folder, tempOctets };
}

/** Removes duplicates in three passes. Throws Failure. */
export async function runInPasses(
	run: LineRun,
	{ settings }: LineArguments,
	{ bits, memory, folder, tempOctets, isOriginal }: PassesPlan & { readonly isOriginal: boolean },
): Promise<void> {
	const file = new BlockFile(folder, tempOctets);
	const first = new FirstPass(settings, file, { bits, isOriginal }, (batch) => run.results.writeRejects(batch));
	let duplicates = 0;
	await run.inPasses(first.feed, async (progress) => {
		first.end();
		const bounds = { lines: first.feed.lines, partitionBits: bits, mapSize: Math.floor(memory / 2), tableSize: memory / 4 };
		const second = new SecondPass(settings.engine, file, bounds, (share) => progress.advancePass(share));
		await second.fillMap();
		duplicates = second.duplicates;
		const results = {
			write: (octets: Uint8Array) => run.results.output.write(octets),
			refuse: () => run.refuseChanged(),
		};
		return new ThirdPass(first.workspace, settings, second, results).feed;
	});
	file.close();
	const { lines } = first.feed;
	run.finish({ lines, unique: lines - run.results.rejected - duplicates, duplicates }, undefined, file.length);
}

/** Octets of memory that the machine, or the container, has free. */
function availableMemory(): number {
	return Math.min(freemem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY);
}

function hasRoom(folder: string, octets: number): boolean {
	try {
		const { bavail, bsize } = statfsSync(folder);
		return bavail * bsize >= octets;
	} catch {
		return false;
	}
}
