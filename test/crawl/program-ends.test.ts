/** Programs that end with one of their tables, which every engine runs, or within it, which every engine refuses. */
import { describe, expect, it } from "vitest";
import { Status } from "../../assembly/layout/status";
import { Header } from "../../assembly/policy/program";
import { crawlKernels } from "../../src/crawl/crawl-kernel";
import type { Engine } from "../../src/engine/kernel";
import { madePrograms } from "../fuzz/hosts/made-policies";
import { endingWith, tablesOf } from "../fuzz/hosts/moved-tables";
import { ENGINES } from "../support/engines";

/** Enough for a program, and for its memory. */
const ROOM = 8 << 20;
const CUTS = [1, 2, 3, 4];

/** Sets programs, each before zeros. */
class Host {
	readonly #kernel;
	readonly #at: number;

	constructor(engine: Engine) {
		this.#kernel = crawlKernels.create(engine);
		this.#at = Math.ceil(this.#kernel.call.heapBase() / 64) * 64;
		this.#kernel.reserve(this.#at + ROOM);
	}

	/** Returns the status. */
	set(program: Uint8Array): number {
		const { call, octets } = this.#kernel;
		octets.set(program, this.#at);
		octets.fill(0, this.#at + program.length, this.#at + program.length + 64);
		call.fingerprint(0, this.#at + Header.BASE, this.#at + program.length, this.#at + Header.CHECKSUM);
		return call.setProgram(this.#at, program.length);
	}
}

describe.each(ENGINES)("programs on %s", (engine) => {
	const host = new Host(engine);

	it.each(madePrograms().map((program, index) => [index, program] as const))("number %d may end with a table", (_, program) => {
		for (const table of tablesOf(program).flat())
			expect([table, host.set(endingWith(program, table, 0))]).toEqual([table, Status.OK]);
	});

	it.each(madePrograms().map((program, index) => [index, program] as const))("number %d may not end within one", (_, program) => {
		for (const table of tablesOf(program).flat()) {
			const statuses = CUTS.map((cut) => host.set(endingWith(program, table, cut)));
			const expected = table.size === 0 ? Status.OK : -Status.INVALID_PROGRAM;
			expect([table, statuses]).toEqual([table, CUTS.map(() => expected)]);
		}
	});
});
