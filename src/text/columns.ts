/** The width of text on a terminal, and line breaking. */
import { shownText } from "./shown-text";
import type { Span } from "./visualize";

/** Combining characters take no column, wide ones take two: an approximation of Unicode Standard Annex #11. */
const COMBINING = /[\p{Mn}\p{Me}]/u;
const WIDE =
	/(?![\uff61-\uffdc])[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}\u3001-\u303e\uff01-\uff60]/u;

/** Replaces each unseen character with its code point, so that it cannot act on the terminal. */
export function withUnseenShown(spans: readonly Span[]): Span[] {
	return spans.map((span) => ({ ...span, text: shownText(span.text) }));
}

/** Number of columns that a text takes. */
export function columnsOf(text: string): number {
	let columns = 0;
	for (const character of text) columns += COMBINING.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
	return columns;
}

/** Breaks spans into rows of at most `width` columns, at least one character each. */
export function wrapSpans(spans: readonly Span[], width: number): Span[][] {
	const rows: Span[][] = [[]];
	let used = 0;
	for (const span of spans) {
		let text = "";
		for (const character of span.text) {
			const columns = columnsOf(character);
			if (used > 0 && used + columns > width) {
				rows.at(-1)?.push({ ...span, text });
				rows.push([]);
				[text, used] = ["", 0];
			}
			text += character;
			used += columns;
		}
		rows.at(-1)?.push({ ...span, text });
	}
	return rows.map((row) => row.filter(({ text }) => text !== ""));
}

/** Breaks a sentence between words into rows of at most `width` columns. Longer words are not broken. */
export function wrapWords(sentence: string, width: number): string[] {
	const rows: string[] = [];
	for (const word of sentence.split(" ")) {
		const row = rows.at(-1);
		if (row === undefined || columnsOf(row) + 1 + columnsOf(word) > width) rows.push(word);
		else rows[rows.length - 1] = `${row} ${word}`;
	}
	return rows;
}
