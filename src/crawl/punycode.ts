/** Punycode, encoding (RFC 3492 §6.3). Its parameters for IDNA are in §5. */
import { BASE, DAMP, INITIAL_BIAS, INITIAL_N, SKEW, T_MAX, T_MIN } from "../grammar/punycode";

/** The Punycode of a text. */
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
			bias = adapted(delta, handled + 1, handled === basic.length);
			delta = 0;
			++handled;
		}
		++delta;
	}
	return output;
}

/** A delta as a variable-length integer (§3.3). */
function encodeInteger(delta: number, bias: number): string {
	let output = "";
	let rest = delta;
	for (let k = BASE; ; k += BASE) {
		const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
		if (rest < threshold) return output + digit(rest);
		output += digit(threshold + ((rest - threshold) % (BASE - threshold)));
		rest = Math.floor((rest - threshold) / (BASE - threshold));
	}
}

/** The digit of a value: a to z, then 0 to 9 (§5). */
function digit(value: number): string {
	return String.fromCharCode(value < 26 ? value + 0x61 : value - 26 + 0x30);
}

/** Bias adaptation (§6.1). */
function adapted(delta: number, count: number, isFirst: boolean): number {
	let rest = Math.floor(delta / (isFirst ? DAMP : 2));
	rest += Math.floor(rest / count);
	let k = 0;
	for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
	return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
