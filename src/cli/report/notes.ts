/** What a summary says about an input that does not look as it should. */
import type { Input } from "../input/input";
import { type LineCounts, mergedCounts } from "../input/line-survey";
import { counted, grouped } from "./terminal";

/** CRs inside one line that make it look like many lines. */
const MAX_RETURNS = 10;

export interface Note {
	readonly code: "mostly-rejects" | "mostly-tabs" | "cr-line-ends" | "trailing-octets";
	/** Lines or octets that it is about. */
	readonly count: number;
	readonly sentence: string;
}

/** The notes on a run over `inputs`, of whose `lines` lines `rejects` were rejected. `others` counts lines that inputs do not. */
export function notesOn(lines: number, rejects: number, inputs: readonly Input[], others?: LineCounts): Note[] {
	const counts = mergedCounts([...inputs.map(({ survey }) => survey), ...(others === undefined ? [] : [others])]);
	return [
		...trailingNotes(inputs),
		...rejectNotes(lines, rejects),
		...tabNotes(lines, counts.tabbed),
		...returnNotes(lines, counts),
	];
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
	const sentence = `rejected ${share(count, lines)}; check that the input is a list of references, one a line`;
	return [{ code: "mostly-rejects", count, sentence }];
}

function tabNotes(lines: number, count: number): Note[] {
	if (2 * count <= lines) return [];
	const remedy = "normalization removes TABs (RFC 3986, Appendix C); of a table, pass one column, for example with cut -f1";
	return [{ code: "mostly-tabs", count, sentence: `found a TAB in ${share(count, lines)}; ${remedy}` }];
}

function returnNotes(lines: number, { returned: count, maxReturns }: LineCounts): Note[] {
	if (2 * count <= lines && maxReturns <= MAX_RETURNS) return [];
	const remedy = "lines look CR-terminated; convert them with tr '\\r' '\\n'";
	const sentence = `found CRs in ${share(count, lines)}, up to ${grouped(maxReturns)} in one line; ${remedy}`;
	return [{ code: "cr-line-ends", count, sentence }];
}

function share(count: number, lines: number): string {
	return `${grouped(count)} of ${counted(lines, "line")}`;
}
