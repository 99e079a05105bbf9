/** A uniform sample of a sequence of unknown length: reservoir sampling, Algorithm R. Equal runs choose the same items. */
export class Sample<Item> {
	readonly #limit: number;
	readonly items: Item[] = [];
	#count = 0;
	#state = 1;

	constructor(limit: number) {
		this.#limit = limit;
	}

	/** Takes the next item of the sequence, which is only created if it is chosen. */
	add(create: () => Item): void {
		const place = this.#count < this.#limit ? this.#count : this.#random(this.#count + 1);
		++this.#count;
		if (place < this.#limit) this.items[place] = create();
	}

	/** Takes the next `count` items, of which `create` creates those that are chosen, by their places among them. */
	addMany(count: number, create: (place: number) => Item): void {
		for (let place = 0; place < count; ++place) this.add(() => create(place));
	}

	/** A number below `limit`, from a linear congruential generator. */
	#random(limit: number): number {
		this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
		return Math.floor((this.#state / 2 ** 32) * limit);
	}
}
