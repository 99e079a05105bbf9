/** Checks of the options that sets have, whatever they compare. */
import { OptionError } from "../errors";
import { type Octets, toOctets } from "../input";

/** Octets of a key. */
export const KEY_SIZE = 16;

/** The key of a set: a copy, or a random one. Throws OptionError `invalid-option`, or `invalid-input` if it is not octets. */
export function keyOf(given: Octets = crypto.getRandomValues(new Uint8Array(KEY_SIZE)), name = "key"): Uint8Array {
	const key = toOctets(given, name).slice();
	if (key.length !== KEY_SIZE) {
		throw new OptionError("invalid-option", `The ${name} must be ${KEY_SIZE} bytes long, not ${key.length}.`);
	}
	return key;
}

/** Throws OptionError `invalid-option`. */
export function checkCapacity(capacity = 0): void {
	if (!Number.isInteger(capacity) || capacity < 0) {
		throw new OptionError("invalid-option", `The option "capacity" must be a non-negative integer, not ${capacity}.`);
	}
}
