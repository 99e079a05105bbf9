/** The interface of a table that a library reads, for the commands, whatever its format. */

import type { LineSettings } from "../../lines/lines";
import type { ColumnOutput, PartOutputs, TableSettings } from "../text/table-options";
import type { Columns } from "./joined-values";
import type { RowFates, ValueBatch } from "./value-rows";

/** Another column of references: all its values, or a new column has their forms. */
export interface OtherColumnTask extends Pick<TableSettings, "column" | "into"> {
	readonly take: TakeRows;
}

/** The column of references, and how to write it and new columns. */
export type ColumnSettings = Pick<
	TableSettings<LineSettings>,
	"column" | "into" | "keys" | "parts" | "counts" | "joins" | "write"
> & {
	/** Other columns of references, and what makes their values. */
	readonly others?: readonly OtherColumnTask[] | undefined;
	/** Whether all rows stay. */
	readonly keepsAll?: boolean;
	/** The output of each file, if each has one. */
	readonly outputs?: PartOutputs | undefined;
};

/** The columns to read: that of the references, those that join their keys, and those of `by`, whose values choose a row. */
interface ReadColumns extends Pick<ColumnSettings, "column" | "joins"> {
	readonly by?: readonly (string | number)[] | undefined;
}

/** Takes the references of rows and, if there are columns `by`, their values. Batches come in order. */
export type TakeRows = (values: ValueBatch, others?: Columns) => RowFates;

/** Several files as one table. */
export interface ColumnTable {
	readonly columnNames: readonly string[];
	/** Whether it writes packed forms: see `RowFates`. */
	readonly packsForms: boolean;
	/** Whether a column has lists of texts, each element of which is a reference. Throws Failure unless it has these or texts. */
	hasLists(column: string | number): boolean;
	/** The share of all rows that has been read, from 0 to 1, after `rows` of them. */
	share(rows: number): number;
	/** Passes on all rows. Throws Failure, or what `take` throws. */
	read(columns: ReadColumns, take: (...rows: Parameters<TakeRows>) => void): Promise<void>;
	/** Yields the values of columns as texts, batch by batch, in order. Throws Failure. */
	texts(columns: readonly number[]): AsyncIterable<(string | null)[][]>;
	/** Writes the rows that stay. Throws Failure, or what `take` throws. */
	write(settings: ColumnSettings, output: ColumnOutput, take: TakeRows): Promise<void>;
}
