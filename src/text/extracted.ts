/** What `extract` finds. */

/** What stands around a reference: `<…>`, `"…"`, or nothing but white space and punctuation. */
export type Delimiter = "angle" | "quotes" | "none";

/** A reference that was found in running text. */
export interface ExtractedReference {
	/** The reference: without the white space inside it, and without the prefix `URL:`. */
	readonly text: string;
	/** UTF-16 index in the running text of its first character, behind delimiter and prefix. */
	readonly start: number;
	/** UTF-16 index behind its last character. `text` is what stands from `start` to `end`, without white space. */
	readonly end: number;
	/** What stands around it. */
	readonly delimiter: Delimiter;
	/** A line ends right behind one of its hyphens: the hyphen stays, but may have come from breaking the line (App. C). */
	readonly doubtful: boolean;
}
