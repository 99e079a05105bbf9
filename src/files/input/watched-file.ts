/** Files that a library opens by their paths, possibly several times: whether they stay the same. */
import { type BigIntStats, statSync } from "node:fs";
import { FileFailure, ioFailure } from "../../failure";

/** Whether two states belong to the same file, unchanged. The change time also shows that a file was away for a while. */
export function isSameState(a: BigIntStats, b: BigIntStats): boolean {
	return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs;
}

/** The failure for a file that did not stay the same. `how`: a clause. */
export class ChangedFailure extends FileFailure {
	constructor(name: string, how: string) {
		super(name, `cannot read ${name} (input-changed): it changed ${how}`);
	}
}

/** An output that may have no way back. */
export interface Shown {
	readonly name: string;
	/** Octets written so far, and whether readers have seen them. */
	readonly length: number;
	readonly isInPlace: boolean;
}

/** A clause on the part of an output that readers have seen. `what`: "lines" or "rows". */
export function shownOf({ name, length, isInPlace }: Shown, what: string): string {
	return isInPlace && length > 0 ? `; ${name} has some of its ${what} already` : "";
}

/** Runs `read`. Throws what it throws, or Failure if a file has changed meanwhile, which also explains other errors. */
export async function readUnchanged<Result>(
	files: readonly Pick<WatchedFile, "refuseChanged">[],
	output: Shown,
	read: () => Promise<Result>,
): Promise<Result> {
	try {
		return await read();
	} finally {
		for (const file of files) file.refuseChanged(shownOf(output, "rows"));
	}
}

export class WatchedFile {
	readonly name: string;
	/** In octets; 0 for standard input. */
	readonly size: number;
	/** Undefined for standard input, which is read once. */
	readonly #path: string | undefined;
	/** The file as it was before anything was opened. */
	readonly #stat: BigIntStats | undefined;

	/** Standard input if the path is undefined or "-". Throws Failure if there is no such file. */
	constructor(path: string | undefined) {
		this.#path = path === "-" ? undefined : path;
		this.name = path ?? "standard input";
		try {
			this.#stat = this.#path === undefined ? undefined : statSync(this.#path, { bigint: true });
		} catch (error) {
			throw ioFailure("read", this.#path as string, error);
		}
		this.size = Number(this.#stat?.size ?? 0);
	}

	/** Throws Failure if the path no longer leads to the same file, unchanged. `written`: a clause on what has been written. */
	refuseChanged(written: string): void {
		if (this.#path === undefined || this.#stat === undefined) return;
		const now = statSync(this.#path, { bigint: true, throwIfNoEntry: false });
		if (now !== undefined && isSameState(this.#stat, now)) return;
		throw new ChangedFailure(this.#path, `while it was read${written}; repeat the run`);
	}
}
