/** The errors of stores. */
import { SetError } from "../errors";

/** The error for an invalid file, at a byte. */
export function invalidStore(offset: number, reason: string): SetError {
	return new SetError("invalid-store", `${reason} (at byte ${offset}).`, { offset });
}

/** The error for a file with damage. */
export function damagedStore(offset: number, reason: string): SetError {
	return invalidStore(offset, `The store is damaged: ${reason}`);
}
