/**
 * The extent of a run. `npm test` is the short form. `npm run test:long` sets URLSIEVE_LONG=1 and runs every test that uses this file again, in
 * full. What the short form leaves out is a repetition: more random values, the same loop on another engine, the same comparison
 * in another format. Only the long form has what takes seconds by its nature, in files named `*.long.test.ts` and in tests with `longIt`:
 * threads, disks and locks that fail or wait, hosts that attack, text and memory at their limits, and programs of others.
 */
import { fileURLToPath } from "node:url";
import type { Engine } from "urlsieve";

export const IS_LONG = process.env.URLSIEVE_LONG === "1";

/** TypeScript, for what users compile: version 7, which takes a sixth of the time, or in the long form version 6. */
export const TSC = fileURLToPath(
	new URL(`../../${IS_LONG ? "" : "test/types/"}node_modules/typescript/bin/tsc`, import.meta.url),
);

/** The engine on which exhaustive loops run in full in either form. */
const FULL_ENGINE: Engine = "wasm";

/** The short form takes one of this many random values. */
const SHARE = 60;

/** The step of the short form through an exhaustive loop: prime, so that both octets of a pair take all their values. */
const STRIDE = 509;

/** The same where loops run in full: enough pairs for each octet to meet many others. */
const FULL_STRIDE = 61;

/** Number of random values of a test whose full number is `full`. */
export function runs(full: number): number {
	return IS_LONG ? full : Math.ceil(full / SHARE);
}

/** The step through an exhaustive loop that runs in full on one engine in either form. `isFull`: whether it does here. */
export function stride(engine: Engine, isFull: boolean): number {
	return isFull && engine === FULL_ENGINE ? 1 : STRIDE;
}

/** The pairs of octets for an exhaustive loop on an engine, as words in little-endian order. `own` is among them. */
export function* pairsOn(engine: Engine, own = 0): Generator<number> {
	const step = IS_LONG ? 1 : engine === FULL_ENGINE ? FULL_STRIDE : STRIDE;
	for (let pair = 0; pair < 65536; pair += step) yield pair;
	if (own % step !== 0) yield own;
}

/** All rows of a table, or every `n`th from `first` on in the short form. */
export function everyNth<Row>(rows: readonly Row[], n: number, first = 0): readonly Row[] {
	return IS_LONG ? rows : rows.filter((_, index) => index % n === first % n);
}

/** Rows for an engine: all of them where an exhaustive loop runs in full, else every `n`th. */
export function rowsOn<Row>(engine: Engine, rows: readonly Row[], n: number): readonly Row[] {
	return engine === FULL_ENGINE ? rows : everyNth(rows, n);
}

/** Whether tests of the greatest sizes, such as lines of 16 MiB, run on an engine: in the short form where loops run in full. */
export function runsLargest(engine: Engine): boolean {
	return IS_LONG || engine === FULL_ENGINE;
}

/** A size for an engine: that of the long form where loops run in full, or a smaller one. */
export function sizeOn(engine: Engine, long: number, short: number): number {
	return engine === FULL_ENGINE ? long : size(long, short);
}

/** A size: that of the long form, or a smaller one. */
export function size(long: number, short: number): number {
	return IS_LONG ? long : short;
}
