/** Lookups in the current runs of a file. */
import type { Engine } from "../engine/kernel";
import { Lookup } from "./lookup";
import { SingleLookup } from "./single-lookup";
import type { StoreFile } from "./store-file";

export class Lookups {
	readonly #engine: Engine;
	readonly #file: StoreFile;
	#batch: Lookup | undefined;
	#single: SingleLookup | undefined;

	constructor(engine: Engine, file: StoreFile) {
		this.#engine = engine;
		this.#file = file;
	}

	/** For many keys at a time. */
	get batch(): Lookup {
		const { storage, seed, runs } = this.#file;
		if (this.#batch?.runs !== runs) this.#batch = new Lookup(this.#engine, storage, seed, runs);
		return this.#batch;
	}

	/** For one key at a time. */
	get single(): SingleLookup {
		const { storage, seed, runs } = this.#file;
		if (this.#single?.storage !== storage) this.#single = new SingleLookup(this.#engine, storage, seed, runs);
		else if (this.#single.runs !== runs) this.#single.replaceRuns(runs);
		return this.#single;
	}
}
