/** Parameters of a query: `application/x-www-form-urlencoded`, URL Standard §5. */

/** A parameter. */
export interface Pair {
	/** Decoded. */
	readonly name: string;
	/** Name and value, decoded and encoded again, with `=`. */
	readonly written: string;
	/** The same, but as it came if it is not UTF-8: then `written` has U+FFFD for octets that a server may distinguish. */
	readonly sent: string;
}

/** Names and values that decoding and encoding leave unchanged. */
const PLAIN = /^[A-Za-z0-9*._-]*$/;
const PLAIN_PAIR = /^[A-Za-z0-9*._-]*=[A-Za-z0-9*._-]*$/;
/** Characters that `encodeURIComponent` leaves and §5.2 encodes. */
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

/**
 * The triplets of one character: "maximal subparts" of the URL Standard's decoder (Encoding §4.8). A character that ends too early, and
 * a triplet that begins none, is one U+FFFD.
 */
const SUBPART =
	/%(?:(?:c[2-9a-f]|d[\da-f])(?:%[89ab][\da-f])?|e(?!0%[89]|d%[ab])[\da-f](?:%[89ab][\da-f]){0,2}|f(?:0(?!%8)|[1-3]|4(?!%[9ab]))(?:%[89ab][\da-f]){0,3}|[\da-f]{2})/gi;

/** The same for triplets that are not UTF-8, and for `%` without two digits, which stays. A byte order mark is a character like others. */
function decodeOctets(text: string): string {
	return text.replace(SUBPART, (triplets) => (isUtf8(triplets) ? decodeURIComponent(triplets) : "\ufffd"));
}

/** Writes a name or a value. Requires: `text` has no lone surrogate. */
export function encodeForm(text: string): string {
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
