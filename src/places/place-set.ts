/**
 * URLs and hosts that references are looked up in: for `--exclude` and `filter`.
 *
 * ```
 *   batch ──▶ fingerprints of keys ─────────────▶ URLs ──────────┐
 *        └──▶ fingerprints of hosts ──▶ cache ──▶ names of hosts ┴──▶ marks
 * ```
 */
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import type { Batch } from "../lines/batch";
import { PartKeys } from "../lines/part-keys";
import type { Rules } from "../rules/rules";
import { HostPlaces } from "./host-places";
import { KeyTables } from "./key-tables";

const WORDS = FINGERPRINT_SIZE / 4;
/** Hosts that are remembered: most lines of a list are of a few. */
const CACHED = 65536;
/** Answers: whether a host is covered and, from FIRST_QUESTION on, which question of this batch will tell. */
const UNKNOWN = -1;
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
		const keys = this.#keys;
		const { buffer, byteOffset } = keys.fingerprintsOf(batch);
		const words = new Int32Array(buffer, byteOffset, WORDS * batch.records);
		const [known, answers] = [this.#known, this.#answers];
		const bounds: number[] = [];
		const waiting: number[] = [];
		for (let record = 0, at = 0; record < batch.records; ++record, at += WORDS) {
			const place = (words[at] as number) & (CACHED - 1);
			let answer = isKnown(known, place, words, at) ? (answers[place] as number) : UNKNOWN;
			if (answer === UNKNOWN) {
				if (!keys.has(record)) continue;
				answer = FIRST_QUESTION + bounds.length / 2;
				bounds.push(keys.startOf(record), keys.endOf(record));
				for (let word = 0; word < WORDS; ++word) known[WORDS * place + word] = words[at + word] as number;
				answers[place] = answer;
			}
			if (answer >= FIRST_QUESTION) waiting.push(record, answer - FIRST_QUESTION);
			else if (answer === COVERED) marks[record] = 1;
		}
		const answered = this.hosts.answersFor(keys.octets, bounds);
		for (let index = 0; index < waiting.length; index += 2) {
			const record = waiting[index] as number;
			const at = WORDS * record;
			const place = (words[at] as number) & (CACHED - 1);
			const answer = answered[waiting[index + 1] as number] as number;
			if (answer === COVERED) marks[record] = 1;
			// Another host may have taken its place.
			if (isKnown(known, place, words, at)) answers[place] = answer;
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
