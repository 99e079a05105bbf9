/** One reference through the kernel: string → octets → normal form → string. */
import { Address, Component, Limit, UNCHANGED } from "../../assembly/layout";
import { Flag } from "../../assembly/options";
import { Status } from "../../assembly/status";
import { answerQuestion } from "../engine/idna";
import type { Workspace } from "../engine/workspace";
import { referenceError, type UriError } from "../errors";
import { textError } from "../input";
import type { Settings } from "../options";
import { decode, decodeUtf8, encode, firstLoneSurrogate, indexOfOctet, NOT_TEXT, TOO_LONG } from "./transcode";

/**
 * The normal form of a reference, or why it has none. A reference in normal form is returned as the same string.
 *
 * `toText` decodes the output, which may be beyond US-ASCII unless all rules run.
 */
export function normalizeReference(
	reference: string,
	settings: Settings,
	workspace: Workspace,
	toText = decode,
): string | UriError {
	const length = encode(reference, workspace);
	if (length < 0) return encodingError(reference, length);
	const end = normalizeInput(length, settings, workspace);
	if (end === UNCHANGED) return reference;
	return end > 0 ? toText(workspace, workspace.output, end) : failure(reference, -end, workspace);
}

/** The same for octets; what comes back is a copy. */
export function normalizeRaw(octets: Uint8Array, settings: Settings, workspace: Workspace): Uint8Array | undefined {
	workspace.reserve(octets.length);
	workspace.inputOctets.set(octets);
	const end = normalizeInput(octets.length, settings, workspace);
	if (end === UNCHANGED) return octets;
	return end > 0 ? workspace.kernel.octets.slice(workspace.output, end) : undefined;
}

/** Where the normal form of a reference is left, as octets: [start, end) in the workspace's memory. */
export interface NormalOctets {
	readonly start: number;
	readonly end: number;
}

/** The same, but the normal form stays in the kernel's memory. */
export function normalizeOctets(reference: string, settings: Settings, workspace: Workspace): NormalOctets | UriError {
	const length = encode(reference, workspace);
	if (length < 0) return encodingError(reference, length);
	const end = normalizeInput(length, settings, workspace);
	if (end === UNCHANGED) return { start: workspace.input, end: workspace.input + length };
	return end > 0 ? { start: workspace.output, end } : failure(reference, -end, workspace);
}

/** Splits a reference. Afterwards `componentText` has each component. `flags` count where a zone identifier is not valid. */
export function parseReference(reference: string, workspace: Workspace, flags: number = Flag.RULES): UriError | undefined {
	const length = encode(reference, workspace);
	if (length < 0) return encodingError(reference, length);
	const status = split(length, flags, workspace);
	return status < 0 ? failure(reference, -status, workspace) : undefined;
}

/** Says whether a reference parses, without the error when it does not: where there may be many. */
export function isParsable(reference: string, workspace: Workspace): boolean {
	const length = encode(reference, workspace);
	return length >= 0 && split(length, Flag.RULES, workspace) >= 0;
}

/** Splits the reference in the input. Returns a negative number when it does not parse. */
function split(length: number, flags: number, workspace: Workspace): number {
	return workspace.kernel.call.parse(flags, workspace.input, workspace.input + length);
}

/** The component of the reference parsed last, cut out of `reference`; undefined when it is not there. */
export function componentText(reference: string, component: Component, workspace: Workspace): string | undefined {
	const words = workspace.kernel.words;
	const start = words[(Address.RECORD + 8 * component) >> 2] as number;
	const end = words[(Address.RECORD + 8 * component + 4) >> 2] as number;
	if (start < 0) return undefined;
	const first = indexOfOctet(reference, start - workspace.input);
	return reference.slice(first, indexOfOctet(reference, end - workspace.input));
}

/** Takes a reference for the base of what is resolved next; answers why it cannot be one. */
export function putBase(base: string, resolution: number, workspace: Workspace): UriError | undefined {
	if (typeof base !== "string") return textError(base, "base");
	if (workspace.hasBase(base, resolution)) return undefined;
	const length = encode(base, workspace);
	if (length < 0) return encodingError(base, length);
	const octets = workspace.inputOctets.slice(0, length);
	const status = workspace.setBase({ text: base, octets, resolution });
	if (status === Status.OK) return undefined;
	workspace.dropBase();
	return failure(base, -status, workspace, workspace.base);
}

/** The target of a reference, as a string: the octets of the two, put together anew. */
export function resolveAgainstBase(reference: string, workspace: Workspace): string | UriError {
	const length = encode(reference, workspace);
	if (length < 0) return encodingError(reference, length);
	const { kernel, input, output } = workspace;
	const end = kernel.call.resolve(input, input + length, output);
	return end > 0 ? decodeUtf8(workspace, output, end) : failure(reference, -end, workspace);
}

/** Normalizes the octets that are in the input already. Returns the end of the output, UNCHANGED, or `-Status`. */
export function normalizeInput(length: number, settings: Settings, workspace: Workspace): number {
	const { kernel, input, output } = workspace;
	const end = kernel.call.normalize(settings.word, input, input + length, output);
	if (end !== -Status.NEEDS_ALABEL) return end;
	answerQuestion(kernel, settings.toAscii);
	return kernel.call.normalize(settings.word, input, input + length, output);
}

function failure(reference: string, status: number, workspace: Workspace, start = workspace.input): UriError {
	const words = workspace.kernel.words;
	const component = words[Address.FAILURE >> 2] as number;
	const octet = (words[(Address.FAILURE + 4) >> 2] as number) - start;
	return referenceError(status, component, indexOfOctet(reference, octet), reference);
}

function encodingError(reference: string, problem: number): UriError {
	if (problem === NOT_TEXT) return textError(reference, "reference");
	if (problem === TOO_LONG) {
		return referenceError(Status.TOO_LONG, Component.NONE, indexOfOctet(reference, Limit.REFERENCE), reference);
	}
	return referenceError(Status.ILL_FORMED_STRING, Component.NONE, firstLoneSurrogate(reference), reference);
}
