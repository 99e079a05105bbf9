/** Which lines stay by what files cover. */
import { FRESH } from "../engine/seen-table";
import { type Batch, isRejected, type Verdict } from "../lines/batch";
import { fingerprintBatch } from "../lines/fingerprints";
import type { PlaceSet } from "./place-set";

/** A mark of a line that does not stay. */
const LEFT_OUT = 0;

/** Of those given, both must hold: a line is covered by the first, and not by the second. */
interface Conditions {
	readonly covers: PlaceSet | undefined;
	readonly excludes: PlaceSet | undefined;
}

export class Filter {
	/** The key of all fingerprints. */
	readonly key: Uint8Array;
	readonly #conditions: Conditions;
	/** Number of lines that do not stay so far. */
	excluded = 0;

	constructor(key: Uint8Array, conditions: Conditions) {
		this.key = key;
		this.#conditions = conditions;
	}

	/** Leaves only the fetch forms of lines with both forms. */
	verdictOn(batch: Batch): Verdict {
		const { covers, excludes } = this.#conditions;
		let [wanted, unwanted]: (Uint8Array | undefined)[] = [];
		fingerprintBatch(batch, this.key, (given) => {
			// To look for hosts may move them.
			const fingerprints = given.slice();
			wanted = covers?.find(batch, fingerprints);
			unwanted = excludes?.find(batch, fingerprints);
		});
		const marks = new Int32Array(batch.records).fill(FRESH);
		for (let record = 0; record < batch.records; ++record) {
			const stays = wanted?.[record] !== 0 && unwanted?.[record] !== 1;
			if (stays || isRejected(batch, record)) continue;
			marks[record] = LEFT_OUT;
			++this.excluded;
		}
		return { marks };
	}
}
