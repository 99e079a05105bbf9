/** Fingerprints of many references at once, as octets: references → keys, one per line → fingerprints. */
import { Octet } from "../../assembly/char";
import { FINGERPRINT_SIZE } from "../../assembly/fingerprint";
import { LineRecord } from "../../assembly/layout";
import type { CrawlNormalizer } from "../crawl/crawl-normalizer";
import { encoder } from "../engine/idna";
import { engine } from "../engine/select";
import { linesWorkspace } from "../engine/shared";
import { MAX_RECORDS } from "../engine/workspace";
import { UriError } from "../errors";
import { checkNames, inputError, type Octets, toOctets } from "../input";
import { normalizeLines } from "../lines/core-lines";
import type { Normalizer } from "../normalizer";
import { resolveOptions } from "../options";
import { ReferenceNormalizer } from "../reference/reference-normalizer";

export const SECRET_SIZE = 16;

/** What makes keys: a normalizer of `urlsieve`, whose normal forms are compared, or of `urlsieve/crawl`. */
export type KeyNormalizer =
	| Pick<Normalizer, "settings" | "tryNormalize" | "normalizeLines">
	| Pick<CrawlNormalizer, "settings" | "tryKey" | "keyLines">;

/** Options of `fingerprintAll`. */
export interface FingerprintOptions {
	/** The key of the fingerprints, 16 octets, as that of a `SeenSet`. */
	secret: Octets;
	/** What makes the keys of references. The default is a normalizer of `urlsieve` with default options. */
	normalizer?: KeyNormalizer | undefined;
}

/** What `fingerprintAll` returns for n references. */
export interface Fingerprints {
	/** n × 16 octets. Those of a reference that cannot be normalized are zeros. */
	readonly values: Uint8Array;
	/** The errors of these references, by their index. */
	readonly errors: ReadonlyMap<number, UriError>;
}

/**
 * Returns the fingerprints of references: those that a `SeenSet` with this key has, as octets.
 *
 * Throws UriError `invalid-option` if the secret is not 16 octets long, and `invalid-input` if an argument has another type.
 *
 * @example
 * ```ts
 * const { values, errors } = fingerprintAll(["http://a", "HTTP://A/", "http://["], { secret: new Uint8Array(16) });
 * values.length; // 48
 * errors.get(2)?.code; // "invalid-ip-literal"
 * Buffer.compare(values.subarray(0, 16), values.subarray(16, 32)); // 0
 * ```
 */
export function fingerprintAll(references: readonly string[], options: FingerprintOptions): Fingerprints {
	checkNames(options, "secret", "normalizer");
	return fingerprintKeys(references, normalizerOf(options.normalizer), secretOf(options.secret));
}

/** Copies a secret. Throws UriError. */
export function secretOf(secret: Octets): Uint8Array {
	const octets = toOctets(secret, "secret").slice();
	if (octets.length === SECRET_SIZE) return octets;
	throw new UriError("invalid-option", `The secret must be ${SECRET_SIZE} octets long, not ${octets.length}.`);
}

/** The given normalizer, or that with default options. Throws UriError `invalid-input`. */
export function normalizerOf(given: KeyNormalizer | undefined): KeyNormalizer {
	if (given === undefined) return defaultNormalizer();
	if (typeof given === "object" && given !== null && ("keyLines" in given || "normalizeLines" in given)) return given;
	throw inputError(given, "normalizer", "a normalizer");
}

function defaultNormalizer(): KeyNormalizer {
	const settings = resolveOptions();
	const single = new ReferenceNormalizer(settings);
	return {
		settings,
		tryNormalize: (reference) => single.tryNormalize(reference),
		normalizeLines: (lines) => normalizeLines(lines, settings),
	};
}

/** The fingerprints of the keys that a normalizer makes. */
export function fingerprintKeys(references: readonly string[], normalizer: KeyNormalizer, secret: Uint8Array): Fingerprints {
	if (!Array.isArray(references)) throw inputError(references, "references", "an array of strings");
	const errors = new Map<number, UriError>();
	const keys = keysInBulk(references, normalizer, errors) ?? keysOneByOne(references, normalizer, errors);
	const octets = fingerprintLines(keys, references.length, secret);
	for (const index of errors.keys()) octets.fill(0, index * FINGERPRINT_SIZE, (index + 1) * FINGERPRINT_SIZE);
	return { values: octets, errors };
}

/** The key of one reference, or the error. */
function keyOf(reference: string, normalizer: KeyNormalizer): string | UriError {
	if (typeof reference !== "string") throw inputError(reference, "reference", "a string");
	return "tryKey" in normalizer ? normalizer.tryKey(reference) : normalizer.tryNormalize(reference);
}

/** One key per line, and an empty line for an error. */
function keysOneByOne(references: readonly string[], normalizer: KeyNormalizer, errors: Map<number, UriError>): Uint8Array {
	const keys = references.map((reference, index) => {
		const key = keyOf(reference, normalizer);
		if (typeof key === "string") return key;
		errors.set(index, key);
		return "";
	});
	return encoder.encode(`${keys.join("\n")}\n`);
}

/** The same for references that are lines, and normalizers that leave each its line; undefined for others. */
function keysInBulk(
	references: readonly string[],
	normalizer: KeyNormalizer,
	errors: Map<number, UriError>,
): Uint8Array | undefined {
	const { invalid } = normalizer.settings;
	if (invalid !== "keep" && invalid !== "blank") return undefined;
	const text = `${references.join("\n")}\n`;
	// Lines lose a CR at their end and a byte order mark, and lone surrogates become U+FFFD.
	if (text.includes("\r") || text.startsWith("\ufeff") || !isWellFormed(text) || references.some(isNoLine)) return undefined;
	const octets = encoder.encode(text);
	const { lines, rejects } = "keyLines" in normalizer ? normalizer.keyLines(octets) : normalizer.normalizeLines(octets);
	for (const { line } of rejects) {
		const error = keyOf(references[line - 1] as string, normalizer);
		if (typeof error === "string") return undefined;
		errors.set(line - 1, error);
	}
	return lines;
}

function isNoLine(reference: unknown): boolean {
	return typeof reference !== "string" || reference.includes("\n");
}

function isWellFormed(text: string): boolean {
	return !/\p{Surrogate}/u.test(text);
}

/** The fingerprints of `count` lines, each ended by LF. */
export function fingerprintLines(lines: Uint8Array, count: number, secret: Uint8Array): Uint8Array {
	const workspace = linesWorkspace(engine);
	workspace.setKey(secret);
	const octets = new Uint8Array(count * FINGERPRINT_SIZE);
	for (let at = 0, done = 0; done < count; ) {
		const chunk = lines.subarray(at, chunkEnd(lines, at, workspace.capacity));
		workspace.reserve(chunk.length);
		workspace.inputOctets.set(chunk);
		const { kernel, input, records, fingerprints } = workspace;
		let found = 0;
		let end = 0;
		for (; found < MAX_RECORDS && end < chunk.length; ++found) {
			end = chunk.indexOf(Octet.LF, end) + 1;
			kernel.words[(records + found * LineRecord.SIZE + LineRecord.OUTPUT_END) >> 2] = input + end;
		}
		kernel.call.fingerprintLines(workspace.key, records, found, input, fingerprints);
		const size = found * FINGERPRINT_SIZE;
		octets.set(kernel.octets.subarray(fingerprints, fingerprints + size), done * FINGERPRINT_SIZE);
		at += end;
		done += found;
	}
	return octets;
}

/** The end of the last line that ends within `capacity` octets, or of the first line if that is longer. */
function chunkEnd(lines: Uint8Array, start: number, capacity: number): number {
	if (lines.length - start <= capacity) return lines.length;
	const last = lines.lastIndexOf(Octet.LF, start + capacity - 1);
	return last >= start ? last + 1 : lines.indexOf(Octet.LF, start) + 1;
}
