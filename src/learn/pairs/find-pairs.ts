/** Finds rules of hosts and of values. */
import { aliasesOf } from "./aliases";
import { defaultsOf } from "./defaults";
import type { FoundPairs } from "./pair-rules";
import { type PairSource, tryPairs } from "./try-pairs";

/** Finds those that hold, and refuses those that trials contradict. */
export function findPairs(source: PairSource): FoundPairs {
	const tried = tryPairs(source);
	const [values, hosts] = [defaultsOf(tried), aliasesOf(tried)];
	return { rules: [...values.rules, ...hosts.rules], refused: [...values.refused, ...hosts.refused] };
}
