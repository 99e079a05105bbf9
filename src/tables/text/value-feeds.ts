/** The feeds of a table's values: one normalizes them, another removes duplicates among them as well, and one knows the duplicates. */
import type { LineWorkspace } from "../../engine/workspace";
import type { KeyForms } from "../../keys/keys";
import { joinKeys } from "../../lines/joined-keys";
import { addBatch, type Seen } from "../../lines/line-sieve";
import { type Batch, LineFeed, type LineSettings } from "../../lines/lines";
import type { BeginLines } from "./table-sink";
import { outputEndOf } from "./table-values";

/** Makes the lines of values. */
export interface ValueRules {
	/** Called once for each feed. */
	workspace(): LineWorkspace;
	readonly settings: LineSettings;
}

/** Feeds that an argument creates as `BeginLines` does, and that are returned as they are. */
type BeginFeed = (...args: Parameters<BeginLines>) => LineFeed;

/** Normalizes values. `split` divides those with both forms: there is a column for keys. */
export function normalizing(rules: ValueRules, split?: KeyForms["split"]): BeginFeed {
	return (take) =>
		new LineFeed(rules.workspace(), rules.settings, (batch) => {
			if (split === undefined) return take(batch);
			const { fetchEnd, keyEnd } = split(batch);
			const { kernel, result } = batch.workspace;
			take({ ...batch, outputEnd: fetchEnd }, undefined, kernel.octets.subarray(result, keyEnd));
		});
}

/** What takes part in removing duplicates. */
export interface ValueUses {
	/** The keys of values with both forms: there is a column for them. */
	readonly keysOf?: KeyForms["keysOf"] | undefined;
	/** Takes each batch with its marks. `rowOf`: the row of a record. */
	readonly audit?: AuditTaker | undefined;
}

type Marked = Parameters<Parameters<BeginLines>[0]>[0] & { readonly marks: Int32Array };

interface AuditTaker {
	add(batch: Marked, rowOf: (record: number) => number): void;
}

/** Normalizes values, and adds them to a set. */
export function deduping(rules: ValueRules, seen: Seen, { keysOf, audit }: ValueUses = {}): BeginFeed {
	return (take, rowOf, joined) =>
		new LineFeed(rules.workspace(), rules.settings, (batch) => {
			const keyLines = keysOf?.(batch);
			const marks = addBatch(seen, batch, batch.workspace, joined && ((workspace) => joinKeys(workspace, batch, joined)));
			audit?.add({ ...batch, marks }, (record) => rowOf(batch.linesBefore + record + 1));
			take({ ...batch, outputEnd: outputEndOf(batch) }, marks, keyLines);
		});
}

/** Marks the duplicates of a batch that is read again. `rowOf`: the row of a record. */
export interface KnownMarks {
	marksOf(batch: Batch, rowOf: (record: number) => number): Int32Array;
}

/** Normalizes values again, once their duplicates are known. */
export function marking(rules: ValueRules, marks: KnownMarks, keysOf?: KeyForms["keysOf"]): BeginFeed {
	return (take, rowOf) =>
		new LineFeed(rules.workspace(), rules.settings, (batch) => {
			const { kernel, key, records, output, fingerprints } = batch.workspace;
			const keyLines = keysOf?.(batch);
			const fates = marks.marksOf(batch, (record) => rowOf(batch.linesBefore + record + 1));
			// Of values with both forms, this leaves the fetch forms.
			kernel.call.fingerprintLines(key, records, batch.records, output, fingerprints);
			take({ ...batch, outputEnd: outputEndOf(batch) }, fates, keyLines);
		});
}
