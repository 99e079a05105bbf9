/** Counts values of a table with white space inside and no scheme: text, such as `not a url`, that is read as a relative reference. */
import { Octet } from "../../assembly/octets/char";
import { decoder } from "../utf8";

/** Characters of a value that are examined, and shown. */
const MAX_SHOWN = 60;
const MAX_EXAMINED = 256;
/** The character after the space is no white space either. */
const SPACED = /^(?![A-Za-z][A-Za-z0-9+.-]*:)\S.* +\S/;

export class ValueSurvey {
	/** Native search by memchr: most batches have no space at all. */
	readonly #find = Buffer.prototype.indexOf as unknown as (this: Uint8Array, octet: number, start?: number) => number;
	count = 0;
	/** The first such value. */
	example: string | undefined;

	/** Examines whole lines, a value each. */
	surveyValues(lines: Uint8Array): void {
		for (let at = this.#find.call(lines, Octet.SPACE); at >= 0; ) {
			const start = lines.lastIndexOf(Octet.LF, at) + 1;
			const end = this.#find.call(lines, Octet.LF, at);
			this.#examine(lines.subarray(start, end < 0 ? lines.length : end));
			at = end < 0 ? end : this.#find.call(lines, Octet.SPACE, end);
		}
	}

	#examine(line: Uint8Array): void {
		const text = decoder.decode(line.subarray(0, MAX_EXAMINED)).trim();
		if (!SPACED.test(text)) return;
		++this.count;
		this.example ??= text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
	}
}
