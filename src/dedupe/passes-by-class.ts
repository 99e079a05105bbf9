/** The choice by class of a job in passes. */

import type { ClassChoice } from "./classes/class-choice";
import { ClassValues } from "./classes/class-values";
import type { ByClass } from "./classes/class-winners";
import { comparesValues } from "./classes/keep";
import type { Plan } from "./plan";

/** Puts temporary files in the directory of the plan. Throws Failure. */
export function passesByClass(choice: ClassChoice | undefined, { folder }: Plan): ByClass | undefined {
	if (choice === undefined) return undefined;
	const { keep, counts } = choice;
	return { which: keep.which, counts, values: comparesValues(keep.which) ? new ClassValues(folder) : undefined };
}
