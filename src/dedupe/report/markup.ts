/** HTML from text that is hostile: it never becomes markup, a link, or a control character. */

/** Markup. Only `html` and what follows makes it, so that text cannot be taken for it. */
export class Markup {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

type Value = string | number | Markup | readonly Markup[];

/** A template of markup. Text among the values is escaped. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
	return new Markup(parts.map((part, index) => part + (index < values.length ? markupOf(values[index] as Value) : "")).join(""));
}

function markupOf(value: Value): string {
	if (value instanceof Markup) return value.text;
	if (Array.isArray(value)) return value.map(({ text }) => text).join("");
	return escaped(String(value));
}

const ESCAPES: { readonly [character: string]: string } = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ESCAPES[character] as string);
}

/**
 * Characters without a glyph, such as those that reverse the direction of text, variation selectors and Hangul fillers (the property
 * Default_Ignorable_Code_Point) and the blank of Braille, and spaces that look like another one.
 */
const UNSEEN = /([\p{C}\p{DI}\u2800]|(?! )\p{Z})/u;

/** Text with code points in place of invisible characters; an octet that is not UTF-8 as two hex digits. */
export function visible(text: string): Markup {
	const parts = text.split(new RegExp(UNSEEN, "gu"));
	return new Markup(
		parts.map((part, index) => (index % 2 === 0 ? escaped(part) : `<i class="unseen">${nameOf(part)}</i>`)).join(""),
	);
}

function nameOf(character: string): string {
	const code = character.codePointAt(0) as number;
	// A lone surrogate stands for an octet: see excerpt.ts.
	if (character.length === 1 && /\p{Cs}/u.test(character)) return hex(code & 0xff, 2);
	return `U+${hex(code, 4)}`;
}

function hex(number: number, length: number): string {
	return number.toString(16).toUpperCase().padStart(length, "0");
}
