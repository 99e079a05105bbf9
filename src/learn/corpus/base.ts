/** The start of a run: the base policy, and the normalizer that makes keys by it. */
import { chosenEngine } from "../../crawl/crawl-options";
import { type CrawlNormalizer, createNormalizer } from "../../crawl/index";
import { checkedPolicy } from "../../crawl/policy/check-policy";
import { withBase } from "../../crawl/policy/policy-base";
import type { PlainPolicy } from "../../crawl/schema/plain";
import { CRAWL_POLICY, type Policy } from "../../crawl/schema/policy";
import type { Engine } from "../../engine/kernel";
import type { Column, LearnOptions } from "../row-batch";

/** The options that keys depend on. They can be sent to another thread. */
export type BaseOptions = Pick<LearnOptions, "policy" | "lists" | "engine">;

export interface Base {
	readonly policy: PlainPolicy;
	readonly engine: Engine;
	/** Drops no row: a URL without key is an empty one. */
	readonly normalizer: CrawlNormalizer;
}

/** Throws PolicyError or ListError. */
export function openBase({ policy, lists = [], engine = "auto" }: BaseOptions): Base {
	const base = withBase(checkedPolicy(policy ?? CRAWL_POLICY));
	const chosen = chosenEngine(engine);
	return {
		policy: base,
		engine: chosen,
		normalizer: createNormalizer({ policy: base as Policy, lists, invalid: "blank", engine: chosen }),
	};
}

/** The keys of a column of URLs. */
export function keysOf(normalizer: CrawlNormalizer, { bytes, ends }: Column, rows: number): Column {
	const offsets = new Int32Array(rows + 1);
	offsets.set(ends.subarray(0, rows), 1);
	const { offsets: keys, data } = normalizer.keyColumn({ offsets, data: bytes });
	return { bytes: data, ends: new Uint32Array(keys.buffer, keys.byteOffset + 4, rows) };
}
