/** Recognizes files that are given in place of a file of shapes. Loaded when there is one: programs that read shapes share its schema. */
import { isGzip, isZstandard } from "../files/input/magic";
import { SAMPLES_FORMAT } from "../learned/schema";

/** Octets at the beginning of a file that tell its kind. */
const SAMPLE = 512;

/** Why a file that begins like this has no shapes; undefined if it may have some. */
export function faultOf(octets: Buffer): string | undefined {
	if (octets.length === 0) return "is empty";
	if (isGzip(octets)) return "is gzip-compressed; decompress it with gzip -d first";
	if (isZstandard(octets)) return "is Zstandard-compressed; decompress it with zstd -d first";
	const beginning = octets.toString("latin1", 0, SAMPLE);
	if (beginning.startsWith(`{"format":"${SAMPLES_FORMAT}"`))
		return 'was made by --samples; make shapes of it with "urlsieve shapes --merge"';
	return /^\s*[[{]/.test(beginning) ? undefined : 'is not a file of shapes, as "urlsieve shapes -o FILE" writes them';
}
