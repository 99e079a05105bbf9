/** Adds what one store has to another. */
import { Key, KeyRecord } from "../../../assembly/store/layout";
import { OptionError } from "../../errors";
import { isSame } from "../../rules/is-same";
import { mismatch } from "../../seen/mismatch";
import type { Header } from "../format";
import { MAX_BATCH } from "../lookup";
import type { Store } from "../store";

/** `names`: those of the two, for messages. Throws SetError `profile-mismatch` or OptionError if their keys are not comparable. */
export function addStore(store: Store, source: Store, [name, other]: readonly [string, string]): void {
	const [own, theirs] = [store.header, source.header];
	if (own.coreWord !== theirs.coreWord || !haveSameKeys(own, theirs)) throw mismatch(theirs, own, other);
	if (!isSame(own.key, theirs.key)) throw new OptionError("invalid-option", `${other} has another key than ${name}.`);
	for (const batch of batchesOf(source)) store.addAll(batch, () => store.makeRun());
	store.makeRun();
}

function haveSameKeys(own: Header, theirs: Header): boolean {
	return own.identity === theirs.identity || (own.meaning !== undefined && own.meaning === theirs.meaning);
}

/** All keys of a store as fingerprints, at most MAX_BATCH at a time. */
function* batchesOf(store: Store): Generator<Uint8Array> {
	const batch = new Uint32Array(MAX_BATCH * (KeyRecord.SIZE / 4));
	let filled = 0;
	for (const octets of store.keys()) {
		if (filled + (octets.length / Key.SIZE) * 4 > batch.length) {
			yield new Uint8Array(batch.buffer, 0, 4 * filled);
			filled = 0;
		}
		const words = new Uint32Array(octets.buffer, octets.byteOffset, octets.length / 4);
		for (let at = 0; at < words.length; at += 3, filled += 4) batch.set(words.subarray(at, at + 3), filled);
	}
	yield new Uint8Array(batch.buffer, 0, 4 * filled);
}
