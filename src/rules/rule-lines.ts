/** Many references in memory, by the rules of a normalizer: lines and strings. */
import { Limit } from "../../assembly/layout/addresses";
import { platformToAscii } from "../engine/idna";
import { OptionError, type UriError } from "../errors";
import { notText, type Octets, toOctets, toStrings } from "../input";
import { type Reject, rejectsOf } from "../lines/batch";
import { type LineStream, mappedStream } from "../lines/line-stream";
import { feedAll, LineFeed, type NormalizedLines, toResolve } from "../lines/lines";
import { OctetSink } from "../lines/octet-sink";
import { inBatches } from "../lines/strings";
import type { ResolveOptions } from "../reference/resolve";
import type { Form, LineForm, Rules } from "./rules";

/** The result of `bothLines`. */
export interface BothLines {
	/** The URLs to be fetched and the keys, a line each, ended by LF. */
	readonly fetch: Uint8Array;
	readonly key: Uint8Array;
	/** Number of lines of the input. */
	readonly count: number;
	readonly rejects: Reject[];
}

/** Each string in this form, or its error. */
export function stringsOf(rules: Rules, references: Iterable<string>, form: Form): (string | UriError)[] {
	const strings = toStrings(references);
	const one = (reference: string) => notText(reference) ?? rules.tryForm(form, reference);
	// Batches are cut by octets, which suits US-ASCII only.
	if (!rules.isAscii) return strings.map(one);
	return inBatches(strings, one, rules.lines(form), () => rules.workspace());
}

/** Each line in this form. */
export function linesOf(rules: Rules, lines: Octets, form: Form): NormalizedLines {
	return feedAll(lines, rules.workspace(), rules.lines(form));
}

/** The target of each line. Throws UriError if the base cannot be one. */
export function targetsOf(rules: Rules, lines: Octets, base: string, options?: ResolveOptions): NormalizedLines {
	const workspace = rules.workspace();
	const error = rules.putBase(base, options, workspace);
	if (error !== undefined) throw error;
	return feedAll(lines, workspace, toResolve(rules.lines("fetch")));
}

export function bothLines(rules: Rules, input: Octets): BothLines {
	const { forms } = rules;
	if (forms === undefined) {
		const { lines, ...others } = linesOf(rules, input, "key");
		return { fetch: lines, key: lines.slice(), ...others };
	}
	const lines = toOctets(input, "lines");
	const fetch = new OctetSink(lines.length);
	const key = new OctetSink(lines.length);
	const rejects: Reject[] = [];
	const workspace = rules.workspace();
	const feed = new LineFeed(workspace, rules.lines("both"), (batch) => {
		const { fetchEnd, keyEnd } = forms.split(batch);
		const { kernel, output, result } = workspace;
		fetch.append(kernel.octets.subarray(output, fetchEnd));
		key.append(kernel.octets.subarray(result, keyEnd));
		if (batch.rejects > 0) rejects.push(...rejectsOf(batch));
	});
	feed.push(lines);
	feed.end();
	return { fetch: fetch.octets(), key: key.octets(), count: feed.lines, rejects };
}

/** A stream of lines in this form. */
export function streamOf(rules: Rules, form: LineForm): LineStream {
	if (form === "pair" && rules.forms === undefined) {
		throw new OptionError("invalid-option", "The rules of RFC 3986 have one form, which lineStream writes.");
	}
	return mappedStream(() => rules.workspace(), rules.lines(form));
}

/**
 * Octets that one octet of lines can become, with the platform's A-labels: "\u337f." has 4, and 18 as an A-label. Kernels need
 * Limit.GROWTH for the rest.
 */
const GROWTH_INTO = Limit.GROWTH + 1;

/** Writes the fetch form of each line to `output`: see Normalizer.normalizeLinesInto. */
export function linesInto(rules: Rules, lines: Octets, output: Octets): NormalizedLines {
	const input = toOctets(lines, "lines");
	const room = toOctets(output, "output");
	const bound = GROWTH_INTO * input.length + Limit.SLACK;
	if (room.length < bound) throw tooSmall(bound);
	const [start, end] = [room.byteOffset - input.byteOffset, room.byteOffset + room.length - input.byteOffset];
	if (input.buffer === room.buffer && start < input.length && end > 0) {
		throw new OptionError("invalid-option", '"lines" and "output" must not overlap.');
	}
	const settings = rules.lines("fetch");
	// A function of the caller can return A-labels of any length, and a policy may grow lines: nothing may be written until all fit.
	const isBounded = rules.forms === undefined && settings.toAscii === platformToAscii;
	const result = feedAll(input, rules.workspace(), settings, new OctetSink(isBounded ? room : bound));
	const { length } = result.lines;
	if (length > room.length) throw tooSmall(length);
	if (!isBounded) room.set(result.lines);
	return { ...result, lines: room.subarray(0, length) };
}

function tooSmall(bound: number): OptionError {
	return new OptionError("output-too-small", `The output must have at least ${bound} bytes.`, bound);
}
