/** Patterns as instructions: assembly/policy/rewrite/pattern.ts draws them. */
import { Operation } from "../../../assembly/policy/rewrite/pattern";
import { encoder } from "../../utf8";
import type { Token } from "./tokens";

/** An operation and its operands. A set of octets is a string of those that are not in it. */
export type Step = readonly [operation: Operation, a?: number | string, b?: number];

/** Groups in the order of their numbers, from 1: the stars of host and path, and names. */
export type Groups = readonly string[];

/** What a star is called among groups. */
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
