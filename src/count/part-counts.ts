/**
 * Counts the references of a job by a part of them.
 *
 * ```
 *   fingerprint of the part ──seenAdd──▶ FRESH: a new text, with the count 1      ordinal: one more of this text
 * ```
 *
 * Only the text of each different part is copied. It takes memory, as do its fingerprint and its count.
 */
import { Ordinals } from "../engine/ordinals";
import { FRESH } from "../engine/seen-table";
import { SeenTables } from "../engine/seen-tables";
import type { LineRules } from "../job/line-rules";
import type { LearnedLines } from "../learned/learned-lines";
import type { Batch } from "../lines/batch";
import { PartKeys } from "../lines/part-keys";
import { type PartName, type PublicSuffix, siteOf } from "../lines/parts";
import { keyOf } from "../rules/key-option";
import { decoder, encoder } from "../utf8";
import { Tally } from "./tally";

export class PartCounts {
	readonly #keys: PartKeys;
	readonly #tables: SeenTables;
	readonly #learned: LearnedLines | undefined;
	readonly tally = new Tally();

	/** Of sites, hosts are counted. `learned`: for learned shapes. Requires: the rules write one form of each line. */
	constructor(part: PartName, { rules }: LineRules, learned?: LearnedLines) {
		this.#learned = learned;
		this.#keys = new PartKeys(part, keyOf());
		this.#tables = new SeenTables(() => rules.createKernel(), { ordinals: new Ordinals() });
	}

	/** Counts the references of a batch. Throws SetError `set-full` if memory cannot be allocated. */
	takeBatch(batch: Batch): void {
		const { tally } = this;
		const keys = this.#keys;
		const marks = this.#tables.addKeys(keys.fingerprintsOf(batch, this.#learned?.shapesOf(batch)));
		for (let record = 0; record < batch.records; ++record) {
			const mark = marks[record] as number;
			if (mark === FRESH) tally.add(keys.textOf(record), 1);
			// Zeros have the mark 0, too.
			else if (mark > 0 || keys.has(record)) tally.increment(mark);
		}
	}
}

/** Counts by site, of counts by host. Hosts without a site are left out. */
export function sitesOf(hosts: Tally, suffixes: PublicSuffix): Tally {
	const counts = new Map<string, number>();
	hosts.each((count, octets, start, end) => {
		const site = siteOf(decoder.decode(octets.subarray(start, end)), suffixes);
		if (site !== undefined) counts.set(site, (counts.get(site) ?? 0) + count);
	});
	const sites = new Tally();
	for (const [site, count] of counts) sites.add(encoder.encode(site), count);
	return sites;
}
