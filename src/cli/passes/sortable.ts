/** What `--keep min:` and `max:` compare: numbers by value, all else by its octets. */

/** Text with a character for each octet, and its number if it is one. */
export interface Sortable {
	readonly text: string;
	readonly number: number | undefined;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const INTEGER = /^-?\d+$/;

/** Undefined for no value: none, an empty one, and only white space. */
export function sortable(octets: Uint8Array | undefined): Sortable | undefined {
	const text = octets === undefined ? "" : Buffer.from(octets).toString("latin1").trim();
	return text === "" ? undefined : { text, number: NUMBER.test(text) ? Number(text) : undefined };
}

/** Whether a value wins against that of an earlier member of its class. No value never does; any wins against none. */
export function isBetter(which: "min" | "max", value: Sortable | undefined, before: Sortable | undefined): boolean {
	if (value === undefined || before === undefined) return value !== undefined;
	const order = compare(value, before);
	return which === "min" ? order < 0 : order > 0;
}

/** Numbers by value, text by octets, numbers before text. */
function compare(a: Sortable, b: Sortable): number {
	if (a.number === undefined || b.number === undefined) {
		if (a.number !== b.number) return a.number === undefined ? 1 : -1;
		return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
	}
	if (a.number !== b.number) return a.number < b.number ? -1 : 1;
	// Integers that are equal as floating-point numbers may differ.
	return INTEGER.test(a.text) && INTEGER.test(b.text) ? Number(BigInt(a.text) - BigInt(b.text)) : 0;
}
