/** Runs: sorted lists of keys in the file. assembly/store/layout.ts draws their pages. */
import { StoreLimit } from "../../assembly/store/layout";
import { type Geometry, pagesOf } from "./geometry";
import { readExactly, type Storage } from "./storage";
import { damagedStore } from "./store-error";
import type { Checks } from "./store-kernel";

/** A root's record of a run. */
export interface RunInfo extends Geometry {
	readonly offset: number;
	/** Octets, directory included. */
	readonly size: number;
	readonly count: number;
	/** The check of the directory. */
	readonly check: number;
}

/** A run whose directory is in memory. */
export interface Run extends RunInfo {
	/** The offset of each page and that of their end, in words. */
	readonly directory: Uint32Array<ArrayBuffer>;
}

/** Reads the directory of a run. Throws SetError `invalid-store`. */
export function loadRun(storage: Storage, info: RunInfo, seed: number, checks: Checks): Run {
	const length = 4 * (pagesOf(info) + 1);
	const at = info.offset + info.size - length;
	const octets = readExactly(storage, at, length);
	if (octets === undefined || checks.of(octets, seed) !== info.check) throw damagedStore(at, "the check of a directory is wrong");
	const directory = new Uint32Array(octets.buffer);
	if (directory[0] !== 0 || 4 * (directory[directory.length - 1] as number) !== info.size - length || !isAscending(directory)) {
		throw damagedStore(at, "a directory is impossible");
	}
	return { ...info, directory };
}

function isAscending(directory: Uint32Array): boolean {
	let before = 0;
	for (let page = 1; page < directory.length; ++page) {
		const next = directory[page] as number;
		// A page has at least its number of keys, a word of its bitmap, and its check.
		if (next < before + 3 || next > before + StoreLimit.PAGE / 4) return false;
		before = next;
	}
	return true;
}

/** Octets of the pages [first, end). */
function pagesSize({ directory }: Run, first: number, end: number): number {
	return 4 * ((directory[end] as number) - (directory[first] as number));
}

/** Reads the pages [first, end) to the start of `into`. Throws SetError `invalid-store` if the file ends before. */
export function readPagesInto(into: Uint8Array, storage: Storage, run: Run, first: number, end: number): void {
	const size = pagesSize(run, first, end);
	const at = run.offset + 4 * (run.directory[first] as number);
	if (storage.read(into.subarray(0, size), at) !== size) throw damagedStore(at, "a run is truncated");
}
