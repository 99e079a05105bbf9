/**
 * Counts the steps of a run, so that a test can compare how work grows without a clock.
 *
 * Steps are the blocks of the package that V8 counts for coverage, and the characters that native searches pass.
 * Import this file first: V8 counts the blocks only of functions that are compiled after counting has started.
 *
 * ```
 *   input        n   2n   4n
 *   linear       s   2s   4s     expectLinear allows 5s
 *   quadratic    s   4s  16s
 * ```
 */
import { type Profiler, Session } from "node:inspector";
import { expect } from "vitest";

/** A run on four times the input may take at most this many times the steps. */
const MAX_GROWTH = 5;

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/**
 * The blocks that have run since the last call. This resets V8's counts, the ones for the coverage report included: call it
 * only in tests of src/, of which the report has none.
 */
function blocks(): number {
	let scripts: Profiler.ScriptCoverage[] = [];
	session.post("Profiler.takePreciseCoverage", (error, { result }) => {
		if (error) throw error;
		scripts = result;
	});
	const own = scripts.filter(({ url }) => /\/(?:(?:src|assembly)\/[^?]*\.ts|build\/out\/dist\/[^?]*\.js)/.test(url));
	const ranges = own.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges));
	return ranges.reduce((sum, { count }) => sum + count, 0);
}

let passed = 0;

/** Searches of the language, by how many characters each passes. */
const REGEXP_EXEC = RegExp.prototype.exec;
const INDEX_OF = String.prototype.indexOf;
const LAST_INDEX_OF = String.prototype.lastIndexOf;
const INCLUDES = String.prototype.includes;

function countingExec(this: RegExp, text: string): RegExpExecArray | null {
	const start = this.global || this.sticky ? this.lastIndex : 0;
	const found = REGEXP_EXEC.call(this, text);
	// A sticky pattern that fails was tried at one position only.
	passed += found ? found.index + found[0].length - start : this.sticky ? 1 : text.length - start;
	return found;
}

function countingIndexOf(this: string, part: string, from = 0): number {
	const found = INDEX_OF.call(this, part, from);
	passed += (found < 0 ? this.length : found) - Math.min(from, this.length);
	return found;
}

function countingIncludes(this: string, part: string, from = 0): boolean {
	return countingIndexOf.call(this, part, from) >= 0;
}

function countingLastIndexOf(this: string, part: string, from = this.length): number {
	const found = LAST_INDEX_OF.call(this, part, from);
	passed += Math.min(from, this.length) - Math.max(found, 0);
	return found;
}

/** The steps that `run` takes. */
function steps(run: () => void): number {
	passed = 0;
	blocks();
	Object.assign(RegExp.prototype, { exec: countingExec });
	Object.assign(String.prototype, { indexOf: countingIndexOf, lastIndexOf: countingLastIndexOf, includes: countingIncludes });
	try {
		run();
	} finally {
		Object.assign(RegExp.prototype, { exec: REGEXP_EXEC });
		Object.assign(String.prototype, { indexOf: INDEX_OF, lastIndexOf: LAST_INDEX_OF, includes: INCLUDES });
	}
	return blocks() + passed;
}

/** Expects the steps of `run(size)` to grow no faster than `size`. */
export function expectLinear(run: (size: number) => void, size = 2000): void {
	const few = steps(() => run(size));
	const many = steps(() => run(4 * size));
	// A count that does not grow would show that nothing is counted.
	expect(many).toBeGreaterThan(few);
	expect(many / few).toBeLessThan(MAX_GROWTH);
}
