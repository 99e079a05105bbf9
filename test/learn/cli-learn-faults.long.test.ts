/** The three files of `urlsieve learn` are all old or all new, whatever happens to a run. */
import { mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { run, runWithFaults } from "../cli/command";
import { filesIn, LEARNED, textsIn, useLearn } from "../support/learn-command";
import { FETCHES, FORMATS } from "../support/learn-fetches";

const { path, write, shell, learned } = useLearn();
const OPTIONS = ["--quiet", "--support", "5", "--bound", "0.4"];
const LEARN = ["learn", ...OPTIONS];
const learn = (file: string) => learned(...OPTIONS, file).into;

describe("all files or none", () => {
	// A run dies at each of many places: a few sites give the same rules in half the time.
	const FEW = /site[0-4]\./;
	const few = FORMATS.csv(FETCHES.filter(({ url }) => FEW.test(url)));
	const one = write("one.csv", few);
	const other = write("other.csv", few.replaceAll("ref=", "src="));

	it.each(["renameSync", "fsyncSync", "openSync"])("after a kill at any %s, which the next run completes", (call) => {
		const [old, fresh] = [textsIn(learn(one)), textsIn(learn(other))];
		expect(fresh).not.toEqual(old);
		const into = learn(one);
		let kills = 0;
		// Each step of the loop is another place at which a run dies.
		for (let at = 1; ; ++at) {
			const { signal } = runWithFaults([...LEARN, other, "-o", into], { kill: { call, at } });
			expect([old, fresh]).toContainEqual(textsIn(into));
			if (signal === null) break;
			++kills;
			expect(run([...LEARN, one, "-o", into]).status).toBe(0);
			expect([textsIn(into), filesIn(into)]).toEqual([old, LEARNED]);
		}
		expect(kills).toBeGreaterThan(2);
		expect([textsIn(into), filesIn(into)]).toEqual([fresh, LEARNED]);
	});

	it.each(["ENOSPC", "EIO"])("after %s at any sync", (code) => {
		const into = learn(one);
		const old = textsIn(into);
		for (const at of [1, 2, 3]) {
			const { status, stderr } = runWithFaults([...LEARN, other, "-o", into], {
				fail: { call: "fsyncSync", at, code },
			});
			expect([status, stderr]).toEqual([3, expect.stringMatching(/^urlsieve: cannot write /)]);
			expect([textsIn(into), filesIn(into)]).toEqual([old, LEARNED]);
		}
	});

	it("after a rename that fails once, without leaving anything behind", () => {
		const [old, fresh] = [textsIn(learn(one)), textsIn(learn(other))];
		const into = learn(one);
		const statuses: (readonly [at: number, status: number | null])[] = [];
		// Three names become links, the new files take their place in one step, and are moved.
		const steps = [1, 2, 3, 4, 5, 6, 7];
		for (const at of steps) {
			const { status } = runWithFaults([...LEARN, other, "-o", into], { fail: { call: "renameSync", at, code: "EIO" } });
			statuses.push([at, status]);
			expect([at, textsIn(into), filesIn(into)]).toEqual([at, status === 0 ? fresh : old, LEARNED]);
			expect(run([...LEARN, one, "-o", into]).status).toBe(0);
		}
		expect(statuses).toEqual(steps.map((at) => [at, at <= 4 ? 3 : 0]));
	});

	it("with two runs at a time", () => {
		mkdirSync(path("raced"));
		const start = (file: string) => `$URLSIEVE ${LEARN.join(" ")} ${file} -o raced`;
		shell(`${start("one.csv")} & ${start("other.csv")} & wait`);
		expect([textsIn(learn(one)), textsIn(learn(other))]).toContainEqual(textsIn(path("raced")));
		expect(filesIn(path("raced"))).toEqual(LEARNED);
	});
});
