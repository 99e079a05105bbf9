/** The key of a set that ends with its run. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { KEY_SIZE, keyOf } from "../../rules/key-option";

/** The generator of the system, as a file. */
const GENERATOR = "/dev/urandom";

/** A random key. `crypto`, where the system has no such file, takes Node.js 6 ms to load: a tenth of a short run. */
export function runKey(): Uint8Array {
	return generatedKey() ?? keyOf();
}

/** Undefined if the generator is missing, or is a file of another kind. */
function generatedKey(): Uint8Array | undefined {
	try {
		const descriptor = openSync(GENERATOR, "r");
		try {
			const key = new Uint8Array(KEY_SIZE);
			return fstatSync(descriptor).isCharacterDevice() && readSync(descriptor, key) === KEY_SIZE ? key : undefined;
		} finally {
			closeSync(descriptor);
		}
	} catch {
		return undefined;
	}
}
