/** Values in other columns that join the keys of rows. */
import type { Joined } from "../../lines/batch";
import { packed } from "../../lines/fingerprints";
import type { JoinKeys } from "../text/value-rules";

/** By column, the values of rows. */
export type Columns = readonly (readonly (string | null)[])[];

/** The values in other columns that join the keys of the rows of a batch. */
export class JoinedValues implements Joined {
	readonly #keys: JoinKeys;
	#columns: Columns = [];
	/** The rows that have lines, from 0. */
	#rows: Int32Array = new Int32Array(0);

	constructor(keys: JoinKeys = []) {
		this.#keys = keys;
	}

	take(columns: Columns, rows: Int32Array): void {
		this.#columns = columns;
		this.#rows = rows;
	}

	get isEmpty(): boolean {
		return this.#columns.length === 0;
	}

	at(line: number): Uint8Array {
		const row = this.#rows[line - 1] as number;
		return packed(this.#columns.map((values, place) => this.#octetsOf(values[row], place)));
	}

	#octetsOf(value: string | null | undefined, place: number): Uint8Array | undefined {
		return typeof value === "string" ? Buffer.from(this.#keys[place]?.(value) ?? value) : undefined;
	}
}
