/** Lines in memory, by the rules of RFC 3986, in the workspace that all normalizers share. */
import { Limit } from "../../assembly/layout/addresses";
import { platformToAscii } from "../engine/idna";
import { linesWorkspace } from "../engine/shared";
import { UriError } from "../errors";
import { type Octets, toOctets } from "../input";
import type { Settings } from "../options";
import { putBase } from "../reference/reference";
import { feedAll, type NormalizedLines, toResolve } from "./lines";
import { OctetSink } from "./octet-sink";

/** Normalizes lines in memory. */
export function normalizeLines(lines: Octets, settings: Settings): NormalizedLines {
	return feedAll(lines, linesWorkspace(settings.engine), settings);
}

/** Resolves lines in memory against a base. Throws UriError if the base is not an absolute URI. */
export function resolveLines(lines: Octets, base: string, resolution: number, settings: Settings): NormalizedLines {
	const workspace = linesWorkspace(settings.engine);
	const error = putBase(base, resolution, workspace);
	if (error !== undefined) throw error;
	return feedAll(lines, workspace, toResolve(settings));
}

/**
 * Octets that one octet of lines can become, with the platform's A-labels: "\u337f." has 4, and 18 as an A-label. Kernels need
 * Limit.GROWTH for the rest.
 */
const GROWTH_INTO = Limit.GROWTH + 1;

/** Like `normalizeLines`, but writes to `output`: see Normalizer.normalizeLinesInto. */
export function normalizeLinesInto(lines: Octets, output: Octets, settings: Settings): NormalizedLines {
	const input = toOctets(lines, "lines");
	const room = toOctets(output, "output");
	const bound = GROWTH_INTO * input.length + Limit.SLACK;
	if (room.length < bound) throw tooSmall(bound);
	const [start, end] = [room.byteOffset - input.byteOffset, room.byteOffset + room.length - input.byteOffset];
	if (input.buffer === room.buffer && start < input.length && end > 0) {
		throw new UriError("invalid-option", '"lines" and "output" must not overlap.');
	}
	// A function of the caller can return A-labels of any length, and nothing may be written until all fit.
	const isBounded = settings.toAscii === platformToAscii;
	const result = feedAll(input, linesWorkspace(settings.engine), settings, new OctetSink(isBounded ? room : bound));
	const { length } = result.lines;
	if (length > room.length) throw tooSmall(length);
	if (!isBounded) room.set(result.lines);
	return { ...result, lines: room.subarray(0, length) };
}

function tooSmall(bound: number): UriError {
	return new UriError("output-too-small", `The output must have at least ${bound} bytes.`, { bound });
}
