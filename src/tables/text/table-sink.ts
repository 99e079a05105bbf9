/** Takes the rows of a table. */
import type { Component, UriErrorCode } from "../../errors";
import type { Batch } from "../../lines/batch";
import { type NamedRuleCounts, namedCounts, numberedCounts, sumOfCounts } from "../../lines/rule-counts";
import type { JsonNames } from "./json-names";
import type { RowFaultCode } from "./table-error";

/** A row whose reference could not be normalized, or that could not be read. */
export interface RowReject {
	/** Number of the row, from 1; the header does not count. */
	readonly row: number;
	readonly code: UriErrorCode | RowFaultCode;
	readonly component: Component | undefined;
	/** Offset of the error in the reference, in octets; 0 for a row that could not be read. */
	readonly offset: number;
	/** The reference in octets, with TAB for LF; the first ones of a very long one, none of a row that could not be read. */
	readonly reference: Uint8Array;
}

/** The counts of a table so far: rows, or else values, = unique + duplicates + rejects + empty. */
export interface TableCounts extends NamedRuleCounts {
	readonly rows: number;
	/** Elements of arrays in a column such as `links[]`, and rows without any. The other counts are then of values, not of rows. */
	readonly values?: number | undefined;
	/** Rows with another reference than the rows before; without a set, all with a normal form. */
	readonly unique: number;
	readonly duplicates: number;
	/** Rows whose reference has no normal form, and rows that could not be read. */
	readonly rejects: number;
	/** Rows without a reference: they stay, and are never duplicates. */
	readonly empty: number;
}

/** Counts that grow. */
export type RowCounts = { -readonly [name in keyof TableCounts]: TableCounts[name] };

/** Adds what rules count in a batch. */
export function countRules(counts: RowCounts, { ruleCounts }: Batch): void {
	// Fast path only: most batches have none.
	if (ruleCounts.every((count) => count === 0)) return;
	Object.assign(counts, namedCounts(sumOfCounts(numberedCounts(counts), ruleCounts)));
}

/** Takes the results of a table. */
export interface TableSink {
	/** Whether rows are only read: `write` then gets only the header, and no values come back. */
	readonly readsOnly?: boolean | undefined;
	/** Notes which columns rows of JSON have. */
	readonly names?: JsonNames | undefined;
	/** Takes the written octets, valid during the call. `areRows`: they are no byte order mark, and no header. */
	write(octets: Uint8Array, areRows?: boolean): void;
	/** `line`: where a row that could not be read begins, as a number of the line of the input, from 1. */
	reject?: ((reject: RowReject, line: number | undefined) => void) | undefined;
	/** Called before the values of some rows are normalized. */
	beforeValues?(): void;
	/** Takes the values as lines, in place of rules. `rowOf`: the row of a line, both from 1. */
	takeLines?: ((lines: Uint8Array, rowOf: (line: number) => number) => void) | undefined;
}
