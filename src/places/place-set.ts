/**
 * URLs and hosts that references are looked up in: for `--exclude` and `filter`.
 *
 * ```
 *   batch ──▶ fingerprints of keys ──▶ URLs ──────────┐
 *        └──▶ hosts ─────────────────▶ names of hosts ┴──▶ marks
 * ```
 */
import type { Batch } from "../lines/batch";
import { writeParts } from "../lines/parts";
import type { Rules } from "../rules/rules";
import { HostNames } from "./host-names";
import { KeyTables } from "./key-tables";

export class PlaceSet {
	/** The key of all fingerprints. */
	readonly key: Uint8Array;
	readonly hosts: HostNames;
	readonly urls: KeyTables;

	/** `expected`: the number of hosts to begin with room for. */
	constructor({ settings }: Rules, key: Uint8Array, expected = 0) {
		this.key = key;
		this.hosts = new HostNames(settings.engine, key, expected);
		this.urls = new KeyTables(settings.engine);
	}

	/**
	 * Returns a mark for each record: 1 if the set has its key or covers its host. `fingerprints`: those of the keys. Requires: the output
	 * has one form of each line, with the host that counts. The fingerprints of the workspace may move. Throws SetError `set-full`.
	 */
	find(batch: Batch, fingerprints: Uint8Array): Uint8Array {
		const { hosts, urls } = this;
		const marks = new Uint8Array(batch.records);
		if (urls.count > 0) urls.mark(fingerprints, marks);
		if (!hosts.isEmpty) hosts.mark(writeParts(batch, [hosts.hasPorts ? "politeness" : "host"]), marks);
		return marks;
	}
}
