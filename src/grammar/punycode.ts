/** Punycode (RFC 3492), the encoding of U-labels in A-labels. */

/** The parameters of Punycode for IDNA: RFC 3492 §5. */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 0x80;

/** The last code point, and the range of surrogates. */
const LAST_CODE_POINT = 0x10ffff;
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

/** No DNS name is longer (RFC 1035 §2.3.4). Decoding takes quadratic time, so longer text is refused. */
const MAX_UNITS = 255;

/**
 * Decodes Punycode (RFC 3492 §6.2), the part of an A-label after `xn--`. Returns undefined for invalid or longer text than 255 UTF-16
 * units. Keeps upper-case letters.
 */
export function decodePunycode(text: string): string | undefined {
	if (text.length > MAX_UNITS || !/^[\0-\x7f]*$/.test(text)) return undefined;
	const basicEnd = Math.max(text.lastIndexOf("-"), 0);
	const points = Array.from(text.slice(0, basicEnd), (character) => character.charCodeAt(0));
	let point = INITIAL_N;
	let index = 0;
	let bias = INITIAL_BIAS;
	for (let at = basicEnd > 0 ? basicEnd + 1 : 0; at < text.length; ) {
		const delta = readInteger(text, at, bias);
		if (delta === undefined) return undefined;
		at = delta.end;
		const count = points.length + 1;
		bias = adapt(delta.value, count, index === 0);
		point += Math.floor((index + delta.value) / count);
		index = (index + delta.value) % count;
		if (point > LAST_CODE_POINT || (point >= FIRST_SURROGATE && point <= LAST_SURROGATE)) return undefined;
		points.splice(index++, 0, point);
	}
	return String.fromCodePoint(...points);
}

/** Reads a generalized variable-length integer, RFC 3492 §3.3. */
function readInteger(text: string, start: number, bias: number): { value: number; end: number } | undefined {
	let value = 0;
	let weight = 1;
	for (let at = start, k = BASE; at < text.length; ++at, k += BASE) {
		const digit = digitValue(text.charCodeAt(at));
		value += digit * weight;
		if (Number.isNaN(value) || value > Number.MAX_SAFE_INTEGER) return undefined;
		const threshold = thresholdAt(k, bias);
		if (digit < threshold) return { value, end: at + 1 };
		weight *= BASE - threshold;
	}
	return undefined;
}

/** The value of a digit: 0 to 25 for A to Z in either case, 26 to 35 for 0 to 9, NaN for others. */
function digitValue(unit: number): number {
	const value = Number.parseInt(String.fromCharCode(unit), BASE);
	return value < 10 ? value + 26 : value - 10;
}

/** Encodes a text (RFC 3492 §6.3). */
export function encodePunycode(text: string): string {
	const points = Array.from(text, (character) => character.codePointAt(0) as number);
	const basic = points.filter((point) => point < INITIAL_N);
	let output = String.fromCharCode(...basic, ...(basic.length > 0 ? [0x2d] : []));
	let [delta, bias, handled] = [0, INITIAL_BIAS, basic.length];
	for (let n = INITIAL_N; handled < points.length; ++n) {
		const next = Math.min(...points.filter((point) => point >= n));
		delta += (next - n) * (handled + 1);
		n = next;
		for (const point of points) {
			if (point < n) ++delta;
			if (point !== n) continue;
			output += encodeInteger(delta, bias);
			bias = adapt(delta, handled + 1, handled === basic.length);
			delta = 0;
			++handled;
		}
		++delta;
	}
	return output;
}

/** Writes a generalized variable-length integer, RFC 3492 §3.3. */
function encodeInteger(delta: number, bias: number): string {
	let output = "";
	let rest = delta;
	for (let k = BASE; ; k += BASE) {
		const threshold = thresholdAt(k, bias);
		if (rest < threshold) return output + digit(rest);
		output += digit(threshold + ((rest - threshold) % (BASE - threshold)));
		rest = Math.floor((rest - threshold) / (BASE - threshold));
	}
}

/** The digit of a value: a to z, then 0 to 9 (RFC 3492 §5). */
function digit(value: number): string {
	return String.fromCharCode(value < 26 ? value + 0x61 : value - 26 + 0x30);
}

/** The threshold of the digit at position `k`, RFC 3492 §3.3. */
function thresholdAt(k: number, bias: number): number {
	return Math.min(Math.max(k - bias, T_MIN), T_MAX);
}

/** Adapts the bias to the size of the last delta, RFC 3492 §6.1. */
function adapt(lastDelta: number, count: number, isFirst: boolean): number {
	let delta = Math.floor(lastDelta / (isFirst ? DAMP : 2));
	delta += Math.floor(delta / count);
	let k = 0;
	for (; delta > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) delta = Math.floor(delta / (BASE - T_MIN));
	return k + Math.floor(((BASE - T_MIN + 1) * delta) / (delta + SKEW));
}
