/** The format of a file: what its name or its first bytes tell. */
import { formatNamed, knowsColumn } from "../../formats";
import { formatBegun } from "./begun";

/** The format that the name of a file tells, or else its first bytes. */
export function formatFor(file: string | undefined): string | undefined {
	const named = formatNamed(file ?? "");
	return named === undefined || knowsColumn(named) ? (formatBegun(file) ?? named) : named;
}
