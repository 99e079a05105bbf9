/** Names of parameters in lists that write them as a query does. */
import { HEX_PAIR } from "../../grammar/patterns";
import { encoder } from "../../utf8";

/** A triplet, a "+", or any other character of a name. */
const PIECE = new RegExp(`%(${HEX_PAIR})|(\\+)|(.)`, "gsu");

/** The octets of a name: "+" is a space, a triplet its octet; or each its own, if nothing is decoded. */
export function decoded(name: string, decodes = true): number[] {
	if (!decodes) return [...encoder.encode(name)];
	const octets: number[] = [];
	for (const [, triplet, plus, other] of name.matchAll(PIECE)) {
		if (triplet !== undefined) octets.push(Number.parseInt(triplet, 16));
		else octets.push(...encoder.encode(plus === undefined ? other : " "));
	}
	return octets;
}
