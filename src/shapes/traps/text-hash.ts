/** A hash for texts that are only counted or compared: the texts of a hostile list could fill the memory. */

const FIRST = 0x9e3779b1;
const SECOND = 0x5f356495;

/** A hash of 53 bits, always the same. */
export function textHash(text: string): number {
	let [a, b] = [0x41c6ce57, 0x2545f491];
	for (let at = 0; at < text.length; ++at) {
		const unit = text.charCodeAt(at);
		a = Math.imul(a ^ unit, FIRST);
		b = Math.imul(b ^ unit, SECOND);
		a ^= a >>> 15;
	}
	a = Math.imul(a ^ (a >>> 16), SECOND) ^ b;
	b = Math.imul(b ^ (b >>> 13), FIRST) ^ a;
	return (b >>> 0) * 2 ** 21 + (a >>> 11);
}
