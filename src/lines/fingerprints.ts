/**
 * Fingerprints of lines. If a key has more than a reference in it, the fingerprint of the line and the values that join it are hashed again.
 *
 * ```
 *   fingerprint of the form │ joined values ──hash──▶ fingerprint of both
 * ```
 */
import { LineRecord } from "../../assembly/layout/addresses";
import { isMarked } from "../../assembly/lines/line-record";
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import type { LineWorkspace } from "../engine/workspace";
import type { Batch, Joined } from "./batch";

/** Values one after the other, each after its length, so that no two lists of values are packed alike. */
export function packed(values: readonly (Uint8Array | undefined)[]): Uint8Array {
	const size = values.reduce((sum, value) => sum + 4 + (value?.length ?? 0), 0);
	const octets = new Uint8Array(size);
	const view = new DataView(octets.buffer);
	let at = 0;
	for (const value of values) {
		view.setInt32(at, value?.length ?? -1);
		octets.set(value ?? [], at + 4);
		at += 4 + (value?.length ?? 0);
	}
	return octets;
}

type Fingerprinted = Pick<Batch, "records" | "workspace"> & Partial<Batch>;

/**
 * The fingerprints of a batch under the key of a set. Valid until the next one. Leaves only the fetch forms of lines with both forms.
 * `takeKeys` takes those of the keys, before anything joins them.
 */
export function fingerprintBatch(
	batch: Fingerprinted,
	setKey: Uint8Array,
	takeKeys?: (fingerprints: Uint8Array) => void,
): Uint8Array {
	const { workspace, joined } = batch;
	const { kernel, key, records, output, fingerprints } = workspace;
	workspace.setKey(setKey);
	if (!batch.hasFingerprints) kernel.call.fingerprintLines(key, records, batch.records, output, fingerprints);
	takeKeys?.(fingerprintsIn(batch));
	if (joined !== undefined) joinKeys(workspace, batch as Batch, joined);
	return fingerprintsIn(batch);
}

function fingerprintsIn({ workspace: { kernel, fingerprints }, records }: Fingerprinted): Uint8Array {
	return kernel.octets.subarray(fingerprints, fingerprints + FINGERPRINT_SIZE * records);
}

/** Leaves only the fetch forms of lines with both forms, as fingerprints do. */
export function leaveFetchForms({ workspace, records: count }: Pick<Batch, "records" | "workspace">): void {
	const { kernel, key, records, output, fingerprints } = workspace;
	kernel.call.fingerprintLines(key, records, count, output, fingerprints);
}

/**
 * Hashes the fingerprints of a batch again, where something joins their lines. Requires: the workspace has the key of the
 * set, and its results are free.
 */
export function joinKeys(workspace: LineWorkspace, { records: count, linesBefore }: Batch, joined: Joined): void {
	if (joined.isEmpty) return;
	const { words } = workspace.kernel;
	let line = linesBefore;
	for (let index = 0; index < count; ++index) {
		const record = (workspace.records + index * LineRecord.SIZE) >> 2;
		const isPiece = isMarked(words[record + (LineRecord.INPUT_END >> 2)] as number);
		if (isPiece) continue;
		const octets = joined.at(++line);
		// The zeros of a rejected line stay zeros: no set takes them for a reference.
		const isRejected = isMarked(words[record + (LineRecord.OUTPUT_END >> 2)] as number);
		if (octets !== undefined && !isRejected) joinKey(workspace, workspace.fingerprints + index * FINGERPRINT_SIZE, octets);
	}
}

/** Octets that are hashed at a time: the results of any workspace have room for them. */
const CHUNK = 8192;

/** Hashes the fingerprint at `place` together with `octets`, in the place of results. */
function joinKey({ kernel, key, result }: LineWorkspace, place: number, octets: Uint8Array): void {
	for (let at = 0; at < octets.length; at += CHUNK) {
		const chunk = octets.subarray(at, at + CHUNK);
		kernel.octets.copyWithin(result, place, place + FINGERPRINT_SIZE);
		kernel.octets.set(chunk, result + FINGERPRINT_SIZE);
		kernel.call.fingerprint(key, result, result + FINGERPRINT_SIZE + chunk.length, place);
	}
}
