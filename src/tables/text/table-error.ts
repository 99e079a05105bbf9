/** Faults of tables and of their rows. */
import { Kind } from "../../../assembly/tables/layout";
import { type RowFaultCode, TableError } from "../../errors";

export { type RowFaultCode, TableError };

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

/** Kinds that are faults of one column: the row can be read for another. */
const OF_COLUMN: readonly number[] = [Kind.NOT_TEXT, Kind.ILL_FORMED];

/** Whether no column of a row with this fault can be read. */
export function isOfRow(code: string): boolean {
	return Object.entries(FAULTS).some(([kind, [each]]) => each === code && !OF_COLUMN.includes(Number(kind)));
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

/** The error for a row of a kind that is a fault. `label`: the column. */
export function rowError(kind: number, row: number, label = ""): TableError {
	return new TableError(faultOf(kind), `Row ${row}${label}: ${FAULTS[kind]?.[1]}.`, { row });
}
