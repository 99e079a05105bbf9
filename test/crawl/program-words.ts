/** A program as words that a test changes, and where its records are. */
export class ProgramWords {
	readonly octets: Uint8Array<ArrayBuffer>;
	readonly #view: DataView;

	constructor(program: Uint8Array) {
		this.octets = Uint8Array.from(program);
		this.#view = new DataView(this.octets.buffer);
	}

	get length(): number {
		return this.octets.length;
	}

	get(at: number): number {
		return this.#view.getInt32(at, true);
	}

	set(at: number, value: number): void {
		this.#view.setInt32(at, value, true);
	}

	/** The first of `count` records from `start` on for which this holds. */
	find(start: number, count: number, size: number, holds: (at: number) => boolean): number {
		const found = Array.from({ length: count }, (_, index) => start + size * index).find(holds);
		if (found === undefined) throw new RangeError("The program has no such record.");
		return found;
	}

	/** The address of a field of the first record of a table that has one. `table` and `count` are fields of the header. */
	present(table: number, count: number, size: number, field: number): number {
		return this.find(this.get(table), this.get(count), size, (at) => this.get(at + field) > 0) + field;
	}
}
