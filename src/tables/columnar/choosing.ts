/** Chooses the rows to write, if their references suffice for that. */
import { Write } from "../../../assembly/tables/layout";
import type { TableSettings } from "../text/table-options";
import type { ChooseRows } from "./column-table";
import { RowFate, type ValueRows } from "./value-rows";

/** Chooses all rows but duplicates and, with `drops`, rejects. Calls `show` after each batch. */
export function choosing(rows: ValueRows, drops: boolean, show: () => void): ChooseRows {
	return (values) => {
		const result = rows.add(values);
		show();
		return { ...result, stays: staying(result.fates, drops) };
	};
}

/** By row, whether it is no duplicate nor, with `drops`, a reject. */
function staying(fates: Uint8Array, drops: boolean): Uint8Array {
	const stays = new Uint8Array(fates.length).fill(1);
	for (let row = 0; row < fates.length; ++row) {
		const fate = fates[row] as RowFate;
		if (fate === RowFate.DUPLICATE || (drops && fate === RowFate.REJECTED)) stays[row] = 0;
	}
	return stays;
}

/** Whether rejects are dropped. */
export function dropsInvalid({ write }: Pick<TableSettings, "write">): boolean {
	return (write & Write.DROP_INVALID) !== 0;
}
