/** The results of `extract`. */

/** The delimiters around a reference: `<…>`, `"…"`, or none. */
export type Delimiter = "angle" | "quotes" | "none";

/** A reference found in running text. */
export interface ExtractedReference {
	/** The reference, without white space inside and without the prefix `URL:`. */
	readonly text: string;
	/** UTF-16 index of its first character in the running text, after delimiter and prefix. */
	readonly start: number;
	/** UTF-16 index after its last character. `text` is the running text from `start` to `end`, without white space. */
	readonly end: number;
	readonly delimiter: Delimiter;
	/** Whether a line break follows one of its hyphens. The hyphen is kept, but may stem from breaking the line (App. C). */
	readonly doubtful: boolean;
}
