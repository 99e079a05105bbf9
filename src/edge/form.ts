/** Parameters of a query: `application/x-www-form-urlencoded`, URL Standard §5. */
import { decoder } from "../utf8";

/** A parameter. */
export interface Pair {
	/** Decoded. */
	readonly name: string;
	/** Name and value, decoded and encoded again, with `=`. */
	readonly written: string;
	/** The same, but as it came if it is not UTF-8: then `written` has U+FFFD for what a server may tell apart. */
	readonly sent: string;
}

/** What is the same decoded and encoded. */
const PLAIN = /^[A-Za-z0-9*._-]*$/;
const PLAIN_PAIR = /^[A-Za-z0-9*._-]*=[A-Za-z0-9*._-]*$/;
/** What `encodeURIComponent` leaves and §5.2 encodes. */
const LEFT = /[!'()~]/g;

/** The parameters of a query. Undefined if there are more than `max` pairs. */
export function parsePairs(query: string, max: number): Pair[] | undefined {
	const pairs: Pair[] = [];
	for (let start = 0; start <= query.length; ) {
		const next = query.indexOf("&", start);
		const end = next < 0 ? query.length : next;
		if (end > start) {
			if (pairs.length === max) return undefined;
			pairs.push(parsePair(query.slice(start, end)));
		}
		start = end + 1;
	}
	return pairs;
}

/** §5.1 and §5.2 for one pair. */
function parsePair(piece: string): Pair {
	const at = piece.indexOf("=");
	if (PLAIN_PAIR.test(piece)) return { name: piece.slice(0, at), written: piece, sent: piece };
	const name = decodeForm(at < 0 ? piece : piece.slice(0, at));
	const written = `${encodeForm(name)}=${at < 0 ? "" : encodeForm(decodeForm(piece.slice(at + 1)))}`;
	return { name, written, sent: isUtf8(piece) ? written : piece };
}

/** Whether all triplets are UTF-8, and each `%` begins one. */
export function isUtf8(text: string): boolean {
	try {
		return decodeURIComponent(text) !== undefined;
	} catch {
		return false;
	}
}

/** Decodes `+` and triplets, once, as UTF-8 with U+FFFD. `text` is ASCII. */
export function decodeForm(text: string): string {
	return PLAIN.test(text) ? text : decodeText(text.replace(/\+/g, " "));
}

/** Decodes triplets, once, as UTF-8 with U+FFFD. `text` is ASCII. */
export function decodeText(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return decodeOctets(text);
	}
}

/** The same for triplets that are not UTF-8, and for `%` without two digits, which stays. */
function decodeOctets(text: string): string {
	const octets = new Uint8Array(text.length);
	let end = 0;
	for (let at = 0; at < text.length; ++at) {
		const isTriplet = text[at] === "%" && /^[0-9A-Fa-f]{2}$/.test(text.slice(at + 1, at + 3));
		octets[end++] = isTriplet ? Number.parseInt(text.slice(at + 1, at + 3), 16) : text.charCodeAt(at);
		if (isTriplet) at += 2;
	}
	// "UTF-8 decode without BOM": a BOM is a character like others.
	return decoder.decode(octets.subarray(0, end));
}

function encodeForm(text: string): string {
	return PLAIN.test(text) ? text : encodeStrictly(text).replace(/%20/g, "+");
}

/** Replaces lone surrogates by U+FFFD, as UTF-8 encoders do. */
export function wellFormed(text: string): string {
	return text.replace(/[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g, (units) => (units.length > 1 ? units : "\ufffd"));
}

/** Percent-encodes all but `ALPHA DIGIT * - . _`. Requires: `text` has no lone surrogate. */
export function encodeStrictly(text: string): string {
	return encodeURIComponent(text).replace(LEFT, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
