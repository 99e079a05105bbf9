/** The lines that the values of a table become, and what comes back for them. */
import { LineRecord } from "../../../assembly/layout/addresses";
import { Flag } from "../../../assembly/layout/options";
import { unmark } from "../../../assembly/lines/line-record";
import type { Batch, LineSettings } from "../../lines/lines";

/**
 * Settings for the feed of a table that has no set: it omits values in normal form, whose rows have them. Only the core kernel can do
 * that.
 */
export function omittingPlain<Rules extends LineSettings>(settings: Rules): Rules {
	return { ...settings, linesWord: settings.linesWord | Flag.OMIT_PLAIN };
}

/** The end of the output of a batch, of which fingerprints may have left the fetch forms alone. */
export function outputEndOf({ workspace, records }: Batch): number {
	if (records === 0) return workspace.output;
	const last = workspace.records + (records - 1) * LineRecord.SIZE + LineRecord.OUTPUT_END;
	return unmark(workspace.kernel.words[last >> 2] as number);
}
