/** Remembers whether hosts are covered, by their fingerprints: the last one of each place in a table. */
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";

const WORDS = FINGERPRINT_SIZE / 4;
/** Hosts: most lines of a list are of a few. */
const SIZE = 65536;

export class HostCache {
	readonly #words = new Int32Array(WORDS * SIZE);
	/** 0: not covered, 1: covered; from 2 on, the number of a question whose answer is due, plus 2. */
	readonly #answers = new Int32Array(SIZE);

	/** The answer for the fingerprint at a word, or -1 if it is not known. */
	answerFor(fingerprints: Int32Array, at: number): number {
		const place = (fingerprints[at] as number) & (SIZE - 1);
		const known = WORDS * place;
		for (let word = 0; word < WORDS; ++word) if (this.#words[known + word] !== fingerprints[at + word]) return -1;
		return this.#answers[place] as number;
	}

	/** Remembers an answer for the fingerprint at a word. */
	remember(fingerprints: Int32Array, at: number, answer: number): void {
		const place = (fingerprints[at] as number) & (SIZE - 1);
		for (let word = 0; word < WORDS; ++word) this.#words[WORDS * place + word] = fingerprints[at + word] as number;
		this.#answers[place] = answer;
	}
}
