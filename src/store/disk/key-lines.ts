/** The keys of a store as text. */
import { Octet } from "../../../assembly/octets/char";
import { Key } from "../../../assembly/store/layout";
import { asciiOctets } from "../../utf8";
import type { Store } from "../store";

const DIGITS = asciiOctets("0123456789abcdef");
const LINE = 2 * Key.SIZE + 1;

/** Yields a line for each key, hexadecimal digits of its octets, many lines at a time. They are valid until the next ones. */
export function* keyLines(store: Store): Generator<Uint8Array, void> {
	let lines = new Uint8Array(0);
	for (const keys of store.keys()) {
		const size = (keys.length / Key.SIZE) * LINE;
		if (size > lines.length) lines = new Uint8Array(size);
		let to = 0;
		for (let at = 0; at < keys.length; ++at) {
			const octet = keys[at] as number;
			lines[to++] = DIGITS[octet >> 4] as number;
			lines[to++] = DIGITS[octet & 15] as number;
			if (at % Key.SIZE === Key.SIZE - 1) lines[to++] = Octet.LF;
		}
		yield lines.subarray(0, size);
	}
}
