/** The error of lists. */

/** What is wrong with a list. */
export type ListErrorCode = "list-syntax" | "list-version" | "list-too-large";

/** An error of a list. `line` counts from 1; `path` is a JSON Pointer for lists in JSON; `text` is what stands there. */
export class ListError extends Error {
	override readonly name = "ListError";
	readonly code: ListErrorCode;
	readonly line: number;
	readonly path: string;
	readonly text: string;

	constructor(code: ListErrorCode, message: string, path = "", text = "") {
		super(message);
		this.code = code;
		this.line = 1;
		this.path = path;
		this.text = text;
	}
}
