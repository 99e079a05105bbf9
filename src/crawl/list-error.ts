/** The error of lists, and reports of what a list contains but its reader does not support. */
import type { RegexFaultCode } from "./regex/regex";

/** What is wrong with a list as a whole. */
export type ListErrorCode = "list-syntax" | "list-version" | "list-too-large" | ListReportCode;

/** Why a rule of a list is not taken as it stands. */
export type ListReportCode =
	| "unsupported-modifier"
	| "unsupported-query-pattern"
	| "unsupported-raw-rule"
	| "unsupported-redirection"
	| Exclude<RegexFaultCode, "list-too-large">;

/**
 * A rule that is not taken as it stands: a removal is left out, an exception is widened to every URL. `line` counts from 1;
 * `path` is a JSON Pointer for lists in JSON, whose `line` is 1; `text` is the rule, shortened.
 */
export interface ListReport {
	readonly code: ListReportCode;
	readonly message: string;
	readonly line: number;
	readonly path: string;
	readonly text: string;
}

/** An error of a list. `line` counts from 1; `path` is a JSON Pointer for lists in JSON; `text` is what stands there. */
export class ListError extends Error {
	override readonly name = "ListError";
	readonly code: ListErrorCode;
	readonly line: number;
	readonly path: string;
	readonly text: string;

	constructor(code: ListErrorCode, message: string, path = "", text = "", line = 1) {
		super(message);
		this.code = code;
		this.line = line;
		this.path = path;
		this.text = text;
	}
}
