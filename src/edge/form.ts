/** Parameters of a query: `application/x-www-form-urlencoded`, URL Standard §5. */

/** A parameter. */
export interface Pair {
	/** Decoded. */
	readonly name: string;
	/** Name and value, decoded and encoded again, with `=`. */
	readonly written: string;
}

/** What is the same decoded and encoded. */
const PLAIN = /^[A-Za-z0-9*._-]*$/;
const PLAIN_PAIR = /^[A-Za-z0-9*._-]*=[A-Za-z0-9*._-]*$/;
/** What `encodeURIComponent` leaves and §5.2 encodes. */
const LEFT = /[!'()~]/g;
// A BOM is a character like others: "UTF-8 decode without BOM".
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

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
	if (PLAIN_PAIR.test(piece)) return { name: piece.slice(0, at), written: piece };
	const name = decodeForm(at < 0 ? piece : piece.slice(0, at));
	return { name, written: `${encodeForm(name)}=${at < 0 ? "" : encodeForm(decodeForm(piece.slice(at + 1)))}` };
}

/** Decodes `+` and triplets, once, as UTF-8 with U+FFFD. `text` is ASCII. */
export function decodeForm(text: string): string {
	return PLAIN.test(text) ? text : decodeText(text.replaceAll("+", " "));
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
	return decoder.decode(octets.subarray(0, end));
}

function encodeForm(text: string): string {
	return PLAIN.test(text) ? text : encodeStrictly(text).replaceAll("%20", "+");
}

/** Replaces lone surrogates by U+FFFD, as UTF-8 encoders do. */
export function wellFormed(text: string): string {
	return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** Percent-encodes all but `ALPHA DIGIT * - . _`. Requires: `text` has no lone surrogate. */
export function encodeStrictly(text: string): string {
	return encodeURIComponent(text).replace(LEFT, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
