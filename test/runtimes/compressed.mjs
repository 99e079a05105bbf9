/** Compressed files that a decoder may get wrong, and a check of the command line with them. Frames were made with zstd 1.5.4. */
import { spawnSync } from "node:child_process";
import { gzipSync } from "node:zlib";

/** Two lines, `HTTP://a/%7e` and `HTTP://b`, with a checksum. */
const FIRST = octets("KLUv/QRYsQAASFRUUDovL2EvJTdlCkhUVFA6Ly9iChg1ZVw=");
/** One line, `HTTP://c:80/../`, without a checksum. */
const SECOND = octets("KLUv/QBYgQAASFRUUDovL2M6ODAvLi4vCg==");
/** Empty frames, with and without a checksum. */
const EMPTY = octets("KLUv/SQAAQAAmenYUQ==");
const EMPTY_UNCHECKED = octets("KLUv/SAAAQAA");
/** One line, `x:a`: of unknown length, with a checksum, of known length. Shorter than a decoder may expect of its first read. */
const TINY = ["KLUv/QBYIQAAeDphCg==", "KLUv/QRYIQAAeDphChy+j3M=", "KLUv/SAEIQAAeDphCg=="].map(octets);
/** 500 lines `HTTP://a` in a compressed block, with a checksum. */
const COMPRESSED = octets("KLUv/WSUEI0AAEhIVFRQOi8vYQoBAIjBvhwBE6MD0w==");
/** 12,000 lines `HTTP://Example.com/%7e` in two blocks, with a checksum. */
const LONG = octets("KLUv/aQgNgQA/AAAuEhUVFA6Ly9FeGFtcGxlLmNvbS8lN2UKAQDN/zWfTUwAAAgvAQD8/zkQAkUAAAhlAQAclgdC7R+dhw==");
const SKIPPABLE = Buffer.from("P*M\x18\x03\0\0\0\xfd\n\0", "latin1");
const SKIPPABLE_EMPTY = Buffer.from("_*M\x18\0\0\0\0", "latin1");

const FIRST_LINES = "http://a/~\nhttp://b/\n";
const SECOND_LINES = "http://c/\n";
const LONG_LINES = "http://example.com/~\n".repeat(12_000);

/** Files by name, with the output of `normalize`. */
export const COMPRESSED_FILES = [
	["three frames with checksums", [FIRST, LONG, FIRST], FIRST_LINES + LONG_LINES + FIRST_LINES],
	["three frames, the second without a checksum", [FIRST, SECOND, LONG], FIRST_LINES + SECOND_LINES + LONG_LINES],
	[
		"three frames, skippable ones around",
		[SKIPPABLE, FIRST, SKIPPABLE_EMPTY, SECOND, LONG, SKIPPABLE],
		FIRST_LINES + SECOND_LINES + LONG_LINES,
	],
	[
		"three frames, empty ones around",
		[EMPTY, FIRST, EMPTY_UNCHECKED, SECOND, EMPTY, LONG, EMPTY],
		FIRST_LINES + SECOND_LINES + LONG_LINES,
	],
	["three tiny frames", TINY, "x:a\n".repeat(3)],
	["only skippable frames", [SKIPPABLE, SKIPPABLE_EMPTY], ""],
	["only an empty frame", [EMPTY], ""],
	[
		"three gzip members, the second empty",
		[gzipSync("HTTP://a"), gzipSync(""), gzipSync("\nHTTP://b")],
		"http://a/\nhttp://b/\n",
	],
	["a gzip member and garbage", [gzipSync("HTTP://a\n"), Buffer.from("garbage")], "http://a/\n"],
].map(([name, parts, lines]) => ({ name, octets: Buffer.concat(parts), lines }));

/** Only frames with checksums, and small enough that a test can flip every bit. */
export const CHECKED_FILE = Buffer.concat([FIRST, SKIPPABLE, EMPTY, COMPRESSED]);

/** Runs `normalize` of the command line `cli` on each file. Returns a report like that of conformance.mjs. */
export function readCompressed(command, cli) {
	const faults = COMPRESSED_FILES.filter(({ octets, lines }) => {
		const { status, stdout } = spawnSync(command, [cli, "normalize", "--quiet"], { input: octets });
		return status !== 0 || stdout.toString() !== lines;
	}).map(({ name }) => `compressed file: ${name}`);
	return { passed: COMPRESSED_FILES.length - faults.length, failed: faults.length, faults };
}

function octets(base64) {
	return Buffer.from(base64, "base64");
}
