/** The choice by class of a job in passes. */
import { ClassValues } from "../passes/class-values";
import type { ByClass } from "../passes/class-winners";
import { comparesValues } from "../passes/keep";
import type { Plan } from "../passes/plan";
import type { ClassChoice } from "./class-choice";

/** Puts temporary files in the directory of the plan. Throws Failure. */
export function passesByClass(choice: ClassChoice | undefined, { folder }: Plan): ByClass | undefined {
	if (choice === undefined) return undefined;
	const { keep, counts } = choice;
	return { which: keep.which, counts, values: comparesValues(keep.which) ? new ClassValues(folder) : undefined };
}
