// biome-ignore-all lint/suspicious/noControlCharactersInRegex: binary formats begin with control characters.
/** Recognizes the content of an input by its first octets: a list, a compressed list, or another format, which is refused. */
import { Octet } from "../../../assembly/octets/char";
import { EXIT, Failure } from "../../failure";
import { isGzip, isNearlyZstandard, isZstandard, MAGIC_SIZE } from "./magic";
import type { OctetSource } from "./octet-source";

/** Octets to examine. */
export const SAMPLE_SIZE = 512;

/** A format other than a list. `beginning` matches its first octets as Latin-1. */
interface Kind {
	readonly what: string;
	readonly beginning: RegExp;
	/** The beginning may also start a list: match only if the sample is not UTF-8 text. */
	readonly isText?: boolean;
	readonly remedy: string;
}

const PARQUET = remedyFor("parquet");
const ARROW = remedyFor("arrow");

const KINDS: readonly Kind[] = [
	{ what: "bzip2-compressed", beginning: /^BZh[1-9]1AY&SY/, isText: true, remedy: "decompress it with bzip2 -dc" },
	{ what: "bzip2-compressed", beginning: /^BZh[1-9]\x17rE8P\x90/, remedy: "decompress it with bzip2 -dc" },
	{ what: "xz-compressed", beginning: /^\xfd7zXZ\0/, remedy: "decompress it with xz -dc" },
	{ what: "a ZIP archive", beginning: /^PK(?:\x03\x04|\x05\x06|\x07\x08)/, remedy: "extract the list with unzip -p" },
	{ what: "UTF-32 text", beginning: /^(?:\xff\xfe\0\0|\0\0\xfe\xff)/, remedy: "convert it with iconv -f UTF-32 -t UTF-8" },
	{ what: "UTF-16 text", beginning: /^(?:\xff\xfe|\xfe\xff)/, remedy: "convert it with iconv -f UTF-16 -t UTF-8" },
	{ what: "UTF-16 text", beginning: /^(?:[\t\n\r -~]\0){2}/, remedy: "convert it with iconv -f UTF-16LE -t UTF-8" },
	{ what: "UTF-16 text", beginning: /^(?:\0[\t\n\r -~]){2}/, remedy: "convert it with iconv -f UTF-16BE -t UTF-8" },
	{
		what: "a PDF document",
		beginning: /^%PDF-\d\.\d\s/,
		isText: true,
		remedy: "convert it with pdftotext, then run urlsieve extract",
	},
	// Followed by a page header, which starts with 0x15, or, if encrypted, by a length of four octets.
	{ what: "a Parquet file", beginning: /^PAR(?:1\x15|E.{0,3}\0)/s, remedy: PARQUET },
	{ what: "an Arrow file", beginning: /^ARROW1\0\0/, remedy: ARROW },
	{ what: "an Arrow stream", beginning: /^\xff{4}..\0\0/s, remedy: ARROW },
];

function remedyFor(format: string): string {
	return `normalize, dedupe, resolve, validate and inspect read it with --format ${format} --column NAME`;
}

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

/** Throws Failure if the input `name` does not start like a list. `isInside`: the sample is decompressed content. */
export function refuseNonList(name: string, sample: Uint8Array, isInside = false): void {
	const kind = kindOf(sample);
	if (kind !== undefined) throw nonList(name, isInside, `${kind.what}, not a list; ${kind.remedy}`);
	if (isNearlyZstandard(sample)) throw nonList(name, isInside, "damaged Zstandard data; fetch it again");
	if (isInside && decompressorFor(sample) !== undefined) throw nonList(name, isInside, "compressed again; decompress it first");
}

/** Names of files that are compressed, either way. */
const COMPRESSED_NAME = /\.(?:gz|zst)$/i;

/** Throws Failure if the input `name` is named as compressed and does not start so: damage of these octets must not make it a list. */
export function refuseUncompressed(name: string, sample: Uint8Array): void {
	if (!COMPRESSED_NAME.test(name) || decompressorFor(sample) !== undefined) return;
	const what = "it is not compressed, as its name says; fetch it again, or rename it if it is a list";
	throw new Failure(EXIT.IO, `cannot read ${name}: ${sample.length < MAGIC_SIZE ? "the compressed data is truncated" : what}`);
}

function nonList(name: string, isInside: boolean, what: string): Failure {
	return new Failure(EXIT.IO, `cannot read ${name}: ${isInside ? "its decompressed content" : "it"} is ${what}`);
}

function kindOf(octets: Uint8Array): Kind | undefined {
	const sample = octets.subarray(0, SAMPLE_SIZE);
	const text = Buffer.from(sample).toString("latin1");
	return KINDS.find(({ beginning, isText }) => beginning.test(text) && !(isText && isUtf8Text(sample)));
}

/** Whether the octets are UTF-8 without unusual control characters. The last character may be cut. */
function isUtf8Text(octets: Uint8Array): boolean {
	try {
		const text = new TextDecoder("utf-8", { fatal: true }).decode(octets, { stream: true });
		return !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
	} catch {
		return false;
	}
}
