/** Removes duplicates: lines → normal forms → fingerprints → fresh lines. */
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import type { SeenTables } from "../engine/seen-tables";
import type { LineWorkspace } from "../engine/workspace";
import { type Batch, type BatchCounts, LineFeed, type LineSettings } from "./lines";

/** A set of fingerprints, as far as lines need it. */
export type LineSet = Pick<SeenTables, "count" | "add">;

/** The state of a set, which decides whether a line has been seen. */
export interface Seen<Rules extends LineSettings = LineSettings> {
	readonly settings: Rules;
	readonly key: Uint8Array;
	readonly tables: LineSet;
}

/** The rules on which the fingerprints of lines depend, besides their settings. */
export type FingerprintRules = Pick<Seen, "key">;

/** The form in which fresh lines are printed: normal form, or unchanged. */
export type Print = "normalized" | "original";

/** A batch of lines with its fresh lines. Valid until the next batch. */
export interface SievedBatch extends Batch {
	/** One mark per record: FRESH, or the ordinal of the equal line. Meaningless for rejected lines. */
	readonly marks: Int32Array;
	/** The fresh lines and the rest that `invalid` leaves of rejected ones, in order, each ended by LF. */
	readonly fresh: Uint8Array;
}

type FingerprintedBatch = Pick<BatchCounts, "records" | "hasFingerprints">;

/** Adds the normal forms of a batch that is in the workspace to a set. Returns one mark per record: see `SievedBatch`. */
export function addBatch(seen: Seen, batch: FingerprintedBatch, workspace: LineWorkspace, join?: Join): Int32Array {
	return seen.tables.add(fingerprintBatch(seen, batch, workspace, join));
}

/** Changes the fingerprints in a workspace, which has the key of the set: see joined-keys.ts. */
type Join = (workspace: LineWorkspace) => void;

/** The fingerprints of a batch that is in the workspace. Valid until the next one. */
export function fingerprintBatch(
	seen: FingerprintRules,
	batch: FingerprintedBatch,
	workspace: LineWorkspace,
	join?: Join,
): Uint8Array {
	const { kernel, records, output, fingerprints } = workspace;
	if (!batch.hasFingerprints || join !== undefined) workspace.setKey(seen.key);
	if (!batch.hasFingerprints) {
		kernel.call.fingerprintLines(workspace.key, records, batch.records, output, fingerprints);
	}
	join?.(workspace);
	return kernel.octets.subarray(fingerprints, fingerprints + FINGERPRINT_SIZE * batch.records);
}

/** Feeds lines through a kernel and a set, and passes the fresh ones to `take`. */
export class LineSieve {
	readonly feed: LineFeed;
	readonly #seen: Seen;
	readonly #print: Print;
	readonly #take: (batch: SievedBatch) => void;
	/** Number of new lines so far, and of lines that could not be normalized. */
	added = 0;
	rejected = 0;

	constructor(workspace: LineWorkspace, seen: Seen, print: Print, take: (batch: SievedBatch) => void) {
		this.feed = new LineFeed(workspace, seen.settings, (batch) => this.#sieve(batch));
		this.#seen = seen;
		this.#print = print;
		this.#take = take;
	}

	/** Number of lines so far that are equivalent to an earlier one. */
	get duplicates(): number {
		return this.feed.lines - this.added - this.rejected;
	}

	#sieve(batch: Batch): void {
		const { workspace } = batch;
		const { kernel, records, output, marks: marksAt, result } = workspace;
		const before = this.#seen.tables.count;
		const marks = addBatch(this.#seen, batch, workspace);
		kernel.words.set(marks, marksAt >> 2);
		this.added += this.#seen.tables.count - before;
		this.rejected += batch.rejects;
		const freshEnd =
			this.#print === "normalized"
				? kernel.call.writeFreshLines(records, batch.records, marksAt, output, result)
				: kernel.call.writeFreshOriginals(records, batch.records, marksAt, batch.first, output, result);
		this.#take({ ...batch, marks, fresh: kernel.octets.subarray(result, freshEnd) });
	}
}
