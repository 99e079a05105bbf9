/** The options `keep` and `prefer` of runs over lists: which of equivalent lines stays. */
import { type ClassChoice, PREFERENCES, type Preference } from "../dedupe/classes/class-choice";
import { OptionError } from "../errors";
import { choose } from "../input";
import type { LineRules } from "../job/line-rules";

export interface ClassOptions {
	/** Which of equivalent lines stays: the first (the default), or the last. */
	keep?: "first" | "last" | undefined;
	/**
	 * Preferences among equivalent lines, most important first: `"https"`, `"shortest"`, `"www"` or `"no-www"`. `keep` decides between
	 * those that are equal in all of this. Under rules with one form of each page, it requires `print: "original"`.
	 */
	prefer?: readonly Preference[] | undefined;
}

/** Checks the options. Undefined if the first line stays. Throws OptionError `invalid-option`. */
export function classChoiceOf({ keep = "first", prefer = [] }: ClassOptions): ClassChoice | undefined {
	choose("keep", keep, { first: true, last: true });
	const words: unknown = prefer;
	if (!Array.isArray(words) || words.some((word, index) => !isPreference(word) || words.indexOf(word) !== index))
		refuse(`must be an array of different words: ${PREFERENCES.map((word) => `"${word}"`).join(", ")}.`);
	if (prefer.includes("www") && prefer.includes("no-www")) refuse('must not have both "www" and "no-www".');
	if (keep === "first" && prefer.length === 0) return undefined;
	return { prefer, columns: [], keepsLast: keep === "last", countInto: undefined, counts: false };
}

/** Throws OptionError for a preference between lines that are written alike. */
export function refuseAlike(choice: ClassChoice | undefined, print: string, { rules }: LineRules): void {
	if (choice === undefined || choice.prefer.length === 0 || print === "original") return;
	if (print === "key") refuse('must not be given with "print": "key", since equivalent lines have one key.');
	if (rules.forms === undefined) refuse('requires "print": "original", since equivalent lines have one normal form.');
}

function isPreference(word: unknown): boolean {
	return PREFERENCES.some((known) => known === word);
}

function refuse(sentence: string): never {
	throw new OptionError("invalid-option", `The option "prefer" ${sentence}`);
}
