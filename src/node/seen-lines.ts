/** Lines on their way into a store, chunk by chunk, and what became of them. */
import type { Keys } from "../keys/keys";
import { type Reject, rejectsOf } from "../lines/lines";
import { OctetSink } from "../lines/octet-sink";
import type { AddedLines } from "../seen/seen-set";
import { HeldLines } from "../store/held-lines";

export class SeenLines {
	readonly #held: HeldLines;
	#fresh = new OctetSink(0);
	#rejects: Reject[] = [];
	/** What `next` has returned of the lines so far. */
	#told = { lines: 0, added: 0, rejected: 0 };

	/** `addAll` adds fingerprints to the store and marks those that were new with 0. Without `keepsFresh` the new lines are only counted. */
	constructor(keys: Keys, key: Uint8Array, addAll: (fingerprints: Uint8Array) => Uint8Array, keepsFresh: boolean) {
		this.#held = new HeldLines(
			keys,
			key,
			addAll,
			(batch) => this.#rejects.push(...rejectsOf(batch)),
			(lines) => {
				if (keepsFresh) this.#fresh.append(lines);
			},
		);
	}

	/** Takes the next octets. They may end anywhere. */
	push(octets: Uint8Array): void {
		const { feed } = this.#held;
		feed.resume();
		feed.push(octets);
		feed.pause();
	}

	/** Takes what follows the last LF as a line. */
	end(): void {
		const { feed } = this.#held;
		feed.resume();
		feed.end();
	}

	/** What has become of the lines since the last call. The store has them, and its next sync makes them durable. */
	next(): AddedLines {
		this.#held.end();
		const { feed, added, rejected } = this.#held;
		const { lines } = feed;
		const before = this.#told;
		this.#told = { lines, added, rejected };
		const result = {
			fresh: this.#fresh.octets(),
			added: added - before.added,
			duplicates: lines - before.lines - (added - before.added) - (rejected - before.rejected),
			rejects: this.#rejects,
		};
		this.#fresh = new OctetSink(0);
		this.#rejects = [];
		return result;
	}
}
