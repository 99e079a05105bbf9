/** Lines on their way into a store, chunk by chunk, and their results. */
import { AddedMarks } from "../dedupe/seen/added-marks";
import { StoreSieve } from "../dedupe/seen/store-sieve";
import { type Reject, rejectsOf } from "../lines/lines";
import { OctetSink } from "../lines/octet-sink";
import type { Rules } from "../rules/rules";
import type { AddedLines } from "../seen/seen-set";

export class SeenLines {
	readonly #sieve: StoreSieve;
	#fresh = new OctetSink(0);
	#rejects: Reject[] = [];
	/** The counts that `next` has returned so far. */
	#told = { added: 0, duplicates: 0 };

	/** `addAll` adds fingerprints to the store and marks those that were new with 0. Without `keepsFresh` the new lines are only counted. */
	constructor(rules: Rules, key: Uint8Array, addAll: (fingerprints: Uint8Array) => Uint8Array, keepsFresh: boolean) {
		const workspace = rules.workspace();
		const marks = new AddedMarks({ settings: rules.lines("both") }, key, addAll);
		this.#sieve = new StoreSieve(
			workspace,
			() => workspace,
			marks,
			{ print: "normalized", needsInput: false },
			{
				takeRejects: (batch) => this.#rejects.push(...rejectsOf(batch)),
				take: ({ fresh }) => {
					if (keepsFresh) this.#fresh.append(fresh);
				},
			},
		);
	}

	/** Takes the next octets. They may end anywhere. */
	push(octets: Uint8Array): void {
		const { feed } = this.#sieve;
		feed.resume();
		feed.push(octets);
		feed.pause();
	}

	/** Takes the octets after the last LF as a line. */
	end(): void {
		const { feed } = this.#sieve;
		feed.resume();
		feed.end();
	}

	/** Returns the results of the lines since the last call. The store has them, and its next sync makes them durable. */
	next(): AddedLines {
		this.#sieve.flush();
		const { added, duplicates } = this.#sieve;
		const before = this.#told;
		this.#told = { added, duplicates };
		const result = {
			fresh: this.#fresh.octets(),
			added: added - before.added,
			duplicates: duplicates - before.duplicates,
			rejects: this.#rejects,
		};
		this.#fresh = new OctetSink(0);
		this.#rejects = [];
		return result;
	}
}
