/**
 * A literal "?" of an expression over URLs is the one that begins the query: the part in front of it matches no "?". Otherwise
 * `[^/]+` of a path could run into the query, and match what the author never meant.
 */
import { complement, oneOctet } from "./octet-set";
import { choice, isAnchored, octets, type Regex, repeat, START, sequence } from "./regex";

const MARK = oneOctet(0x3f);
const NOT_MARK = complement(MARK);

/** The tree whose parts in front of its own "?" match none. A search for such a tree ends at the first "?", so it is anchored. */
export function beforeQuery(regex: Regex): Regex {
	const narrowed = narrow(regex, false);
	if (!hasMark(regex) || isAnchored(regex)) return narrowed;
	return sequence(START, repeat(octets(NOT_MARK), 0, Number.POSITIVE_INFINITY), narrowed);
}

/** Whether every match has a literal "?". */
function hasMark(regex: Regex): boolean {
	if (regex.kind === "octets") return isMark(regex);
	if (regex.kind === "sequence") return regex.parts.some(hasMark);
	if (regex.kind === "choice") return regex.options.every(hasMark);
	return regex.kind === "repeat" && regex.min > 0 && hasMark(regex.part);
}

function isMark(regex: Regex & { kind: "octets" }): boolean {
	return regex.set.join() === MARK.join();
}

/** `isInFront`: a literal "?" follows the tree in every match. */
function narrow(regex: Regex, isInFront: boolean): Regex {
	if (regex.kind === "octets") return isInFront && !isMark(regex) ? octets(withoutMark(regex)) : regex;
	if (regex.kind === "choice") return choice(...regex.options.map((option) => narrow(option, isInFront)));
	if (regex.kind === "repeat") return repeat(narrow(regex.part, isInFront), regex.min, regex.max);
	if (regex.kind !== "sequence") return regex;
	const first = regex.parts.findIndex(hasMark);
	const end = first < 0 ? regex.parts.length : first;
	return sequence(
		...regex.parts.map((part, index) => (index > end ? part : narrow(part, index < end && (first >= 0 || isInFront)))),
	);
}

function withoutMark({ set }: Regex & { kind: "octets" }): readonly number[] {
	return set.map((word, index) => word & (NOT_MARK[index] as number));
}
