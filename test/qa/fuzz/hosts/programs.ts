/** Compiled policies, and where the crawl kernel is given them. */
import { Header } from "../../../../assembly/policy/program";
import { PROGRAMS, programsOf, workOf } from "../native/inputs";
import type { KernelPair } from "./kernel-pair";
import { madePrograms } from "./made-policies";

const RANDOM_PROGRAMS = 60;

let compiled: readonly Uint8Array[] | undefined;

export function programs(): readonly Uint8Array[] {
	compiled ??= [...programsOf("crawl", RANDOM_PROGRAMS), ...madePrograms()];
	return compiled;
}

/** The program of `crawl@1`, or a made one: few of the random policies have rules that the fast path knows. */
export function fastProgram(pair: KernelPair): Uint8Array {
	const all = programs();
	return pair.of([all[0] as Uint8Array, ...all.slice(RANDOM_PROGRAMS)]);
}

/** As many programs as an input chooses from. */
export function somePrograms(pair: KernelPair): readonly Uint8Array[] {
	const all = programs();
	return all.slice(pair.next(all.length - PROGRAMS + 1)).slice(0, PROGRAMS);
}

/** Sets a program in an area of its own. Returns the status. */
export function place(pair: KernelPair, program: Uint8Array): number {
	return set(pair, pair.area(program.length + workOf(program), 64), program);
}

/** Sets a program at an address, its checksum made right. Returns the status. */
export function set(pair: KernelPair, start: number, program: Uint8Array): number {
	pair.set(start, program);
	pair.run("fingerprint", 0, start + Header.BASE, start + program.length, start + Header.CHECKSUM);
	return pair.run("setProgram", start, program.length);
}
