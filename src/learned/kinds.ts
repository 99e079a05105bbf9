/** The kind of a token: the token with `{word}` in place of its words. */

/** What stands for a word. No token of `shape@1` has it. */
export const WORD = "{word}";

/** Codes of languages and countries, and digits: they have no kind, and stay. */
const CODE = /^[A-Za-z]{2}(?:[-_][A-Za-z]{2,4})?$|^\d+$/;
const PARTS = /^(.+?)(\.[A-Za-z][A-Za-z0-9]{0,4})?$/s;
const CLASS = /(\{[a-z]+\})/;
const LETTERS = /[A-Za-z0-9%\x80-\u{10ffff}]/u;
const EDGES = /^([-_.+~]*).*?([-_.+~]*)$/s;
/** A plain word: most tokens are. */
const PLAIN = /^[A-Za-z0-9_-]*[A-Za-z][A-Za-z0-9]*$/;

/**
 * The kind of a token of `shape@1`. Undefined if it has no words, or is the code of a language or country.
 *
 * ```
 *   about    terms-and-more.html    item-{int}      {slug}    {int}    en    pt-BR
 *   {word}   {word}.html            {word}-{int}    {word}    none     none  none
 * ```
 */
export function kindOf(token: string): string | undefined {
	if (token === "" || CODE.test(token)) return undefined;
	if (PLAIN.test(token) && !/^[-_]/.test(token)) return WORD;
	const [, stem = "", extension = ""] = PARTS.exec(token) ?? [];
	const parts = stem.split(CLASS).map(partKind);
	return parts.some((part) => part.includes(WORD)) ? parts.join("") + extension : undefined;
}

/** The kind of a class, or of what is between two. */
function partKind(part: string): string {
	if (part === "{slug}") return WORD;
	if (part.startsWith("{") || !LETTERS.test(part)) return part;
	const [, before = "", after = ""] = EDGES.exec(part) ?? [];
	return before + WORD + after;
}
