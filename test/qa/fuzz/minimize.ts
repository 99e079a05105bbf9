/** Delta debugging: the smallest lines that still fail. */

import { linesOf } from "./answers";

/** Whether lines still fail. */
type Fails = (octets: Uint8Array) => Promise<boolean>;

const LF = 0x0a;
/** Tries for one failure. A long line is left as it is then. */
const MAX_TRIES = 2000;

/** Shortens octets as long as `fails` holds, by cutting out ever smaller parts, and single octets until none can be cut out. */
async function minimize(octets: Uint8Array, fails: Fails): Promise<Uint8Array> {
	let [best, tries, before] = [octets, 0, octets.length + 1];
	for (let size = octets.length >> 1; tries < MAX_TRIES && (size > 0 || best.length < before); size >>= 1) {
		size = Math.max(1, size);
		before = best.length;
		for (let at = 0; at < best.length && tries < MAX_TRIES; ) {
			const shorter = Uint8Array.from([...best.subarray(0, at), ...best.subarray(at + size)]);
			++tries;
			if (shorter.length > 0 && (await fails(shorter))) best = shorter;
			else at += size;
		}
	}
	return best;
}

/** The line of a batch that fails by itself, made as short as possible; or, if none does, the fewest lines that fail together. */
export async function minimizeLine(batch: Uint8Array, line: number, fails: Fails): Promise<Uint8Array> {
	const alone = linesOf(batch)[line];
	const failsAsLine = (octets: Uint8Array) => fails(octets.at(-1) === LF ? octets : Uint8Array.from([...octets, LF]));
	if (alone === undefined || !(await failsAsLine(alone))) return minimize(batch, failsAsLine);
	return minimize(alone, async (octets) => !octets.includes(LF) && (await failsAsLine(octets)));
}
