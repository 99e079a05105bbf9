/** The format of a file, by its name or its first bytes. */

import { closeSync, openSync, readSync, statSync } from "node:fs";
import { formatNamed, knowsColumn } from "../../formats";
import { formatOfKind, SAMPLE_SIZE } from "./kinds";
import { isGzip } from "./magic";

/** Octets of a compressed file that hold a sample. */
const COMPRESSED_SIZE = 16384;

/** Returns the format of a file, by its name, or else by its first bytes. */
export function formatFor(file: string | undefined): string | undefined {
	const named = formatNamed(file ?? "");
	return named === undefined || knowsColumn(named) ? (formatBegun(file) ?? named) : named;
}

/** The first octets, decompressed if gzip has compressed them. */
function contentOf(octets: Uint8Array): Uint8Array {
	return (isGzip(octets) ? gunzippedStart(octets) : octets).subarray(0, SAMPLE_SIZE);
}

function gunzippedStart(octets: Uint8Array): Uint8Array {
	const { constants, gunzipSync } = process.getBuiltinModule("node:zlib");
	return gunzipSync(octets, { finishFlush: constants.Z_SYNC_FLUSH });
}

/** The format of a regular file that begins like a table. Undefined for others, and for files that cannot be read: reading them says why. */
function formatBegun(path: string | undefined): string | undefined {
	try {
		if (path === undefined || !statSync(path).isFile()) return undefined;
		const descriptor = openSync(path, "r");
		try {
			const sample = new Uint8Array(COMPRESSED_SIZE);
			return formatOfKind(path, contentOf(sample.subarray(0, readSync(descriptor, sample, 0, sample.length, 0))));
		} finally {
			closeSync(descriptor);
		}
	} catch {
		return undefined;
	}
}
