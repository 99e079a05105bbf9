/**
 * The rules by which words at one position are merged, as rows of a table: docs/guide/shapes.md.
 *
 * ```
 *   position   /users/…            alice   bob   carol   about        the words there, of one kind
 *                                  /posts  /posts /posts               inner words: something is below
 *                                                        .             leaves: nothing is
 * ```
 */

/** A word at a position, and the keys that have it there. */
export interface Word {
	readonly token: number;
	readonly text: string;
	/** Number of keys. */
	readonly keys: number;
	/** Of these, keys that end here. */
	readonly ends: number;
	/** The different tokens after it: {slug} for all that have one. */
	readonly next: ReadonlySet<string>;
}

/** The words of one kind at one position. */
export interface Words {
	readonly isRoot: boolean;
	readonly all: readonly Word[];
	readonly leaves: readonly Word[];
	readonly inner: readonly Word[];
	/** By next token: inner words that have it. */
	readonly sharing: ReadonlyMap<string, number>;
	/** Inner words that have the most frequent next token. */
	readonly shared: number;
	/** The median of keys below an inner word. */
	readonly median: number;
}

type RuleName = "many" | "same below" | "leaves" | "short slugs";

/** A rule: where it holds, these words become their kind. */
interface MergeRule {
	readonly name: RuleName;
	readonly holds: (words: Words, open: readonly RuleName[]) => boolean;
	readonly takes: (words: Words) => readonly Word[];
}

const MANY = 64;
const SOME = 24;
const ROOT_LEAVES = 64;
const THIN = 8;
const SLUGS = 8;
const SLUG = "{slug}";

/** A separator in a word, as a short slug has one. */
const SEPARATOR = /[-_+]|%20|\{slug\}/;

/** Later rules see which earlier ones hold. */
const MERGE_RULES: readonly MergeRule[] = [
	{
		name: "many",
		holds: ({ inner }) => inner.length >= MANY,
		takes: ({ inner }) => inner,
	},
	{
		name: "same below",
		holds: ({ inner, shared, median }, open) =>
			!open.includes("many") && inner.length >= SOME && 2 * shared >= inner.length && median <= THIN,
		takes: (words) => words.inner.filter((word) => sharesBelow(word, words)),
	},
	{
		name: "leaves",
		holds: ({ isRoot, leaves, inner }, open) =>
			leaves.length >= (isRoot ? ROOT_LEAVES : SOME) || (open.length > 0 && leaves.length > 0 && endOften(inner)),
		takes: ({ leaves }) => leaves,
	},
	{
		name: "short slugs",
		holds: ({ leaves }, open) => !open.includes("leaves") && slugsIn(leaves) >= SLUGS,
		takes: ({ leaves }) => leaves.filter(({ text }) => hasSeparator(text)),
	},
];

/** Whether a rule may hold: fast path only. */
export function mayMerge(leaves: readonly Pick<Word, "text" | "ends">[], inner: number): boolean {
	return inner >= SOME || leaves.length >= SOME || slugsIn(leaves) >= SLUGS;
}

/** The words that the rules merge, and which rules. */
export interface Merge {
	readonly rules: readonly RuleName[];
	readonly words: readonly Word[];
}

/** Undefined if fewer than two words are merged. */
export function mergeOf(words: Words): Merge | undefined {
	const rules: RuleName[] = [];
	const taken: Word[] = [];
	for (const { name, holds, takes } of MERGE_RULES) {
		if (!holds(words, rules)) continue;
		rules.push(name);
		taken.push(...takes(words));
	}
	return taken.length < 2 ? undefined : { rules, words: taken };
}

/** Whether a position that these rules have merged takes a word that no key had there. */
export function admits(rules: readonly string[], word: string): boolean {
	return rules.some((rule) => rule !== "short slugs") || hasSeparator(word);
}

/** The text by which next tokens are compared. */
export function nextText(text: string): string {
	return text.includes(SLUG) ? SLUG : text;
}

function hasSeparator(text: string): boolean {
	return SEPARATOR.test(text);
}

/** Whether a word shares a next token with a tenth of the words. */
function sharesBelow({ next }: Word, { sharing, inner }: Words): boolean {
	for (const token of next) if (token === SLUG || 10 * (sharing.get(token) ?? 0) >= inner.length) return true;
	return false;
}

/** Whether half of the inner words end a key, too. */
function endOften(inner: readonly Word[]): boolean {
	return 2 * inner.filter(({ ends }) => ends > 0).length >= inner.length;
}

/** Keys that end in a slug. */
function slugsIn(leaves: readonly Pick<Word, "text" | "ends">[]): number {
	return leaves.reduce((sum, { text, ends }) => (text.includes(SLUG) ? sum + ends : sum), 0);
}
