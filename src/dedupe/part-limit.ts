/** The limit of --per: keeps the first lines with the same host or another part, up to a number. */
import { Ordinals } from "../engine/ordinals";
import { FRESH } from "../engine/seen-table";
import { SeenTables } from "../engine/seen-tables";
import type { LearnedLines } from "../learned/learned-lines";
import { type Batch, isRejected } from "../lines/batch";
import { PartKeys } from "../lines/part-keys";
import { type PartName, type PublicSuffix, siteOf } from "../lines/parts";
import { SHAPE_IDENTITY } from "../reference/shape";
import { keyOf } from "../rules/key-option";
import type { KeyForms, Rules } from "../rules/rules";
import { decoder } from "../utf8";
import { Integers } from "./classes/class-numbers";
import type { LineLimit } from "./selection";

/** `suffixes`: for sites. */
export interface PartLimitTask {
	readonly part: PartName;
	readonly most: number;
	readonly suffixes?: PublicSuffix | undefined;
	/** For learned shapes. */
	readonly learned?: LearnedLines | undefined;
}

/** The rules of the lines. `forms`: separates the two forms of lines that have both. */
interface LimitedLines {
	readonly rules: Rules;
	readonly forms: KeyForms | undefined;
}

/** The group of records without the part: it has no limit. */
const NO_GROUP = -1;

export class PartLimit implements LineLimit {
	readonly #part: PartName;
	/** Makes shapes of the keys of lines with both forms. */
	readonly #forms: KeyForms | undefined;
	readonly #learned: LearnedLines | undefined;
	/** The shapes of the batches that wait for their marks. */
	readonly #shapes: Uint8Array[] = [];
	readonly #most: number;
	readonly #suffixes: PublicSuffix | undefined;
	readonly #keys: PartKeys;
	readonly #tables: SeenTables;
	/** By ordinal of a part: its group. Sites are groups of hosts. */
	readonly #groups = new Integers();
	/** By group: the number of lines so far. */
	readonly #counts = new Integers();
	readonly #sites = new Map<string, number>();

	constructor({ part, most, suffixes, learned }: PartLimitTask, { rules, forms }: LimitedLines) {
		this.#part = part;
		this.#forms = part === "shape" ? forms && (learned?.formsOf(forms) ?? forms) : undefined;
		this.#learned = learned;
		this.#most = most;
		this.#suffixes = suffixes;
		this.#keys = new PartKeys(part, keyOf());
		this.#tables = new SeenTables(() => rules.createKernel(), { ordinals: new Ordinals() });
	}

	/** Takes a batch before its lines have one form. Requires: `beyond` is called for the batches in the same order. */
	prepare(batch: Batch): void {
		if (this.#forms !== undefined) this.#shapes.push(this.#forms.shapesOf(batch));
	}

	/** The reason for leaving out a record that `beyond` returned last. */
	reasonFor(record: number): string {
		const kind = this.#learned === undefined ? SHAPE_IDENTITY : "shape";
		return this.#part === "shape" ? `per ${kind} ${decoder.decode(this.#keys.textOf(record))}` : `per ${this.#part}`;
	}

	/**
	 * The records of a batch that stay so far, by their marks, and are beyond the limit. Requires: the output has one form of each line.
	 * Throws SetError `set-full`.
	 */
	beyond(batch: Batch, marks: Int32Array): number[] {
		const beyond: number[] = [];
		const keys = this.#keys;
		const ordinals = this.#tables.addKeys(keys.fingerprintsOf(batch, this.#shapes.shift() ?? this.#learned?.shapesOf(batch)));
		for (let record = 0; record < batch.records; ++record) {
			const ordinal = ordinals[record] as number;
			const number = ordinal === FRESH ? this.#addPart(keys.textOf(record)) : ordinal;
			if (marks[record] !== FRESH || isRejected(batch, record)) continue;
			// Zeros, which stand for no part, have the mark 0, too.
			if (number === 0 && !keys.has(record)) continue;
			const group = this.#groups.at(number);
			if (group === NO_GROUP) continue;
			if (this.#counts.at(group) >= this.#most) beyond.push(record);
			else this.#counts.increment(group);
		}
		return beyond;
	}

	/** Adds a part that is new. Returns its number. */
	#addPart(text: Uint8Array): number {
		this.#groups.push(
			this.#suffixes === undefined ? this.#newGroup() : this.#groupOf(siteOf(decoder.decode(text), this.#suffixes)),
		);
		return this.#groups.length - 1;
	}

	#groupOf(site: string | undefined): number {
		if (site === undefined) return NO_GROUP;
		const group = this.#sites.get(site) ?? this.#newGroup();
		this.#sites.set(site, group);
		return group;
	}

	#newGroup(): number {
		this.#counts.push(0);
		return this.#counts.length - 1;
	}
}
