/** The error of lists, and reports of rules that a reader does not support. */

import { ListError, type ListReportCode } from "../../errors";
import { faultsMessage, type PolicyFault } from "../schema/policy-error";

export { ListError, type ListReportCode };

/**
 * A rule that is not taken as it stands: a removal is left out, an exception holds for every URL that its rules are about. `line` counts from 1;
 * `path` is a JSON Pointer for lists in JSON, whose `line` is 1; `text` is the rule, shortened.
 */
export interface ListReport {
	readonly code: ListReportCode;
	readonly message: string;
	readonly line: number;
	readonly path: string;
	readonly text: string;
}

/** A line that is read as its format has it, and hardly means what its author thinks. */
export type ListDoubt = Pick<ListReport, "message" | "line" | "text">;

/** The error for faults of a list of our own format. `noun`: its name in the message. */
export function invalidList(faults: readonly PolicyFault[], noun = "list"): ListError {
	return new ListError("list-syntax", faultsMessage(noun, faults), faults[0]?.path, "", 1, faults);
}
