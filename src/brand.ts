/**
 * Identifies values from the host by their brand. A test runner, a frame and an edge runtime hand over objects of another realm, whose
 * classes are not those of this one: `instanceof` denies them.
 */

/** The name by which every realm calls the class of an object: "Error", "Uint8Array". */
function brandOf(value: unknown): string {
	return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

/** Whether a value is an error: with a name, one of the class of that name, or of a subclass that keeps the name. */
export function isError(value: unknown, name?: "RangeError" | "SyntaxError" | "TypeError"): value is Error {
	const isAny = brandOf(value) === "Error" || brandOf(value) === "DOMException";
	return isAny && (name === undefined || (value as Error).name === name);
}

/** Whether a value is a view of octets. */
export function isOctets(value: unknown): value is Uint8Array {
	return brandOf(value) === "Uint8Array";
}

/** Whether a value is an array of signed words of 64 bits. */
export function isLongs(value: unknown): value is BigInt64Array {
	return brandOf(value) === "BigInt64Array";
}

/** Whether a value is a URL. */
export function isUrl(value: unknown): value is URL {
	return brandOf(value) === "URL";
}
