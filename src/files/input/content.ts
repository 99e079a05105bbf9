/** Recognizes the content of an input by its first octets: a list, a compressed list, or another format, which is refused. */
import { Octet } from "../../../assembly/octets/char";
import { type Failure, FileFailure } from "../../failure";
import { BINARY, type ReadAs, refusedKind, SAMPLE_SIZE } from "./kinds";
import { isGzip, isNearlyZstandard, isZstandard, MAGIC_SIZE } from "./magic";
import type { OctetSource } from "./octet-source";

/** Whether these octets are enough to examine. So is a whole line: its writer may be waiting for the result. */
export function isSample(octets: Uint8Array): boolean {
	return octets.length >= SAMPLE_SIZE || octets.includes(Octet.LF);
}

/** Decompresses a source. Passes the number of ignored octets after the compressed data to `onTrailing`. */
type Decompress = (source: OctetSource, onTrailing: (octets: number) => void) => AsyncIterable<Uint8Array>;

/** Loads the library when the first octets are asked for: most lists are not compressed. */
const gunzip: Decompress = async function* (source, onTrailing) {
	yield* (await import("./gzip")).gunzip(source, onTrailing);
};
const unzstd: Decompress = async function* (source) {
	yield* (await import("./zstandard")).unzstd(source);
};

/** Returns the decompressor for an input that starts like this, or undefined if it is not compressed. */
export function decompressorFor(sample: Uint8Array): Decompress | undefined {
	if (isGzip(sample)) return gunzip;
	return isZstandard(sample) ? unzstd : undefined;
}

/** Throws Failure if the input `name` does not start like what it is read as. `isInside`: the sample is decompressed content. */
export function refuseNonList(name: string, sample: Uint8Array, isInside = false, as: ReadAs = {}): void {
	const isCompressed = decompressorFor(sample) !== undefined;
	if (isInside && isCompressed) throw nonList(name, isInside, "compressed again; decompress it first");
	if (isNearlyZstandard(sample)) throw nonList(name, isInside, "damaged Zstandard data; fetch it again");
	const kind = isCompressed ? undefined : refusedKind(name, sample, as);
	// For damaged compression, `refuseUncompressed` has a better message.
	if (kind === undefined || (kind === BINARY && !isInside && COMPRESSED_NAME.test(name))) return;
	const wanted = as.format === undefined ? "a list" : "a table";
	const what = `${kind.what}, not ${wanted}; `;
	throw nonList(name, isInside, what + kind.remedy, what + (kind.inProgram ?? kind.remedy));
}

/** Names of files that are compressed, either way. */
const COMPRESSED_NAME = /\.(?:gz|zst)$/i;

/** Throws Failure if the input `name` is named as compressed and does not start so: damage of these octets must not make it a list. */
export function refuseUncompressed(name: string, sample: Uint8Array): void {
	if (!COMPRESSED_NAME.test(name) || decompressorFor(sample) !== undefined) return;
	const what = "it is not compressed, as its name says; fetch it again, or rename it if it is a list";
	throw new FileFailure(name, `cannot read ${name}: ${sample.length < MAGIC_SIZE ? "the compressed data is truncated" : what}`);
}

function nonList(name: string, isInside: boolean, what: string, inProgram = what): Failure {
	const start = `cannot read ${name}: ${isInside ? "its decompressed content" : "it"} is `;
	return new FileFailure(name, start + what, start + inProgram);
}
