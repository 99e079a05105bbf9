/** Queries of emulated profiles: pieces between "&", by the engine that policies have for them. */
import { Policy } from "../crawl-layout";
import { setPolicy } from "../policy/program";
import { listPieces } from "../policy/query";

/**
 * Lists the pieces of the query [start, end) at `scratch`, with `rules` (a set of `KeyRule`) in force. Returns how many there are.
 *
 * Requires: 8 octets a piece at `scratch`.
 */
export function listQuery(start: i32, end: i32, scratch: i32, rules: i32): i32 {
	setPolicy(Policy.RULES, rules);
	setPolicy(Policy.QUERY_END, end);
	setPolicy(Policy.PIECES, scratch);
	return listPieces(start, end);
}
