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
import { HostCache } from "./host-cache";
import { HostPlaces } from "./host-places";
import { KeyTables } from "./key-tables";

const WORDS = FINGERPRINT_SIZE / 4;
/** Answers of the cache from here on are questions of this batch. */
const FIRST_QUESTION = 2;

export class PlaceSet {
	/** The key of all fingerprints. */
	readonly key: Uint8Array;
	readonly hosts: HostPlaces;
	readonly urls: KeyTables;
	readonly #cache = new HostCache();
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
		const hosts: Uint8Array[] = [];
		const waiting: number[] = [];
		for (let record = 0; record < batch.records; ++record) {
			let answer = this.#cache.answerFor(words, WORDS * record);
			if (answer === -1) {
				if (!keys.has(record)) continue;
				answer = FIRST_QUESTION + hosts.push(keys.textOf(record)) - 1;
				this.#cache.remember(words, WORDS * record, answer);
			}
			if (answer >= FIRST_QUESTION) waiting.push(record, answer - FIRST_QUESTION);
			else if (answer === 1) marks[record] = 1;
		}
		const answers = new Uint8Array(hosts.length);
		this.hosts.answer(hosts, answers);
		for (let at = 0; at < waiting.length; at += 2) {
			const [record, question] = [waiting[at] as number, waiting[at + 1] as number];
			const answer = answers[question] as number;
			if (answer === 1) marks[record] = 1;
			this.#cache.remember(words, WORDS * record, answer);
		}
	}
}
