/** Converts between JavaScript strings and octets in the kernel's memory. */
import { Limit } from "../../assembly/layout/addresses";
import type { Workspace } from "../engine/workspace";
import { decoder, encoder } from "../utf8";

/** A UTF-16 unit takes at most three octets in UTF-8: a character of four octets has two units. */
export const MAX_OCTETS_PER_UNIT = 3;

/** Returned by `encode`: more than Limit.REFERENCE octets, a lone surrogate, not a string. */
export const TOO_LONG = -1;
const ILL_FORMED = -2;
export const NOT_TEXT = -3;

/** Matches the surrogates that String.prototype.isWellFormed finds, which older browsers lack. */
export const LONE_SURROGATE = /\p{Surrogate}/u;

/** The workspace of any kernel, as far as text needs it. */
type Texts = Pick<Workspace, "buffer" | "capacity" | "inputOctets" | "reserve" | "tidy"> & {
	kernel: Pick<Workspace["kernel"], "octets">;
};

/** Encodes `text` as UTF-8 at the start of the input. Returns the number of octets, or TOO_LONG, ILL_FORMED or NOT_TEXT. */
export function encode(text: string, workspace: Texts): number {
	if (typeof text !== "string") return NOT_TEXT;
	workspace.tidy();
	if (text.length * MAX_OCTETS_PER_UNIT > workspace.capacity) {
		workspace.reserve(Math.min(text.length * MAX_OCTETS_PER_UNIT, Limit.REFERENCE + MAX_OCTETS_PER_UNIT));
	}
	const { read, written } = encoder.encodeInto(text, workspace.inputOctets);
	if (written === text.length && written <= Limit.REFERENCE) return written;
	if (LONE_SURROGATE.test(text)) return ILL_FORMED;
	return read < text.length || written > Limit.REFERENCE ? TOO_LONG : written;
}

/** Decodes the octets [start, end) of the kernel's memory. Requires: they are US-ASCII. */
export function decode(workspace: Texts, start: number, end: number): string {
	return workspace.buffer?.latin1Slice?.(start, end) ?? decodeUtf8(workspace, start, end);
}

/** Like `decode`, for UTF-8. */
export function decodeUtf8(workspace: Texts, start: number, end: number): string {
	return decoder.decode(workspace.kernel.octets.subarray(start, end));
}

/** The index of the first lone surrogate at or after `start`, or the length of the string. */
export function firstLoneSurrogate(text: string, start = 0): number {
	const index = text.slice(start).search(LONE_SURROGATE);
	return index < 0 ? text.length : start + index;
}

/** The UTF-16 index of the character whose UTF-8 form contains the octet at `offset`. */
export function indexOfOctet(text: string, offset: number): number {
	let index = 0;
	let octets = 0;
	while (index < text.length) {
		const point = text.codePointAt(index) as number;
		octets += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
		if (octets > offset) return index;
		index += point < 0x10000 ? 1 : 2;
	}
	return text.length;
}
