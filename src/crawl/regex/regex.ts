/** Regular expressions over octets, as trees. They have neither captures nor lookaround nor back-references. */
import { type OctetSet, oneOctet, inAnyCase as withBothCases } from "./octet-set";

/** A tree. `start`, `end` and `nameEnd` consume nothing: they hold where the text begins, where it ends, where a name ends. */
export type Regex =
	| { readonly kind: "octets"; readonly set: OctetSet }
	| { readonly kind: "sequence"; readonly parts: readonly Regex[] }
	| { readonly kind: "choice"; readonly options: readonly Regex[] }
	| { readonly kind: "repeat"; readonly part: Regex; readonly min: number; readonly max: number }
	| { readonly kind: "start" | "end" | "nameEnd" };

/** An automaton of one expression has no more states. */
export const MAX_STATES = 2000;

/** Why an expression is not taken. */
export type RegexFaultCode =
	| "regex-syntax"
	| "regex-lookaround"
	| "regex-backreference"
	| "regex-unsupported"
	| "regex-too-large"
	| "list-too-large";

/** An expression that is not taken. */
export class RegexFault extends Error {
	readonly code: RegexFaultCode;

	constructor(code: RegexFaultCode, message: string) {
		super(message);
		this.code = code;
	}
}

export const sequence = (...parts: Regex[]): Regex => ({ kind: "sequence", parts });
export const choice = (...options: Regex[]): Regex => ({ kind: "choice", options });
export const octets = (set: OctetSet): Regex => ({ kind: "octets", set });
export const repeat = (part: Regex, min: number, max: number): Regex => ({ kind: "repeat", part, min, max });
export const START: Regex = { kind: "start" };
export const END: Regex = { kind: "end" };
export const NAME_END: Regex = { kind: "nameEnd" };

/** The same expression without regard to the case of ASCII letters. */
export function inAnyCase(regex: Regex): Regex {
	if (regex.kind === "octets") return octets(withBothCases(regex.set));
	if (regex.kind === "sequence") return sequence(...regex.parts.map(inAnyCase));
	if (regex.kind === "choice") return choice(...regex.options.map(inAnyCase));
	return regex.kind === "repeat" ? repeat(inAnyCase(regex.part), regex.min, regex.max) : regex;
}

/** Octets as they stand. */
export function literal(text: Iterable<number>, ignoreCase = false): Regex {
	return sequence(...Array.from(text, (octet) => octets(oneOctet(octet, ignoreCase))));
}

/**
 * The number of states of a tree once its repetitions are written out, or more than MAX_STATES if that is less. An empty part
 * counts as one, so that the number bounds the work of writing it out, too.
 */
export function stateCount(regex: Regex): number {
	const count = countOf(regex);
	return count > MAX_STATES ? MAX_STATES + 1 : count;
}

function countOf(regex: Regex): number {
	if (regex.kind === "sequence") return sumOf(regex.parts);
	if (regex.kind === "choice") return sumOf(regex.options) + regex.options.length - 1;
	if (regex.kind !== "repeat") return 1;
	const copies = regex.max === Number.POSITIVE_INFINITY ? Math.max(regex.min, 1) : regex.max;
	return Math.max(stateCount(regex.part), 1) * copies + (copies - regex.min) + 1;
}

function sumOf(parts: readonly Regex[]): number {
	return parts.reduce((sum, part) => sum + stateCount(part), 0);
}

/** Whether a tree matches the empty text, wherever it stands. */
export function isNullable(regex: Regex): boolean {
	if (regex.kind === "sequence") return regex.parts.every(isNullable);
	if (regex.kind === "choice") return regex.options.some(isNullable);
	return regex.kind === "repeat" && (regex.min === 0 || isNullable(regex.part));
}

/** Whether a tree can match only where the text begins. False means: perhaps elsewhere. */
export function isAnchored(regex: Regex): boolean {
	if (regex.kind === "start") return true;
	if (regex.kind === "choice") return regex.options.every(isAnchored);
	if (regex.kind === "repeat") return regex.min > 0 && isAnchored(regex.part);
	if (regex.kind !== "sequence") return false;
	const first = regex.parts.find((part) => isAnchored(part) || !isNullable(part));
	return first !== undefined && isAnchored(first);
}

/** A tree without what may follow a match: where it is only asked whether it matches, that changes nothing. */
export function withoutTail(regex: Regex): Regex {
	if (regex.kind !== "sequence") return regex;
	let end = regex.parts.length;
	while (end > 0 && isNullable(regex.parts[end - 1] as Regex)) --end;
	return sequence(...regex.parts.slice(0, end));
}

/** Whether a tree has an octet to be matched after a "?" of the text. */
export function looksIntoQuery(regex: Regex): boolean {
	return walk(regex, false).looks;
}

const QUESTION_MARK = oneOctet(0x3f).join();

/** Walks a tree in the order of the text; `isBehind`: a "?" may have been matched. */
function walk(regex: Regex, isBehind: boolean): { readonly looks: boolean; readonly isBehind: boolean } {
	if (regex.kind === "octets") {
		const isMark = regex.set.join() === QUESTION_MARK;
		return { looks: isBehind && isLiteral(regex.set), isBehind: isBehind || isMark };
	}
	if (regex.kind === "repeat" && regex.max > 0) {
		const once = walk(regex.part, isBehind);
		return regex.max > 1 && !once.looks ? walk(regex.part, once.isBehind) : once;
	}
	const parts = regex.kind === "sequence" ? regex.parts : regex.kind === "choice" ? regex.options : [];
	let [looks, behind] = [false, isBehind];
	for (const part of parts) {
		const step = walk(part, regex.kind === "choice" ? isBehind : behind);
		looks ||= step.looks;
		behind ||= step.isBehind;
	}
	return { looks, isBehind: behind };
}

/** Whether a set is one octet, or the two cases of one letter. */
function isLiteral(set: OctetSet): boolean {
	return literalOctet(set) !== undefined;
}

/** The octet that a set stands for: its only one, or the lower case of its two. */
export function literalOctet(set: OctetSet): number | undefined {
	const key = set.join();
	const octet = set.reduce((found, word, index) => (word === 0 ? found : index * 32 + 31 - Math.clz32(word)), 0);
	return key === oneOctet(octet).join() || key === oneOctet(octet, true).join() ? octet : undefined;
}

/** The tree that matches a whole name where `regex` matches all of a text: the end of the text is that of the name. */
export function wholeName(regex: Regex): Regex {
	return sequence(START, endingWithName(regex), NAME_END);
}

function endingWithName(regex: Regex): Regex {
	if (regex.kind === "sequence") return sequence(...regex.parts.map(endingWithName));
	if (regex.kind === "choice") return choice(...regex.options.map(endingWithName));
	if (regex.kind === "repeat") return repeat(endingWithName(regex.part), regex.min, regex.max);
	return regex.kind === "end" ? NAME_END : regex;
}
