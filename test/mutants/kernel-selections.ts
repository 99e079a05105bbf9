/** Which tests are tried on a mutant of a kernel, in which order. */
import { type Selection, selectionFor } from "./dry-run";
import type { KernelMutant } from "./kernel-mutants";
import type { DryFile } from "./worker";

/** Milliseconds of CPU time for a test. */
const TEST_LIMIT = 10_000;
/** Seconds of CPU time for the tests of a mutant, as they take without it. */
const LIMIT = 20;
/** It compares kernels with the portable sources octet by octet, and tells soon: others print long differences. */
const FIRST = "test/fuzz/hostile-host.test.ts";
/** Seconds that it takes to load a file. */
const LOADING = 0.1;

/** Selects tests that reach a mutant: after `FIRST`, those files first that find many others of the same kernel for their time. */
export class Selections {
	readonly #dry: readonly DryFile[];
	/** Mutants that a file was tried on and found, by kernel and file. */
	readonly #counts = new Map<string, { tried: number; found: number }>();

	constructor(dry: readonly DryFile[]) {
		this.#dry = dry;
	}

	/** The tests for a mutant, the most promising first, as many as fit its time. */
	of({ number, kernel }: KernelMutant): Selection[] {
		const worth = ({ file, seconds }: Selection) => {
			if (file === FIRST) return Number.POSITIVE_INFINITY;
			const { tried, found } = this.#countsOf(kernel, file);
			return (found + 1) / (tried + 2) / (seconds + LOADING);
		};
		const all = selectionFor(number, this.#dry, TEST_LIMIT).sort((one, other) => worth(other) - worth(one));
		let left = LIMIT;
		return all.filter(({ seconds }) => {
			left -= seconds + LOADING;
			return left > 0;
		});
	}

	/** Learns which of the files have been tried, up to the one with the test that failed. */
	learn({ kernel }: KernelMutant, files: readonly Selection[], failed: string | undefined): void {
		for (const { file } of files) {
			const counts = this.#countsOf(kernel, file);
			++counts.tried;
			if (failed?.startsWith(`${file}: `)) {
				++counts.found;
				return;
			}
		}
	}

	#countsOf(kernel: string, file: string): { tried: number; found: number } {
		const key = `${kernel} ${file}`;
		const counts = this.#counts.get(key) ?? { tried: 0, found: 0 };
		this.#counts.set(key, counts);
		return counts;
	}
}
