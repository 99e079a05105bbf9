/** The option `byObserved`: whether references that the normalizer observed to lead to the same resource are equal. */
import { UriError, unwrap } from "../errors";
import { ObservedFingerprints } from "../lines/observed-fingerprints";
import type { Keys } from "./keys";

/** Throws UriError `invalid-option` if the option is set and the normalizer observes nothing. */
export function checkObserved(keys: Keys | undefined, byObserved = false): void {
	if (byObserved && keys?.observed === undefined) {
		throw new UriError("invalid-option", 'The option "byObserved" needs a normalizer of "urlsieve", which observes references.');
	}
}

/** What replaces fingerprints under this key, if the option is set. */
export function observedIn(keys: Keys, key: Uint8Array, byObserved = false): ObservedFingerprints | undefined {
	if (!byObserved || keys.observed === undefined) return undefined;
	return new ObservedFingerprints(keys.observed, (normal) => unwrap(keys.tryFingerprint(normal, key)));
}
