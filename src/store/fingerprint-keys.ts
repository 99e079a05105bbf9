/** Keys and the fingerprints that they are the start of, as octets. */
import { Key, KeyRecord } from "../../assembly/store/layout";

const RECORD_WORDS = KeyRecord.SIZE / 4;
const KEY_WORDS = Key.SIZE / 4;

/** The keys of fingerprints, in their order. */
export function keysOfFingerprints(fingerprints: Uint8Array): Uint8Array<ArrayBuffer> {
	const count = fingerprints.length / KeyRecord.SIZE;
	const from = new Uint32Array(fingerprints.buffer, fingerprints.byteOffset, RECORD_WORDS * count);
	const to = new Uint32Array(KEY_WORDS * count);
	for (let index = 0; index < count; ++index) {
		for (let word = 0; word < KEY_WORDS; ++word) to[KEY_WORDS * index + word] = from[RECORD_WORDS * index + word] as number;
	}
	return new Uint8Array(to.buffer);
}

/** Fingerprints that begin with keys, and end in zeros. */
export function fingerprintsOfKeys(keys: Uint8Array): Uint8Array<ArrayBuffer> {
	const count = keys.length / Key.SIZE;
	const from = new Uint32Array(keys.buffer, keys.byteOffset, KEY_WORDS * count);
	const to = new Uint32Array(RECORD_WORDS * count);
	for (let index = 0; index < count; ++index)
		to.set(from.subarray(KEY_WORDS * index, KEY_WORDS * (index + 1)), RECORD_WORDS * index);
	return new Uint8Array(to.buffer);
}
