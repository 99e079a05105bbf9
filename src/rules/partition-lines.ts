/** Splits a list into parts, so that lines with the same key are in the same part: lines → keys → fingerprints → parts. */
import { OptionError } from "../errors";
import { checkNames, type Octets, toOctets } from "../input";
import { type Reject, rejectsOf } from "../lines/batch";
import { LineRouter, MAX_PARTS } from "../lines/line-router";
import { LineFeed } from "../lines/lines";
import { OctetSink } from "../lines/octet-sink";
import { resolveOptions } from "../options";
import { CoreRules } from "./core-rules";
import { keyOf } from "./key-option";
import { type KeyNormalizer, type RuleSettings, rulesOf } from "./rules";

/** Options of `partitionLines`. */
export interface PartitionOptions {
	/** Number of parts, 1 to 1,024. */
	parts: number;
	/** The key of the fingerprints, 16 octets: the same on all machines whose parts belong together. */
	key: Octets;
	/** The normalizer that makes the keys of lines. The default is one of `urlsieve` with default options. `invalid` must not be "blank". */
	normalizer?: KeyNormalizer | undefined;
}

/** The result of `partitionLines`. */
export interface PartitionedLines {
	/** The lines of each part, unchanged and in order, each ended by LF. */
	readonly parts: Uint8Array[];
	/** Number of input lines. */
	readonly count: number;
	readonly rejects: Reject[];
}

/**
 * Splits lines, ended by LF or CR LF, into parts: lines with the same key, such as equivalent references, go to the same part.
 *
 * A line goes to part floor(f × parts ÷ 65,536), where f is the number that the first two octets of its fingerprint are, most significant
 * first: for 2^n parts, its first n bits. `fingerprintAll` with the same `key` returns these fingerprints, and `urlsieve partition` makes
 * the same parts. A line that cannot be normalized goes by the fingerprint of its text, unless `invalid` drops it; one of more than 16 MiB
 * goes to part 0.
 *
 * Throws OptionError `invalid-option`, `invalid-input` if `lines` are not octets, or under `invalid: "fail"` the error of the first invalid
 * line, with its `line`.
 *
 * @example
 * ```ts
 * const lines = new TextEncoder().encode("http://a.example\nhttp://e.example/\nHTTP://A.example/\n");
 * const { parts } = partitionLines(lines, { parts: 2, key: new Uint8Array(16) });
 * parts.map((part) => new TextDecoder().decode(part)); // ["http://a.example\nHTTP://A.example/\n", "http://e.example/\n"]
 * ```
 */
export function partitionLines(lines: Octets, options: PartitionOptions): PartitionedLines {
	checkNames(options, "parts", "key", "normalizer");
	const { normalizer, parts: count } = options;
	const input = toOctets(lines, "lines");
	checkParts(count);
	if (options.key === undefined) throw new OptionError("invalid-option", 'The option "key" is required: 16 bytes.');
	const key = keyOf(options.key);
	const rules = normalizer === undefined ? new CoreRules(resolveOptions()) : rulesOf(normalizer);
	checkInvalid(rules.lines("key"));
	const parts = Array.from({ length: count }, () => new OctetSink(input.length / count));
	const rejects: Reject[] = [];
	const router = new LineRouter(key, count, (part, octets) => parts[part]?.append(octets));
	const feed = new LineFeed(rules.workspace(), rules.lines("key"), (batch) => {
		if (batch.rejects > 0) rejects.push(...rejectsOf(batch));
		router.write(batch);
	});
	feed.push(input);
	feed.end();
	return { parts: parts.map((part) => part.octets()), count: feed.lines, rejects };
}

/** Throws OptionError `invalid-option` unless it is a number of parts. */
export function checkParts(parts: number): void {
	if (Number.isInteger(parts) && parts >= 1 && parts <= MAX_PARTS) return;
	throw new OptionError("invalid-option", `The option "parts" must be an integer from 1 to ${MAX_PARTS}, not ${String(parts)}.`);
}

/** Throws OptionError `invalid-option` for settings that write a blank line: in a part, it would stand for no line of the list. */
export function checkInvalid({ invalid }: Pick<RuleSettings, "invalid">): void {
	if (invalid !== "blank") return;
	throw new OptionError("invalid-option", 'The option "invalid" must be keep, drop or fail for parts, not blank.');
}
