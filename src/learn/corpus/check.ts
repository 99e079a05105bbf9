/** Checks the arguments of `learn` before their use: the kernel reads columns by their ends. */
import { OptionError } from "../../errors";
import { checkNames, choose, inputError, kindOf, optionError, requireObject } from "../../input";
import { type Column, GUARDS, type KeyedBatch, type LearnOptions, REACHES } from "../row-batch";

const OPTIONS = [
	"policy",
	"lists",
	"support",
	"bound",
	"precision",
	"holdout",
	"engine",
	"reach",
	"previous",
	"probes",
	"memory",
	"temp",
	"publicSuffix",
	"without",
	"onProgress",
	"signal",
] as const;

/** Throws OptionError `invalid-option` for an unknown option, or one of the wrong type or range. */
export function checkOptions(options: LearnOptions): void {
	checkNames(options, ...OPTIONS);
	for (const name of ["support", "memory"] as const) checkInteger(options, name, 1);
	checkInteger(options, "probes", 0);
	for (const name of ["bound", "precision", "holdout"] as const) checkShare(options, name);
	const { reach, without = [], temp, onProgress, publicSuffix, signal } = options;
	if (reach !== undefined) choose("reach", reach, tableOf(REACHES));
	if (!Array.isArray(without)) throw optionError("without", "an array of guards", without);
	for (const guard of without) choose("without", guard, tableOf(GUARDS));
	if (temp !== undefined && typeof temp !== "string") throw optionError("temp", "a path", temp);
	checkFunction("onProgress", "a function", onProgress);
	if (publicSuffix !== undefined) {
		checkFunction("publicSuffix", "an object with a function registrableDomain", publicSuffix?.registrableDomain, publicSuffix);
	}
	if (signal !== undefined) checkFunction("signal", "an AbortSignal", signal?.throwIfAborted, signal);
}

function tableOf(names: readonly string[]): { readonly [name: string]: string } {
	return Object.fromEntries(names.map((name) => [name, name]));
}

function checkInteger(options: LearnOptions, name: "support" | "memory" | "probes", least: number): void {
	const value = options[name];
	if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return;
	throw new OptionError("invalid-option", `The option "${name}" must be an integer of at least ${least}, not ${shown(value)}.`);
}

function checkShare(options: LearnOptions, name: "bound" | "precision" | "holdout"): void {
	const value = options[name];
	if (value === undefined || (typeof value === "number" && value >= 0 && value <= 1)) return;
	throw new OptionError("invalid-option", `The option "${name}" must be a number from 0 to 1, not ${shown(value)}.`);
}

function shown(value: unknown): string {
	return typeof value === "number" ? String(value) : kindOf(value);
}

/** `value` is what an option has where a function is expected. */
function checkFunction(name: string, expected: string, value: unknown, option = value): void {
	if (option !== undefined && typeof value !== "function") throw optionError(name, expected, option);
}

/** Throws OptionError `invalid-input` unless `rows` is an iterable. */
export function checkRows(rows: unknown): void {
	const isIterable = typeof rows === "object" && rows !== null && (Symbol.asyncIterator in rows || Symbol.iterator in rows);
	if (!isIterable) throw inputError(rows, "rows", "an array or another iterable of batches");
}

/** Throws OptionError `invalid-input` for a batch whose columns do not have its rows. */
export function checkBatch(batch: KeyedBatch): void {
	requireObject(batch, "batch");
	const { rows, urls, urlEnds, digests, status, time, type, redirect, truncated, method, keys } = batch;
	if (!Number.isSafeInteger(rows) || rows < 0) throw batchError(`its number of rows is ${shown(rows)}`);
	checkColumn({ bytes: urls, ends: urlEnds }, rows, "urls");
	if (!Array.isArray(digests)) throw batchError(`digests must be an array of columns; got ${kindOf(digests)}`);
	for (const [index, digest] of digests.entries()) checkColumn(digest, rows, `digests[${index}]`);
	for (const [name, column] of Object.entries({ status, time, type, redirect, truncated, method, keys })) {
		if (column !== undefined) checkColumn(column, rows, name);
	}
}

function checkColumn(column: Column, rows: number, name: string): void {
	const { bytes, ends } = column ?? {};
	if (kindOf(bytes) !== "[object Uint8Array]") throw batchError(`${name} must have bytes, a Uint8Array; got ${kindOf(bytes)}`);
	if (kindOf(ends) !== "[object Uint32Array]") throw batchError(`${name} must have ends, a Uint32Array; got ${kindOf(ends)}`);
	if (ends.length < rows) throw batchError(`${name} has ${ends.length} ends for ${rows} rows`);
	let start = 0;
	for (let row = 0; row < rows; ++row) {
		const end = ends[row] as number;
		if (end < start || end > bytes.length) throw batchError(`${name} ends row ${row} at ${end}, of ${start} to ${bytes.length}`);
		start = end;
	}
}

function batchError(sentence: string): OptionError {
	return new OptionError("invalid-input", `A batch of rows is not valid: ${sentence}.`);
}
