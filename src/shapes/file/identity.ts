/** What shapes are learned by: files of another identity have other samples. */

import type { KeyIdentity } from "../../learned/schema";
import { SHAPE_IDENTITY } from "../../reference/shape";
import { SAMPLE_SIZE } from "../keys/sample";
import { HASH_IDENTITY } from "../keys/shaped-keys";

/** The identity of what is learned from keys of this identity. */
export function identityOf(keys: string): KeyIdentity {
	return { keys, shape: SHAPE_IDENTITY, sample: { hash: HASH_IDENTITY, size: SAMPLE_SIZE } };
}
