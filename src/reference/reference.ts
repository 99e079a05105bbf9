/** Single references: encodes a string into the kernel's memory, calls the kernel, and decodes the result. */
import { Address, Component, ComponentRecord, Limit, SchemeRow, UNCHANGED } from "../../assembly/layout/addresses";
import { Flag } from "../../assembly/layout/options";
import { Status } from "../../assembly/layout/status";
import type { Kernel } from "../engine/kernel";
import { engineInUse } from "../engine/select";
import { referenceWorkspace } from "../engine/shared";
import type { LineWorkspace, Workspace } from "../engine/workspace";
import type { UriError } from "../errors";
import { textError } from "../input";
import type { Settings } from "../options";
import { referenceError } from "../statuses";
import { decode, decodeUtf8, encode, firstLoneSurrogate, indexOfOctet, NOT_TEXT, TOO_LONG } from "./transcode";

/**
 * Returns the normal form of a reference, or the very same string if it is already normal. Returns, does not throw, the error of
 * a reference that has none.
 *
 * `toText` decodes the output, which may have characters beyond US-ASCII unless all rules run.
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

/** Like `normalizeReference`, for octets. Returns `octets` if they are normal, a copy if not, undefined if they are invalid. */
export function normalizeRaw(octets: Uint8Array, settings: Settings, workspace: Workspace): Uint8Array | undefined {
	workspace.reserve(octets.length);
	workspace.inputOctets.set(octets);
	const end = normalizeInput(octets.length, settings, workspace);
	if (end === UNCHANGED) return octets;
	return end > 0 ? workspace.kernel.octets.slice(workspace.output, end) : undefined;
}

/** The addresses of a normal form in the workspace's memory. */
export interface NormalOctets {
	readonly start: number;
	readonly end: number;
}

/** Like `normalizeReference`, but leaves the normal form in the kernel's memory, where it is valid until the next call. */
export function normalizeOctets(reference: string, settings: Settings, workspace: Workspace): NormalOctets | UriError {
	const length = encode(reference, workspace);
	if (length < 0) return encodingError(reference, length);
	const end = normalizeInput(length, settings, workspace);
	if (end === UNCHANGED) return { start: workspace.input, end: workspace.input + length };
	return end > 0 ? { start: workspace.output, end } : failure(reference, -end, workspace);
}

/**
 * Splits a reference, after which `componentText` returns its components. Returns the error of a reference that does not parse.
 * `flags` decide whether an invalid zone identifier is an error.
 */
export function parseReference(reference: string, workspace: Workspace, flags: number = Flag.RULES): UriError | undefined {
	const length = encode(reference, workspace);
	if (length < 0) return encodingError(reference, length);
	const status = split(length, flags, workspace);
	return status < 0 ? failure(reference, -status, workspace) : undefined;
}

/** Whether a reference parses. Creates no error, so it is cheap for text in which most candidates do not. */
export function isParsable(reference: string, workspace: Workspace): boolean {
	const length = encode(reference, workspace);
	return length >= 0 && split(length, Flag.RULES, workspace) >= 0;
}

/** Splits the reference in the input. Returns a negative number when it does not parse. */
function split(length: number, flags: number, workspace: Workspace): number {
	return workspace.kernel.call.parse(flags, workspace.input, workspace.input + length);
}

/** A component of `reference`, which must be the one parsed last, or undefined if it is absent. */
export function componentText(reference: string, component: Component, workspace: Workspace): string | undefined {
	const words = workspace.kernel.words;
	const record = Address.RECORD + ComponentRecord.SIZE * component;
	const start = words[(record + ComponentRecord.START) >> 2] as number;
	const end = words[(record + ComponentRecord.END) >> 2] as number;
	if (start < 0) return undefined;
	const first = indexOfOctet(reference, start - workspace.input);
	return reference.slice(first, indexOfOctet(reference, end - workspace.input));
}

/** Makes `base` the base of the following resolutions. Returns the error if it cannot be one. */
export function putBase(base: string, resolution: number, workspace: LineWorkspace): UriError | undefined {
	if (typeof base !== "string") throw textError(base, "base");
	if (workspace.hasBase(base, resolution)) return undefined;
	const length = encode(base, workspace);
	if (length < 0) return encodingError(base, length);
	const octets = workspace.inputOctets.slice(0, length);
	const status = workspace.setBase({ text: base, octets, resolution });
	if (status === Status.OK) return undefined;
	workspace.dropBase();
	return failure(base, -status, workspace, workspace.base);
}

/** Resolves a reference against the base of the workspace. Returns the target, not normalized, or the error. */
export function resolveAgainstBase(reference: string, workspace: Workspace): string | UriError {
	const length = encode(reference, workspace);
	if (length < 0) return encodingError(reference, length);
	const { kernel, input, output } = workspace;
	const end = kernel.call.resolve(input, input + length, output);
	return end > 0 ? decodeUtf8(workspace, output, end) : failure(reference, -end, workspace);
}

/** Normalizes the first `length` octets of the input. Returns the end of the output, UNCHANGED, or `-Status`. */
export function normalizeInput(length: number, settings: Pick<Settings, "word" | "toAscii">, workspace: LineWorkspace): number {
	const { kernel, input, output } = workspace;
	const end = kernel.call.normalize(settings.word, input, input + length, output);
	if (!workspace.answer(-end, settings)) return end;
	return kernel.call.normalize(settings.word, input, input + length, output);
}

function failure(reference: string, status: number, workspace: LineWorkspace, start = workspace.input): UriError {
	const words = workspace.kernel.words;
	const component = words[Address.FAILURE >> 2] as number;
	const octet = (words[Address.FAILURE_AT >> 2] as number) - start;
	return referenceError(status, component, indexOfOctet(reference, octet), reference);
}

/** The error of a reference that `encode` refused. Throws OptionError for what is no string. */
export function encodingError(reference: string, problem: number): UriError {
	if (problem === NOT_TEXT) throw textError(reference, "reference");
	if (problem === TOO_LONG) {
		return referenceError(Status.TOO_LONG, Component.NONE, indexOfOctet(reference, Limit.REFERENCE), reference);
	}
	return referenceError(Status.ILL_FORMED_STRING, Component.NONE, firstLoneSurrogate(reference), reference);
}

/** The default ports of the kernel's scheme registry (assembly/reference/schemes.ts), read from its memory on first use. */
let ports: ReadonlyMap<string, number> | undefined;

/** A scheme's default port (RFC 3986 §6.2.3), or undefined if the registry has none. The case of the scheme is ignored (§3.1). */
export function defaultPort(scheme: string): number | undefined {
	ports ??= readPorts(referenceWorkspace(engineInUse()).kernel);
	return ports.get(scheme.toLowerCase());
}

function readPorts({ octets, words }: Kernel): Map<string, number> {
	const found = new Map<string, number>();
	for (let slot = 0; slot < SchemeRow.COUNT; ++slot) {
		const row = Address.SCHEMES + slot * SchemeRow.SIZE;
		const length = words[(row + SchemeRow.LENGTH) >> 2] as number;
		const port = words[(row + SchemeRow.DEFAULT_PORT) >> 2] as number;
		if (port !== 0) found.set(String.fromCharCode(...octets.subarray(row + SchemeRow.NAME, row + SchemeRow.NAME + length)), port);
	}
	return found;
}
