/** Faults of tables and of their rows. */
import { Kind } from "../../../assembly/tables/layout";
import { type RowFaultCode, type TableErrorCode, UriError } from "../../errors";

export type { RowFaultCode, TableErrorCode };

/** A table that cannot be read. `code` is stable, `message` is one English sentence. */
export class TableError extends UriError {
	override readonly name = "TableError";
	declare readonly code: TableErrorCode;
	/** Number of the row at fault, from 1, if it is one; the header does not count. */
	readonly row: number | undefined;
	/** For `missing-column`, the column, and the names of the existing ones. */
	readonly column: string | number | undefined;
	readonly columns: readonly string[] | undefined;

	constructor(
		code: TableErrorCode,
		message: string,
		place: { row?: number; column?: string | number; columns?: readonly string[] } = {},
	) {
		super(code, message);
		this.row = place.row;
		this.column = place.column;
		this.columns = place.columns;
	}
}

/** Code and sentence of each kind that is a fault. */
const FAULTS: { readonly [kind: number]: readonly [RowFaultCode, string] } = {
	[Kind.RAGGED]: ["ragged-row", "it has another number of fields than the header"],
	[Kind.UNCLOSED_QUOTE]: ["unclosed-quote", "a quoted field does not end"],
	[Kind.INVALID_QUOTE]: ["invalid-quote", "text follows the closing quotation mark of a field"],
	[Kind.INVALID_JSON]: ["invalid-json", "it is not JSON, or more than 512 brackets deep"],
	[Kind.NOT_TEXT]: ["not-text", "the value in the column is not a string"],
	[Kind.TOO_LONG]: ["row-too-long", "it is longer than 16,777,216 bytes"],
	[Kind.ILL_FORMED]: ["ill-formed-string", "the value in the column has a lone surrogate"],
};

/** The code of a row's kind, which is a fault. */
export function faultOf(kind: number): RowFaultCode {
	return (FAULTS[kind] as readonly [RowFaultCode, string])[0];
}

/** The sentence of a code. */
export function sentenceOf(code: RowFaultCode): string {
	const [, clause] = Object.values(FAULTS).find(([each]) => each === code) as readonly [RowFaultCode, string];
	return `The row cannot be read: ${clause}.`;
}

/** The error for a header of a kind that is a fault. */
export function headerError(kind: number): TableError {
	return new TableError(faultOf(kind), `The header cannot be read: ${FAULTS[kind]?.[1]}.`);
}

/** The error for a row of a kind that is a fault. */
export function rowError(kind: number, row: number): TableError {
	return new TableError(faultOf(kind), `Row ${row}: ${FAULTS[kind]?.[1]}.`, { row });
}
