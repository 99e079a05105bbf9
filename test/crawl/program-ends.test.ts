/** Programs that end with one of their tables, which every engine runs, or within it, which every engine refuses. */
import { describe, expect, it } from "vitest";
import { Status } from "../../assembly/layout/status";
import { MADE } from "../qa/fuzz/hosts/made-policies";
import { programOf } from "../seams/kernels";
import { ENGINES } from "../support/engines";
import { ProgramHost } from "../support/program-host";
import { endingWith, tablesOf } from "./program-tables";

const PROGRAMS = [...MADE.map(programOf).entries()];
const CUTS = [1, 2, 3, 4];

describe.each(ENGINES)("programs on %s", (engine) => {
	const host = new ProgramHost(engine);

	it.each(PROGRAMS)("number %d may end with a table", (_, program) => {
		for (const table of tablesOf(program).flat())
			expect([table, host.set(endingWith(program, table, 0))]).toEqual([table, Status.OK]);
	});

	it.each(PROGRAMS)("number %d may not end within one", (_, program) => {
		for (const table of tablesOf(program).flat()) {
			const statuses = CUTS.map((cut) => host.set(endingWith(program, table, cut)));
			const expected = table.size === 0 ? Status.OK : -Status.INVALID_PROGRAM;
			expect([table, statuses]).toEqual([table, CUTS.map(() => expected)]);
		}
	});
});
