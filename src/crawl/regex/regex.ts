/** Regular expressions over octets, as trees. They have neither lookaround nor back-references. */
import { ANY_OCTET, type OctetSet, oneOctet, inAnyCase as withBothCases } from "./octet-set";

/** A tree. `start`, `end` and `nameEnd` consume nothing: they hold where the text begins, where it ends, where a name ends. */
export type Regex =
	| { readonly kind: "octets"; readonly set: OctetSet }
	/** `isFirstGroup`: it is the first group of an expression that was parsed with its groups. */
	| { readonly kind: "sequence"; readonly parts: readonly Regex[]; readonly isFirstGroup?: true }
	| { readonly kind: "choice"; readonly options: readonly Regex[] }
	| { readonly kind: "repeat"; readonly part: Regex; readonly min: number; readonly max: number; readonly isLazy?: true }
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

/** The octet that a set stands for: its only one, or the lower case of its two. */
export function literalOctet(set: OctetSet): number | undefined {
	const key = set.join();
	const octet = set.reduce((found, word, index) => (word === 0 ? found : index * 32 + 31 - Math.clz32(word)), 0);
	return key === oneOctet(octet).join() || key === oneOctet(octet, true).join() ? octet : undefined;
}

/** The parts of a tree in a row: nested sequences are no parts. */
export function flattened(regex: Regex): Regex[] {
	return regex.kind === "sequence" ? regex.parts.flatMap(flattened) : [regex];
}

/** The tree that finds a match in a name: the end of the text is that of the name. */
export function inName(regex: Regex): Regex {
	return sequence(endingWithName(regex), repeat(octets(ANY_OCTET), 0, Number.POSITIVE_INFINITY), NAME_END);
}

/** The texts that a tree matches where it begins and ends with the text; undefined if there are more than `most`, or it has other parts. */
export function textsOf(regex: Regex, most: number): readonly (readonly number[])[] | undefined {
	if (regex.kind === "octets") {
		const octet = literalOctet(regex.set);
		return octet === undefined ? undefined : [[octet]];
	}
	if (regex.kind === "choice")
		return atMost(
			most,
			regex.options.map((option) => textsOf(option, most)),
		);
	if (regex.kind === "repeat") return regex.max === 1 ? optional(textsOf(regex.part, most), regex.min, most) : undefined;
	if (regex.kind !== "sequence") return undefined;
	return regex.parts.reduce(
		(starts: readonly (readonly number[])[] | undefined, part) => {
			const ends = starts && textsOf(part, most);
			return starts && ends && atMost(most, [starts.flatMap((start) => ends.map((end) => [...start, ...end]))]);
		},
		[[]],
	);
}

function optional(
	texts: readonly (readonly number[])[] | undefined,
	min: number,
	most: number,
): readonly (readonly number[])[] | undefined {
	return min > 0 ? texts : texts && atMost(most, [[[]], texts]);
}

function atMost(
	most: number,
	parts: readonly (readonly (readonly number[])[] | undefined)[],
): readonly (readonly number[])[] | undefined {
	const texts = parts.every((part) => part !== undefined) ? parts.flat() : undefined;
	return texts === undefined || texts.length > most ? undefined : texts;
}

function endingWithName(regex: Regex): Regex {
	if (regex.kind === "sequence") return sequence(...regex.parts.map(endingWithName));
	if (regex.kind === "choice") return choice(...regex.options.map(endingWithName));
	if (regex.kind === "repeat") return repeat(endingWithName(regex.part), regex.min, regex.max);
	return regex.kind === "end" ? NAME_END : regex;
}
