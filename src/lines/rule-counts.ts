/**
 * Counts of references under a policy: those that its rules do not act on, and those for which they have no end. A new count is a
 * word of the kernel behind Cursor.NOT_WEB, and a name here.
 */
import { Cursor } from "../../assembly/layout/addresses";
import type { LineWorkspace } from "../engine/workspace";

/** Which rules have no end for a reference. */
export type UnstableRules = "host-unstable" | "list-unstable" | "rewrite-unstable";

/** The names of the counts after `notWeb`, in the order of the kernel's words. */
const UNSTABLE: readonly UnstableRules[] = ["host-unstable", "list-unstable", "rewrite-unstable"];
/** Number of counts. */
export const RULE_COUNTS: number = 1 + UNSTABLE.length;

/** The counts by their numbers: as the kernel has them. */
export type RuleCounts = readonly number[];

/** The counts by their names: as results have them. Each is absent if it is 0. */
export interface NamedRuleCounts {
	/** References that are neither http nor https URLs, so that no rule of a policy acts on them. */
	readonly notWeb?: number;
	/** References whose aliases, lists or rewrites have no end, by that: their keys are made without them. */
	readonly unstable?: { readonly [rules in UnstableRules]?: number };
}

export const NO_RULE_COUNTS: RuleCounts = new Array<number>(RULE_COUNTS).fill(0);

/** The counts of the last call of the kernel. */
export function ruleCountsIn(workspace: LineWorkspace): RuleCounts {
	return NO_RULE_COUNTS.map((_, index) => workspace.cursor(Cursor.NOT_WEB + 4 * index));
}

export function sumOfCounts(a: RuleCounts, b: RuleCounts): RuleCounts {
	return a.map((count, index) => count + (b[index] as number));
}

export function namedCounts([notWeb = 0, ...unstable]: RuleCounts): NamedRuleCounts {
	const named = UNSTABLE.flatMap((name, index) => {
		const count = unstable[index] as number;
		return count > 0 ? [[name, count] as const] : [];
	});
	return { ...(notWeb > 0 && { notWeb }), ...(named.length > 0 && { unstable: Object.fromEntries(named) }) };
}

/** The counts that have these names. */
export function numberedCounts({ notWeb = 0, unstable = {} }: NamedRuleCounts): RuleCounts {
	return [notWeb, ...UNSTABLE.map((name) => unstable[name] ?? 0)];
}
