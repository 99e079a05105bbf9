/** Patterns as instructions: assembly/policy/rewrite/pattern.ts draws them. */
import { Operation } from "../../../assembly/policy/rewrite/pattern";
import { encoder } from "../../utf8";
import { type OctetSet, oneOctet } from "../regex/octet-set";
import { literalOctet, type Regex } from "../regex/regex";
import type { Token } from "./tokens";

/** An operation and its operands. A set of octets may be a string of those that are not in it. */
export type Step = readonly [operation: Operation, a?: number | string | OctetSet, b?: number];

/** Groups in the order of their numbers, from 1: the stars of host and path, and names. */
export type Groups = readonly string[];

/** Names of stars among groups. */
export const HOST_STAR = "*host";
export const PATH_STAR = "*path";

/** The instructions of a pattern that is met by a whole text. `separator`: no name has it. */
export function patternSteps(tokens: readonly Token[], groups: Groups, separator: "." | "/"): Step[] {
	const steps: Step[] = [];
	const add = (...added: Step[]) => steps.push(...added);
	const addToken = (token: Token) => {
		if (token.kind === "text") for (const octet of encoder.encode(token.text)) steps.push([Operation.OCTET, octet]);
		else if (token.kind === "option") addOption(token.tokens);
		else addGroup(token);
	};
	const addGroup = (token: Extract<Token, { kind: "name" | "star" }>) => {
		const slot = 2 * groups.indexOf(token.kind === "name" ? token.name : separator === "." ? HOST_STAR : PATH_STAR);
		add([Operation.SAVE, slot]);
		const at = steps.length;
		// A name is as short as can be, a star as long.
		if (token.kind === "name") add([Operation.SET, separator], [Operation.SPLIT, at + 2, at]);
		else add([Operation.SPLIT, at + 1, at + 3], [Operation.SET, ""], [Operation.JUMP, at]);
		add([Operation.SAVE, slot + 1]);
	};
	const addOption = (inner: readonly Token[]) => {
		const at = steps.length;
		add([Operation.SPLIT, at + 1, 0]);
		for (const token of inner) addToken(token);
		steps[at] = [Operation.SPLIT, at + 1, steps.length];
	};
	const last = tokens.at(-1);
	const rest = last?.kind === "star" ? 2 * groups.indexOf(separator === "." ? HOST_STAR : PATH_STAR) : undefined;
	for (const token of rest === undefined ? tokens : tokens.slice(0, -1)) addToken(token);
	if (rest === undefined) add([Operation.AT_END], [Operation.MATCH]);
	else add([Operation.SAVE, rest], [Operation.REST, rest + 1]);
	return steps;
}

/** Slots of a search: the start and the end of the match, then those of the first group. */
export const SEARCH_SLOTS = 4;

/** The instructions that search for the first match of an expression, as JavaScript does. */
export function searchSteps(regex: Regex): Step[] {
	const steps: Step[] = [
		[Operation.SPLIT, 3, 1],
		[Operation.SET, ""],
		[Operation.JUMP, 0],
		[Operation.SAVE, 0],
	];
	addRegex(regex, steps);
	steps.push([Operation.SAVE, 1], [Operation.MATCH]);
	return steps;
}

function addRegex(regex: Regex, steps: Step[]): void {
	if (regex.kind === "octets") steps.push(octetStep(regex.set));
	else if (regex.kind === "choice") addChoice(regex.options, steps);
	else if (regex.kind === "repeat") addRepeat(regex, steps);
	else if (regex.kind === "sequence") {
		if (regex.isFirstGroup) steps.push([Operation.SAVE, 2]);
		for (const part of regex.parts) addRegex(part, steps);
		if (regex.isFirstGroup) steps.push([Operation.SAVE, 3]);
	} else steps.push([regex.kind === "start" ? Operation.AT_START : Operation.AT_END]);
}

function octetStep(set: OctetSet): Step {
	const octet = literalOctet(set);
	const isOne = octet !== undefined && oneOctet(octet).join() === set.join();
	return isOne ? [Operation.OCTET, octet] : [Operation.SET, set];
}

function addChoice(options: readonly Regex[], steps: Step[]): void {
	const ends = options.slice(0, -1).map((option) => {
		const at = steps.push([Operation.SPLIT]) - 1;
		addRegex(option, steps);
		const end = steps.push([Operation.JUMP]) - 1;
		steps[at] = [Operation.SPLIT, at + 1, steps.length];
		return end;
	});
	addRegex(options.at(-1) as Regex, steps);
	for (const end of ends) steps[end] = [Operation.JUMP, steps.length];
}

/** A part that is repeated. A greedy one has its next turn first. */
function addRepeat({ part, min, max, isLazy }: Extract<Regex, { kind: "repeat" }>, steps: Step[]): void {
	const split = (at: number, end: number): Step => (isLazy ? [Operation.SPLIT, end, at + 1] : [Operation.SPLIT, at + 1, end]);
	for (let count = 0; count < min; ++count) addRegex(part, steps);
	const isEndless = max === Number.POSITIVE_INFINITY;
	const turns = Array.from({ length: isEndless ? 1 : max - min }, () => {
		const at = steps.push([Operation.SPLIT]) - 1;
		addRegex(part, steps);
		if (isEndless) steps.push([Operation.JUMP, at]);
		return at;
	});
	for (const at of turns) steps[at] = split(at, steps.length);
}
