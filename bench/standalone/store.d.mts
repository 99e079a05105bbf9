import type { Results, Row } from "../measure/results";

/** A row of the suite: with wall time in seconds, octets read and written, and octets that a key takes. */
export interface StoreRow extends Row {
	readonly cpu: number;
	readonly wall: number;
	readonly read: number;
	readonly written: number;
	readonly kept: number;
}

export declare function measure(
	args: readonly string[],
	settings?: { readonly folder?: string; readonly asked?: readonly number[] },
): Promise<
	Pick<Results, "suite" | "title" | "unit" | "corpus"> & { readonly rows: readonly StoreRow[]; readonly isPart: boolean }
>;
