/**
 * Fingerprints of a part of the references of a batch, such as their hosts: parts are counted and looked up without being decoded.
 *
 * ```
 *   output  http://h/a LF  /b LF ──writeParts──▶ h LF  NUL LF ──fingerprintParts──▶ 16 octets  zeros
 * ```
 */
import { LineRecord } from "../../assembly/layout/addresses";
import { partRoom } from "../../assembly/layout/parts";
import { unmark } from "../../assembly/lines/line-record";
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import { align } from "../engine/workspace";
import type { Batch } from "./batch";
import { outputEndOf, type PartName, partWord } from "./parts";

const NOTHING = new Uint8Array(0);
const WORD = 4;

export class PartKeys {
	readonly #part: PartName;
	readonly #key: Uint8Array;
	/** The memory of the last batch, and the addresses of its texts and of their ends there. */
	#octets: Uint8Array = NOTHING;
	#words = new Int32Array(0);
	#texts = 0;
	#ends = 0;
	#fingerprints = 0;

	/** `key`: that of the fingerprints. Of a site, the part is its host. */
	constructor(part: PartName, key: Uint8Array) {
		this.#part = part;
		this.#key = key;
	}

	/**
	 * The fingerprint of each record, zeros where there is no part. Valid until the workspace is used again, like all that follows. `texts`:
	 * the parts, a line each. Requires, without them: the output has one form of each line.
	 */
	fingerprintsOf(batch: Batch, texts?: Uint8Array): Uint8Array {
		const { workspace, records } = batch;
		const end = this.#write(batch, texts);
		workspace.setKey(this.#key);
		const { call, octets, words } = workspace.kernel;
		call.fingerprintParts(workspace.key, this.#texts, end, records, this.#fingerprints, this.#ends);
		this.#octets = octets;
		this.#words = words;
		if (batch.rowOf !== undefined) this.#clearBlanks(batch);
		return octets.subarray(this.#fingerprints, this.#fingerprints + records * FINGERPRINT_SIZE);
	}

	/** Writes the part of each record, or `texts`. Returns the end. */
	#write({ workspace, records }: Batch, texts?: Uint8Array): number {
		const { output } = workspace;
		const word = partWord([this.#part]);
		const fingerprintsSize = align(records * FINGERPRINT_SIZE);
		const endsSize = align(records * WORD);
		const size = texts?.length ?? partRoom(word, outputEndOf(workspace, records) - output) + records;
		this.#fingerprints = workspace.reserveScratch(fingerprintsSize + endsSize + size);
		this.#ends = this.#fingerprints + fingerprintsSize;
		this.#texts = this.#ends + endsSize;
		const { call, octets } = workspace.kernel;
		if (texts === undefined) return call.writeParts(workspace.records, records, output, word, this.#texts);
		octets.set(texts, this.#texts);
		return this.#texts + texts.length;
	}

	/** A row without a reference has no part, not even an empty path. */
	#clearBlanks({ workspace, records: count }: Batch): void {
		let start = workspace.output;
		for (let record = 0; record < count; ++record) {
			const recorded = this.#words[(workspace.records + record * LineRecord.SIZE + LineRecord.OUTPUT_END) / WORD] as number;
			const at = (this.#fingerprints + record * FINGERPRINT_SIZE) / WORD;
			if (recorded === start + 1) this.#words.fill(0, at, at + FINGERPRINT_SIZE / WORD);
			start = unmark(recorded);
		}
	}

	/** Whether a record has the part. */
	has(record: number): boolean {
		const at = (this.#fingerprints + record * FINGERPRINT_SIZE) / WORD;
		const words = this.#words;
		return words[at] !== 0 || words[at + 1] !== 0 || words[at + 2] !== 0 || words[at + 3] !== 0;
	}

	/** The part of a record. */
	textOf(record: number): Uint8Array {
		const end = this.#ends / WORD + record;
		const start = record === 0 ? this.#texts : (this.#words[end - 1] as number);
		return this.#octets.subarray(start, (this.#words[end] as number) - 1);
	}
}
