/** Fingerprints of many references at once, as octets: references → keys, one per line → fingerprints. */
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import { OptionError, UriError } from "../errors";
import { checkNames, type Octets, toStrings } from "../input";
import { type Batch, rejectsOf } from "../lines/batch";
import { LineFeed } from "../lines/lines";
import { INVALID, resolveOptions } from "../options";
import { encoder } from "../utf8";
import { CoreRules } from "./core-rules";
import { keyOf } from "./key-option";
import { type KeyNormalizer, type Rules, rulesOf, withInvalid } from "./rules";

/** Options of `fingerprintAll`. */
export interface FingerprintOptions {
	/** The key of the fingerprints, 16 octets, as that of a `SeenSet`. */
	key: Octets;
	/** The normalizer that makes the keys of references. The default is one of `urlsieve` with default options. */
	normalizer?: KeyNormalizer | undefined;
}

/** The result of `fingerprintAll` for n references. */
export interface Fingerprints {
	/** n × 16 octets. Those of a reference that cannot be normalized are zeros. */
	readonly values: Uint8Array;
	/** The errors of these references, by their index. */
	readonly errors: ReadonlyMap<number, UriError>;
}

/**
 * Returns the fingerprints of references: those that a `SeenSet` with this key has, as octets.
 *
 * Throws OptionError `invalid-option`, and `invalid-input` if an argument has another type.
 *
 * @example
 * ```ts
 * const { values, errors } = fingerprintAll(["http://a", "HTTP://A/", "http://["], { key: new Uint8Array(16) });
 * values.length; // 48
 * errors.get(2)?.code; // "invalid-ip-literal"
 * Buffer.compare(values.subarray(0, 16), values.subarray(16, 32)); // 0
 * ```
 */
export function fingerprintAll(references: Iterable<string>, options: FingerprintOptions): Fingerprints {
	checkNames(options, "key", "normalizer");
	const { normalizer, key } = options;
	if (key === undefined) throw new OptionError("invalid-option", 'The option "key" is required: 16 bytes.');
	const rules = normalizer === undefined ? new CoreRules(resolveOptions()) : rulesOf(normalizer);
	return fingerprintsOf(toStrings(references), rules, keyOf(key));
}

/** The fingerprints of references under the key of a set. */
export function fingerprintsOf(references: readonly string[], rules: Rules, key: Uint8Array): Fingerprints {
	return inBulk(references, rules, key) ?? oneByOne(references, rules, key);
}

function oneByOne(references: readonly string[], rules: Rules, key: Uint8Array): Fingerprints {
	const values = new Uint8Array(references.length * FINGERPRINT_SIZE);
	const errors = new Map<number, UriError>();
	for (const [index, reference] of references.entries()) {
		const fingerprint = rules.tryFingerprint(reference, key);
		if (fingerprint instanceof UriError) errors.set(index, fingerprint);
		else values.set(fingerprint, index * FINGERPRINT_SIZE);
	}
	return { values, errors };
}

/** Like `oneByOne`, for references that are lines; undefined for others. */
function inBulk(references: readonly string[], rules: Rules, key: Uint8Array): Fingerprints | undefined {
	const text = `${references.join("\n")}\n`;
	// Lines lose a CR at their end and a byte order mark, and lone surrogates become U+FFFD.
	if (text.includes("\r") || text.startsWith("\ufeff") || !isWellFormed(text) || references.some(isNoLine)) return undefined;
	const values = new Uint8Array(references.length * FINGERPRINT_SIZE);
	const rejected: number[] = [];
	let count = 0;
	const settings = withInvalid(rules.lines("key"), "keep", INVALID.keep);
	const feed = new LineFeed(rules.workspace(), settings, (batch) => {
		rejected.push(...rejectsOf(batch).map(({ line }) => line - 1));
		// A line in several pieces, which is too long, has a record for each.
		if (count + batch.records <= references.length) values.set(fingerprintsIn(batch, key), count * FINGERPRINT_SIZE);
		count += batch.records;
	});
	feed.push(encoder.encode(text));
	feed.end();
	if (count !== references.length) return undefined;
	return { values, errors: errorsOf(references, rejected, rules) };
}

/** The fingerprints of a batch of keys. Those of rejected lines are zeros. */
function fingerprintsIn({ workspace, records }: Batch, key: Uint8Array): Uint8Array {
	const { kernel, output, fingerprints } = workspace;
	workspace.setKey(key);
	kernel.call.fingerprintLines(workspace.key, workspace.records, records, output, fingerprints);
	return kernel.octets.subarray(fingerprints, fingerprints + records * FINGERPRINT_SIZE);
}

function errorsOf(references: readonly string[], rejected: readonly number[], rules: Rules): Map<number, UriError> {
	return new Map(rejected.map((index) => [index, rules.tryForm("key", references[index] as string) as UriError]));
}

function isNoLine(reference: unknown): boolean {
	return typeof reference !== "string" || reference.includes("\n");
}

function isWellFormed(text: string): boolean {
	return !/\p{Surrogate}/u.test(text);
}
