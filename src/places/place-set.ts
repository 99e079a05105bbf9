/**
 * URLs and hosts that references are looked up in: for `--exclude` and `filter`.
 *
 * ```
 *   batch ──▶ fingerprints of keys ───────────────▶ URLs ──────────┐
 *        └──▶ hosts ──▶ screen ──▶ cache of hosts ──▶ names of hosts ┴──▶ marks
 * ```
 */
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import { HostRecord } from "../../assembly/store/layout";
import { MAX_RECORDS } from "../engine/workspace";
import type { Batch } from "../lines/batch";
import { PartKeys } from "../lines/part-keys";
import type { Rules } from "../rules/rules";
import { HostPlaces } from "./host-places";
import type { ScreenedHosts } from "./host-screen";
import { KeyTables } from "./key-tables";

const WORDS = FINGERPRINT_SIZE / 4;
/** Words of the record of a host. */
const [RECORD, LINE, START, END] = [HostRecord.SIZE / 4, HostRecord.LINE / 4, HostRecord.START / 4, HostRecord.END / 4];
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
	/** By unknown host of a batch: the word at which its record begins, and its question. */
	readonly #unknown = new Int32Array(MAX_RECORDS);
	readonly #questions = new Int32Array(MAX_RECORDS);
	/** By question: the start and the end of its host. */
	readonly #bounds = new Int32Array(2 * MAX_RECORDS);
	#parts: PartKeys | undefined;

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
		this.#parts ??= new PartKeys(this.hosts.hasPorts ? "politeness" : "host", this.key);
		const hosts = this.hosts.screen.hostsIn(this.#parts.linesOf(batch));
		const { words, first } = hosts;
		const [known, answers, unknown] = [this.#known, this.#answers, this.#unknown];
		let count = 0;
		for (let index = 0; index < hosts.count; ++index) {
			const at = first + RECORD * index;
			const place = (words[at] as number) & (CACHED - 1);
			if (!isKnown(known, place, words, at)) unknown[count++] = at;
			else if (answers[place] === COVERED) marks[words[at + LINE] as number] = 1;
		}
		if (count > 0) this.#ask(hosts, count, marks);
	}

	/** Asks for the first `count` hosts of `#unknown`. */
	#ask({ words, octets }: ScreenedHosts, count: number, marks: Uint8Array): void {
		const [known, answers, unknown, questions] = [this.#known, this.#answers, this.#unknown, this.#questions];
		let asked = 0;
		for (let index = 0; index < count; ++index) {
			const at = unknown[index] as number;
			const place = (words[at] as number) & (CACHED - 1);
			if (!isKnown(known, place, words, at)) {
				this.#bounds[2 * asked] = words[at + START] as number;
				this.#bounds[2 * asked + 1] = words[at + END] as number;
				for (let word = 0; word < WORDS; ++word) known[WORDS * place + word] = words[at + word] as number;
				answers[place] = FIRST_QUESTION + asked++;
			}
			questions[index] = answers[place] as number;
		}
		this.#settle(words, count, this.hosts.answersFor(octets, this.#bounds, asked), marks);
	}

	/** Takes the answers to the questions of the first `count` hosts of `#unknown`. */
	#settle(words: Int32Array, count: number, answered: Uint8Array, marks: Uint8Array): void {
		for (let index = 0; index < count; ++index) {
			const at = this.#unknown[index] as number;
			const question = this.#questions[index] as number;
			const answer = question < FIRST_QUESTION ? question : (answered[question - FIRST_QUESTION] as number);
			if (answer === COVERED) marks[words[at + LINE] as number] = 1;
			const place = (words[at] as number) & (CACHED - 1);
			// Another host may have taken its place.
			if (this.#answers[place] === question) this.#answers[place] = answer;
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
