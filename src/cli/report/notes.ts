/** Notes in the summary on inputs that look suspicious. */
import type { Input } from "../input/input";
import { type LineCounts, mergedCounts } from "../input/line-survey";
import { counted, grouped } from "./terminal";

/** A line with more CRs inside looks like many lines. */
const MAX_RETURNS = 10;

export interface Note {
	readonly code: "mostly-rejects" | "mostly-tabs" | "cr-line-ends" | "trailing-octets";
	/** Number of lines or octets concerned. */
	readonly count: number;
	readonly sentence: string;
}

/** The notes on a run. `rejects` of its `lines` lines were rejected. `others` counts lines that did not come through `inputs`. */
export function notesOn(lines: number, rejects: number, inputs: readonly Input[], others?: LineCounts): Note[] {
	const counts = mergedCounts([...inputs.map(({ survey }) => survey), ...(others === undefined ? [] : [others])]);
	const total = `${counted(counts.examined, "line")}${counts.examined < lines ? " examined" : ""}`;
	return [...trailingNotes(inputs), ...rejectNotes(lines, rejects), ...tabNotes(counts, total), ...returnNotes(counts, total)];
}

/** The notes on octets that follow compressed data. */
export function trailingNotes(inputs: readonly Input[]): Note[] {
	return inputs
		.filter(({ ignoredOctets }) => ignoredOctets > 0)
		.map(({ name, ignoredOctets: count }) => ({
			code: "trailing-octets",
			count,
			sentence: `${name}: ignored ${counted(count, "octet")} of trailing garbage after the gzip data`,
		}));
}

function rejectNotes(lines: number, count: number): Note[] {
	if (2 * count <= lines) return [];
	const share = `${grouped(count)} of ${counted(lines, "line")}`;
	const sentence = `rejected ${share}; check that the input is a list of references, one per line`;
	return [{ code: "mostly-rejects", count, sentence }];
}

function tabNotes({ examined, tabbed: count }: LineCounts, total: string): Note[] {
	if (2 * count <= examined) return [];
	const remedy =
		"normalization removes TABs (RFC 3986, Appendix C); if the input is a table, pass one column, for example with cut -f1";
	return [{ code: "mostly-tabs", count, sentence: `found a TAB in ${grouped(count)} of ${total}; ${remedy}` }];
}

function returnNotes({ examined, returned: count, maxReturns }: LineCounts, total: string): Note[] {
	if (2 * count <= examined && maxReturns <= MAX_RETURNS) return [];
	const remedy = "lines look CR-terminated; convert them with tr '\\r' '\\n'";
	const sentence = `found CRs in ${grouped(count)} of ${total}, up to ${grouped(maxReturns)} in one line; ${remedy}`;
	return [{ code: "cr-line-ends", count, sentence }];
}
