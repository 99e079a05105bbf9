/** Text of unknown origin, for terminals. */

/** Characters without a glyph: controls, and formats such as those that reverse the direction of text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Replaces each unseen character of a text with its code point, so that it cannot act on the terminal. */
export function shownText(text: string): string {
	const numbered = (character: string) =>
		`<U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}>`;
	return text.replace(UNSEEN, numbered);
}
