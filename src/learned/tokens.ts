/** Tokens of `shape@1`, as the rules see them. */

/** Segments beyond which a key is not learned from. */
export const MAX_DEPTH = 32;

/** The token of a year. */
export const YEAR = "{year}";
