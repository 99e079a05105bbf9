/** The error of lists, and reports of rules that a reader does not support. */

import { ListError, type ListReportCode } from "../../errors";
import { faultsMessage, type PolicyFault } from "../schema/policy-error";

export { ListError, type ListReportCode };

/**
 * A rule that the reader does not support: a removal is left out, an exception holds for every URL that its rules cover. `line` counts
 * from 1; `path` is a JSON Pointer for lists in JSON, whose `line` is 1; `text` is the rule, shortened.
 */
export interface ListReport {
	readonly code: ListReportCode;
	readonly message: string;
	readonly line: number;
	readonly path: string;
	readonly text: string;
}

/** A line that the format allows, but whose meaning its author hardly intends. */
export type ListDoubt = Pick<ListReport, "message" | "line" | "text">;

/** The error for faults of a list of our own format. `noun`: its name in the message. */
export function invalidList(faults: readonly PolicyFault[], noun = "list"): ListError {
	return new ListError("list-syntax", faultsMessage(noun, faults), faults[0]?.path, "", 1, faults);
}
