/** Rows of a library that are chosen by class. */
import { NumberList } from "../../engine/number-list";
import type { ChooseRows } from "../../tables/columnar/column-table";
import { RowFate, type RowFates } from "../../tables/columnar/value-rows";
import { encoder, textDecoder } from "../../utf8";
import type { ClassChoice } from "../classes/class-choice";
import { Classes } from "../classes/classes";

/** Finds the rows that stay of their classes, once all have been read. */
export class KeptRows {
	readonly #classes: Classes;
	readonly #drops: boolean;
	/** Number of rows that have been added, and that have been found. */
	#added = 0;
	#found = 0;
	/** Numbers of the rows that stay, from 0, in order, and the sizes of their classes; 0 for a row in none. */
	readonly #rows = new NumberList();
	readonly #sizes = new NumberList();
	#next = 0;

	/** Throws Failure. */
	constructor({ keep }: ClassChoice, temp: string | undefined, drops: boolean) {
		this.#classes = new Classes(keep, temp);
		this.#drops = drops;
	}

	/** Adds rows by their references and, for `min` and `max`, by other values. Throws Failure. */
	add({ fates, marks }: RowFates, others: readonly (string | null)[]): void {
		for (const [index, fate] of fates.entries()) {
			const number = this.#added++;
			if (fate === RowFate.REJECTED && this.#drops) continue;
			const other = others[index] ?? null;
			this.#classes.add({
				octets: encoder.encode(String(number)),
				mark: fate === RowFate.ABSENT || fate === RowFate.REJECTED ? undefined : marks[index],
				isEmpty: fate === RowFate.BLANK,
				value: other === null ? undefined : encoder.encode(other),
			});
		}
	}

	/** Chooses. No rows may follow. Throws Failure. */
	choose(): void {
		this.#classes.forEach((octets, size = 0) => {
			this.#rows.push(Number(textDecoder.decode(octets)));
			this.#sizes.push(size);
		});
	}

	/** Finds which of the next rows stay, and the sizes of their classes. */
	find(fates: RowFates): ReturnType<ChooseRows> {
		const count = fates.fates.length;
		const [stays, sizes] = [new Uint8Array(count), new Int32Array(count)];
		for (let index = 0; index < count; ++index) {
			if (this.#next === this.#rows.length || this.#rows.at(this.#next) !== this.#found + index) continue;
			stays[index] = 1;
			sizes[index] = this.#sizes.at(this.#next++);
		}
		this.#found += count;
		return { ...fates, stays, sizes };
	}
}
