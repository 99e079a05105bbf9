/** The steps of rules that make work for each other: labels and aliases of a host, index names and slashes at the end of a path. */
import { bitsOf, KEY_RULES, type RuleId, type RuleRow } from "../schema/registry";
import type { Probe } from "./probe";

/** A step, and the reference after it. */
interface RepeatedStep {
	readonly id: RuleId;
	readonly after: string;
}

/** Rules that run together, again and again, since each may make work for another. They stand in the order in which they run. */
const REPEATING: readonly (readonly RuleId[])[] = [
	["host-www", "host-labels", "host-alias"],
	["index", "trailing-slash"],
];
/** Limit of steps. At most these are shown one by one: each is a run of the kernel. */
const MAX_STEPS = 64;

/** The rules that repeat with this one, which is the first of them. */
export function repeatingWith({ id }: RuleRow): readonly RuleRow[] {
	const ids = REPEATING.find(([first]) => first === id) ?? [];
	return KEY_RULES.filter((row) => ids.includes(row.id));
}

/**
 * The steps of these rules, which run after those in `key`, a set of bits. None if they do not repeat for the reference: then each has one
 * step at most. `before`: the reference so far.
 */
export function repeatedSteps(
	reference: Uint8Array,
	rows: readonly RuleRow[],
	key: number,
	before: string,
	probe: Probe,
): RepeatedStep[] {
	const all = rows.reduce((bits, row) => bits | bitsOf(row), key);
	const first = probe.stepsOf(reference, { key }).count;
	const { count } = probe.stepsOf(reference, { key: all });
	const events = Array.from({ length: Math.min(count - first, MAX_STEPS) }, (_, index) => {
		const steps = first + index + 1;
		const { last } = probe.stepsOf(reference, { key: all, steps });
		const id = rows.find((row) => (bitsOf(row) & last) !== 0)?.id as RuleId;
		return { id, after: probe.key(reference, { key: all, steps }) ?? before };
	});
	return joined(events, before);
}

/** The steps, but labels that go one after the other are one step for each of their two rules. */
function joined(events: readonly RepeatedStep[], start: string): RepeatedStep[] {
	const steps: RepeatedStep[] = [];
	let before = start;
	for (let at = 0; at < events.length; ) {
		const run = labelsFrom(events, at);
		const step = events[at + run.length - 1] as RepeatedStep;
		const isMixed = run.some(({ id }) => id !== step.id);
		if (isMixed) steps.push({ id: "host-www", after: withoutWww(run, before) });
		steps.push(isMixed ? { ...step, id: "host-labels" } : step);
		before = step.after;
		at += run.length;
	}
	return steps;
}

/** The labels that go from a step on; if none does, that step. */
function labelsFrom(events: readonly RepeatedStep[], start: number): readonly RepeatedStep[] {
	const isLabel = ({ id }: RepeatedStep) => id === "host-www" || id === "host-labels";
	const end = events.findIndex((event, index) => index >= start && !isLabel(event));
	return events.slice(start, Math.max(start + 1, end < 0 ? events.length : end));
}

/** An intermediate state, for display: the reference without those of the labels that one of the rules drops. */
function withoutWww(run: readonly RepeatedStep[], start: string): string {
	const [authority = ""] = /^[^:]*:\/\/(?:[^/?#@]*@)?/.exec(start) ?? [];
	let before = start;
	let kept = authority;
	for (const { id, after } of run) {
		if (id === "host-labels") kept += before.slice(authority.length, authority.length + before.length - after.length);
		before = after;
	}
	return kept + before.slice(authority.length);
}
