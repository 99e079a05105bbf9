/**
 * URLs and hosts that references are looked up in: for `--exclude` and `filter`.
 *
 * ```
 *   batch ──▶ fingerprints of keys ─────────────▶ URLs ──────────┐
 *        └──▶ fingerprints of hosts ──▶ cache ──▶ names of hosts ┴──▶ marks
 * ```
 */
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import { MAX_RECORDS } from "../engine/workspace";
import type { Batch } from "../lines/batch";
import { PartKeys } from "../lines/part-keys";
import type { Rules } from "../rules/rules";
import { HostPlaces } from "./host-places";
import { KeyTables } from "./key-tables";

const WORDS = FINGERPRINT_SIZE / 4;
/** Hosts that are remembered: most lines of a list are of a few. */
const CACHED = 65536;
/** Answers: 0, or COVERED; from FIRST_QUESTION on, which question of this batch will tell. */
const COVERED = 1;
const FIRST_QUESTION = 2;

export class PlaceSet {
	/** The key of all fingerprints. */
	readonly key: Uint8Array;
	readonly hosts: HostPlaces;
	readonly urls: KeyTables;
	/** By the last bits of a fingerprint: the last one that had them, and its answer. Zeros, which stand for no host, are not covered. */
	readonly #known = new Int32Array(WORDS * CACHED);
	readonly #answers = new Int32Array(CACHED);
	/** The records of a batch whose hosts are not known, the question for each, and the start and the end of each host that is asked for. */
	readonly #unknown = new Int32Array(MAX_RECORDS);
	readonly #questions = new Int32Array(MAX_RECORDS);
	readonly #bounds = new Int32Array(2 * MAX_RECORDS);
	#keys: PartKeys | undefined;

	/** `expected`: the number of hosts to begin with room for. */
	constructor(rules: Rules, key: Uint8Array, expected = 0) {
		this.key = key;
		this.hosts = new HostPlaces(rules, key, expected);
		this.urls = new KeyTables(rules.settings.engine);
	}

	/**
	 * Returns a mark for each record: 1 if the set has its key or covers its host. `fingerprints`: those of the keys. Requires: the output
	 * has one form of each line, with the host that counts. The fingerprints of the workspace may move.
	 */
	find(batch: Batch, fingerprints: Uint8Array): Uint8Array {
		const marks = new Uint8Array(batch.records);
		if (this.urls.count > 0) this.urls.mark(fingerprints, marks);
		if (this.hosts.count > 0) this.#findHosts(batch, marks);
		return marks;
	}

	#findHosts(batch: Batch, marks: Uint8Array): void {
		this.#keys ??= new PartKeys(this.hosts.hasPorts ? "politeness" : "host", this.key);
		const { buffer, byteOffset } = this.#keys.fingerprintsOf(batch);
		const words = new Int32Array(buffer, byteOffset, WORDS * batch.records);
		const [known, answers, unknown] = [this.#known, this.#answers, this.#unknown];
		let count = 0;
		for (let record = 0; record < batch.records; ++record) {
			const place = (words[WORDS * record] as number) & (CACHED - 1);
			if (!isKnown(known, place, words, WORDS * record)) unknown[count++] = record;
			else if (answers[place] === COVERED) marks[record] = 1;
		}
		if (count > 0) this.#ask(words, count, marks);
	}

	/** Asks for the hosts of the first `count` records of `#unknown`. */
	#ask(words: Int32Array, count: number, marks: Uint8Array): void {
		const { octets, words: all, endsAt, first } = (this.#keys as PartKeys).places;
		const [known, answers, unknown, questions, bounds] = [
			this.#known,
			this.#answers,
			this.#unknown,
			this.#questions,
			this.#bounds,
		];
		let asked = 0;
		for (let index = 0; index < count; ++index) {
			const record = unknown[index] as number;
			const at = WORDS * record;
			const place = (words[at] as number) & (CACHED - 1);
			// Zeros stand for no host.
			const isNew = !isKnown(known, place, words, at) && (words[at] !== 0 || words[at + 1] !== 0 || words[at + 2] !== 0);
			if (isNew) {
				bounds[2 * asked] = record === 0 ? first : (all[endsAt + record - 1] as number);
				bounds[2 * asked + 1] = (all[endsAt + record] as number) - 1;
				for (let word = 0; word < WORDS; ++word) known[WORDS * place + word] = words[at + word] as number;
				answers[place] = FIRST_QUESTION + asked++;
			}
			questions[index] = isKnown(known, place, words, at) ? (answers[place] as number) : 0;
		}
		const answered = this.hosts.answersFor(octets, bounds, asked);
		for (let index = 0; index < count; ++index) {
			const question = questions[index] as number;
			if (question < FIRST_QUESTION) continue;
			const record = unknown[index] as number;
			const place = (words[WORDS * record] as number) & (CACHED - 1);
			const answer = answered[question - FIRST_QUESTION] as number;
			if (answer === COVERED) marks[record] = 1;
			// Another host may have taken its place.
			if (answers[place] === question) answers[place] = answer;
		}
	}
}

/** Whether the fingerprint at a word is the one that is remembered at a place. */
function isKnown(known: Int32Array, place: number, words: Int32Array, at: number): boolean {
	const first = WORDS * place;
	return (
		known[first] === words[at] &&
		known[first + 1] === words[at + 1] &&
		known[first + 2] === words[at + 2] &&
		known[first + 3] === words[at + 3]
	);
}
