/** The format that the first octets of a file tell, before it is opened to be read. */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { formatOfKind, SAMPLE_SIZE } from "./kinds";

/** The format of a regular file that begins like a table. Undefined for any other, and for what cannot be read: reading it says why. */
export function formatBegun(path: string | undefined): string | undefined {
	try {
		if (path === undefined || !statSync(path).isFile()) return undefined;
		const descriptor = openSync(path, "r");
		try {
			const sample = new Uint8Array(SAMPLE_SIZE);
			return formatOfKind(path, sample.subarray(0, readSync(descriptor, sample, 0, SAMPLE_SIZE, 0)));
		} finally {
			closeSync(descriptor);
		}
	} catch {
		return undefined;
	}
}
