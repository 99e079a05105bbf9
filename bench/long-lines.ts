/** Lines that have all the same length, and are all different. */

const PREFIX = "http://h/";
/** The same prefix in another spelling. */
const RESPELLED = "HTTP://h/";
const NUMBER_DIGITS = 7;
/** What is behind the number: path segments of no meaning. */
const FILLING = "/over/there/and/back/again";
const TEXT_LENGTH = 1_000_000;

/** The shortest line that there can be. */
export const LEAST_LENGTH = PREFIX.length + NUMBER_DIGITS;

/**
 * Texts of whole lines, of `octets` in all or a little more. A line is a reference of `length` octets and LF; every second one is
 * not in normal form, for its scheme is in upper case. Throws RangeError for less than LEAST_LENGTH.
 */
export function* linesOfLength(length: number, octets: number): Generator<string> {
	if (length < LEAST_LENGTH) throw new RangeError(`A line has at least ${LEAST_LENGTH} octets.`);
	const filling = FILLING.repeat(Math.ceil(length / FILLING.length)).slice(0, length - LEAST_LENGTH);
	const eachTime = Math.max(1, Math.floor(TEXT_LENGTH / (length + 1)));
	const count = Math.ceil(octets / (length + 1));
	for (let made = 0; made < count; made += eachTime) {
		const lines = Array.from({ length: Math.min(eachTime, count - made) }, (_, index) => {
			const number = (made + index).toString(36).padStart(NUMBER_DIGITS, "0");
			return `${(made + index) % 2 === 0 ? PREFIX : RESPELLED}${number}${filling}\n`;
		});
		yield lines.join("");
	}
}
