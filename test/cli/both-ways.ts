/** Runs of `dedupe` in memory and in passes, which give the same octets, and failures that leave nothing behind. */
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { type Ended, run, type useFolder } from "./command";

type Folder = Pick<ReturnType<typeof useFolder>, "folder" | "path" | "write">;

/** Options with which `dedupe` goes to disk for short inputs, too. */
const limitOf = (folder: string) => ["--memory", "16M", "--temp", folder];

/** All results of a run: summary without what differs by nature, output, rejects, audit. `isInPasses`: whether the run was prepared for the disk. */
export function results({ path, write }: Folder, args: string[], limit: readonly string[] = []) {
	const [output, rejects, audit] = ["output", "rejects.tsv", "audit.tsv"].map(path) as [string, string, string];
	// Not every choice of rows can be logged.
	const logs = ["--rejects", rejects, ...(args.includes("--keep") ? [] : ["--audit", audit])];
	write("audit.tsv", "");
	const { status, stdout, stderr } = run(["dedupe", "--json", "-o", output, ...logs, ...limit, ...args]);
	expect([status, stdout, status === 0 ? "" : stderr]).toEqual([0, "", ""]);
	const { seconds, tempOctets, peakMemory, ...summary } = JSON.parse(stderr);
	return {
		isInPasses: tempOctets !== undefined,
		summary,
		octets: [output, rejects, audit].map((file) => readFileSync(file, "latin1")),
	};
}

/** Expects both ways to give the same results. Returns the summary. */
export function expectSame(folder: Folder, args: string[]) {
	const [inMemory, inPasses] = [results(folder, args), results(folder, args, limitOf(folder.folder))];
	expect([inMemory.isInPasses, inPasses.isInPasses]).toEqual([false, true]);
	expect(inPasses.summary).toEqual(inMemory.summary);
	for (const [index, octets] of inMemory.octets.entries()) expect(inPasses.octets[index] === octets).toBe(true);
	return inMemory.summary;
}

/** Returns an expectation of a failure with this status and message, outputs that have their old content, and no temporary file. */
export function failuresIn(folder: string, outputs: readonly string[]) {
	return ({ status, stdout, stderr }: Ended, wanted: number, message: string | RegExp): void => {
		expect([status, stdout]).toEqual([wanted, ""]);
		expect(stderr).toMatch(message);
		expect(stderr.trimEnd().split("\n")).toHaveLength(1);
		for (const file of outputs) expect(readFileSync(file, "utf8")).toBe("old\n");
		expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
	};
}
