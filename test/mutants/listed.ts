/** Mutants that survive, and why. Each was read. A line that changes is read again. */

/** A line of a source, and why changes of it are not found. */
export interface Listed {
	readonly file: string;
	/** The line, without the space around it. */
	readonly line: string;
	/** `before → after`, as a report prints them. */
	readonly changes: readonly string[];
	readonly reason: string;
}

export const LISTED: readonly Listed[] = [];
