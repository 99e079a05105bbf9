/** The errors of stores. */
import { UriError } from "../errors";

/** The error for a file that is not as it should be, at a byte. */
export function invalidStore(offset: number, reason: string): UriError {
	return new UriError("invalid-store", `${reason} (at byte ${offset}).`, { offset });
}

/** The error for a file with damage. */
export function damagedStore(offset: number, reason: string): UriError {
	return invalidStore(offset, `The store is damaged: ${reason}`);
}
