/** Sizes of classes in decimal, in US-ASCII. */
import { encoder } from "../../utf8";

/** Most classes are small: their sizes are encoded once. */
const SMALL = 1000;
const SMALL_SIZES = Array.from({ length: SMALL }, (_, size) => encoder.encode(String(size)));

export function decimal(size: number): Uint8Array {
	return SMALL_SIZES[size] ?? encoder.encode(String(size));
}
