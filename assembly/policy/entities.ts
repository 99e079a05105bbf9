/** Q0c entities: `amp;` at the beginning of a piece, again and again. HTML writes "&" as `&amp;`, and some links were never decoded. */

import { Policy } from "../layout/crawl-addresses";
import { matches } from "../octets/text";
import { policy } from "./program";

/** The start of the piece at `piece` without them. */
export function skipEntities(piece: i32): i32 {
	const end = policy(Policy.QUERY_END);
	let at = piece;
	while (end - at > 3 && matches(at, at + 4, "amp;")) at += 4;
	return at;
}
