/**
 * Seam: stores of seen keys on a disk that a test simulates.
 *
 * A kill, a power failure or damage can be tried at every octet of a file only if the disk is an object. A store takes its
 * disk as `Storage` and `StoragePlace`. The layout of its file is drawn in docs/internals/store.md, by which damage is forged.
 */
import "../../src/engine/wasm-engine";

export { SetError } from "../../src/errors";
export { resolveOptions } from "../../src/options";
export { CoreRules } from "../../src/rules/core-rules";
export type { Rules } from "../../src/rules/rules";
export {
	BLOCK,
	FIRST_RUN,
	headerOctets,
	type Root,
	readHeader,
	readRoot,
	rootOctets,
	rootOffset,
} from "../../src/store/format";
export { type Geometry, geometryFor, MIN_BUCKET_BITS, pagesOf, restOf } from "../../src/store/geometry";
export { gapRecord } from "../../src/store/log";
export { finish } from "../../src/store/merge-runs";
export type { RunInfo } from "../../src/store/run";
export type { Storage, StoragePlace } from "../../src/store/storage";
export { Store, type StoreSettings } from "../../src/store/store";
