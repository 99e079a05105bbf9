/** Generates distinct lines of one length. */

const PREFIX = "http://h/";
/** The same prefix in another spelling. */
const RESPELLED = "HTTP://h/";
const NUMBER_DIGITS = 7;
/** Fills the line after the number. */
const FILLING = "/over/there/and/back/again";
/** Approximate length of each yielded text. */
const TEXT_LENGTH = 1_000_000;

/** The shortest possible line, in octets. */
const MIN_LENGTH = PREFIX.length + NUMBER_DIGITS;

/**
 * Yields texts of whole lines, `octets` or slightly more in total. A line is a reference of `length` octets and LF. Every second
 * line has its scheme in upper case, so it is not in normal form. Throws RangeError if `length` is less than MIN_LENGTH.
 */
export function* linesOfLength(length: number, octets: number): Generator<string> {
	if (length < MIN_LENGTH) throw new RangeError(`A line must have at least ${MIN_LENGTH} octets.`);
	const filling = FILLING.repeat(Math.ceil(length / FILLING.length)).slice(0, length - MIN_LENGTH);
	const perText = Math.max(1, Math.floor(TEXT_LENGTH / (length + 1)));
	const count = Math.ceil(octets / (length + 1));
	for (let written = 0; written < count; written += perText) {
		const lines = Array.from({ length: Math.min(perText, count - written) }, (_, index) => {
			const number = (written + index).toString(36).padStart(NUMBER_DIGITS, "0");
			return `${(written + index) % 2 === 0 ? PREFIX : RESPELLED}${number}${filling}\n`;
		});
		yield lines.join("");
	}
}
