/** The format of a file, by its name or its first bytes. */
import { formatNamed, knowsColumn } from "../../formats";
import { formatBegun } from "./begun";

/** Returns the format of a file, by its name, or else by its first bytes. */
export function formatFor(file: string | undefined): string | undefined {
	const named = formatNamed(file ?? "");
	return named === undefined || knowsColumn(named) ? (formatBegun(file) ?? named) : named;
}
