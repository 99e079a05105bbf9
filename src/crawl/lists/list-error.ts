/** The error of lists, and reports of what a list contains but its reader does not support. */
import { type ListErrorCode, type ListReportCode, UriError } from "../../errors";

export type { ListErrorCode, ListReportCode };

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

/**
 * An exception that holds for more URLs than it names, because its match could be completed in the query, which no list sees. It is
 * taken as it stands, so it is no report. The members are those of a report.
 */
export type WidenedException = Omit<ListReport, "code">;

/** An error of a list. `line` counts from 1; `path` is a JSON Pointer for lists in JSON; `text` is what stands there. */
export class ListError extends UriError {
	override readonly name = "ListError";
	declare readonly code: ListErrorCode;
	declare readonly line: number;
	readonly path: string;
	readonly text: string;

	constructor(code: ListErrorCode, message: string, path = "", text = "", line = 1) {
		super(code, message, { line });
		this.path = path;
		this.text = text;
	}
}
