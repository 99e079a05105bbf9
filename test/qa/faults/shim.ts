/** The library that makes calls fail, shim.c: compiled here, and controlled through a file that it maps. */
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readSync, writeFileSync, writeSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";

/** The kinds of calls, in the order of shim.c. */
export const KINDS = [
	"open",
	"read",
	"write",
	"sync",
	"rename",
	"link",
	"truncate",
	"close",
	"unlink",
	"stat",
	"mkdir",
	"mode",
] as const;
export type Kind = (typeof KINDS)[number];

/** Ways in which a call fails, in the order of shim.c: once, from then on, by transferring half, or by a kill. */
const MODES = ["once", "always", "short", "kill"] as const;

export interface Fault {
	readonly kind: Kind;
	/** The number of the call, from 1. */
	readonly at: number;
	readonly mode: (typeof MODES)[number];
	/** The error of `once` and `always`. */
	readonly code: keyof typeof constants.errno;
}

/** Octets of the mapping: six words, and a counter for each kind. */
const SIZE = 4 * (6 + KINDS.length);

/** A requirement of a run is missing. */
export class Missing extends Error {}

export class Shim {
	readonly #control: number;
	readonly #variables: Readonly<Record<string, string>>;

	/** Compiles the library into a folder. It counts calls on files below `root`. Throws Missing. */
	constructor(source: string, folder: string, root: string) {
		mkdirSync(folder, { recursive: true });
		const [library, control] = [join(folder, "shim.so"), join(folder, "control")];
		if (process.platform !== "linux") throw new Missing("faults are injected by a preloaded library, which needs Linux");
		const { status, stderr, error } = spawnSync("cc", ["-O2", "-shared", "-fPIC", "-o", library, source, "-ldl", "-lpthread"]);
		if (error !== undefined) throw new Missing("there is no C compiler: install gcc or clang as cc");
		if (status !== 0) throw new Missing(`cc cannot compile ${source}: ${stderr.toString().split("\n")[0]}`);
		writeFileSync(control, Buffer.alloc(SIZE));
		this.#control = openSync(control, "r+");
		this.#variables = { LD_PRELOAD: library, URLSIEVE_FAULT_CONTROL: control, URLSIEVE_FAULT_ROOT: root };
	}

	/** Variables for a process whose calls may fail. */
	environment(trace?: string): NodeJS.ProcessEnv {
		return trace === undefined ? this.#variables : { ...this.#variables, URLSIEVE_FAULT_TRACE: trace };
	}

	/** Counts from here on, and makes one call fail. */
	arm(fault: Fault | undefined): void {
		const words = new Int32Array(SIZE / 4);
		words.set([1, -1]);
		if (fault !== undefined) {
			const { kind, at, mode, code } = fault;
			words.set([1, KINDS.indexOf(kind), at, constants.errno[code], MODES.indexOf(mode)]);
		}
		writeSync(this.#control, words, 0, SIZE, 0);
	}

	/** Ends counting. Returns whether the fault struck, and the number of calls of each kind. */
	disarm(): { readonly fired: boolean; readonly counts: Readonly<Record<Kind, number>> } {
		writeSync(this.#control, new Int32Array(1), 0, 4, 0);
		const words = new Int32Array(SIZE / 4);
		readSync(this.#control, words, 0, SIZE, 0);
		const counts = Object.fromEntries(KINDS.map((kind, index) => [kind, words[6 + index]]));
		return { fired: words[5] === 1, counts: counts as Record<Kind, number> };
	}

	close(): void {
		closeSync(this.#control);
	}
}
