/** Memory for tests that call functions of the kernel directly, from their TypeScript sources. */
import { initialize } from "../../assembly/index";
import { Address, Limit } from "../../assembly/layout/addresses";
import { attach, load32, store32 } from "../../assembly/octets/memory";

/** Where inputs start. The output has an area of its own. */
export const INPUT = 65536;
export const OUTPUT = INPUT + 32768;

const buffer = new ArrayBuffer(2 * 65536);
const octets = new Uint8Array(buffer);
attach({ octets, words: new Int32Array(buffer), view: new DataView(buffer) });
initialize();

/** Octets after an input: as "1" is a digit, a hex digit and unreserved, a rule that reads past the end changes its result. */
const AFTER_END = "1".charCodeAt(0);

/** Writes text as UTF-8, or octets, to `start`. Returns the end. */
export function put(input: string | Uint8Array, start: number = INPUT): number {
	const given = typeof input === "string" ? new TextEncoder().encode(input) : input;
	octets.set(given, start);
	const end = start + given.length;
	octets.fill(AFTER_END, end, end + Limit.MARGIN);
	return end;
}

/** The octets [start, end) as text. */
export function text(start: number, end: number): string {
	return new TextDecoder().decode(octets.subarray(start, end));
}

export function setOptions(options: number): void {
	store32(Address.OPTIONS, options);
}

/** What a failed rule left at FAILURE: the component, and the octet at fault as an offset into the input. */
export function failure(): { component: number; offset: number } {
	return { component: load32(Address.FAILURE), offset: load32(Address.FAILURE_AT) - INPUT };
}
