/** Suite `command`: the CPU time of the shortest run of the command line, with the compile cache of Node.js 22.8 and later, and without. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, compare, inFolder, urlsieve } from "../measure/processes";
import type { Row } from "../measure/results";
import type { Suite } from "./suite";

/** The names of the rows that pages compare. */
export const COMMAND = {
	bare: "node -e 0",
	plain: "urlsieve dedupe, without a compile cache",
	cached: "urlsieve dedupe",
} as const;

/** Runs that are timed together: the system counts hundredths of a second. */
const RUNS = 20;

export const command: Suite = {
	title: "Start: the shortest run of the command line",
	unit: "ms of CPU time",
	against: "",
	onEveryNode: true,
	async measure({ root, rounds }) {
		return inFolder((folder) => {
			const list = join(folder, "list.txt");
			writeFileSync(list, "http://example.com/\n");
			return compare(commandsIn(folder, root), list, folder, { rounds, input: "dedupe of one line" }).map(ofOneRun);
		});
	},
};

function commandsIn(folder: string, root: string): Command[] {
	const cache = join(folder, "temporary");
	mkdirSync(cache, { mode: 0o700 });
	const run = `${urlsieve(root, "dedupe")} --threads 1 $LIST`;
	const free = "env -u NODE_COMPILE_CACHE -u NODE_DISABLE_COMPILE_CACHE";
	return [
		repeated(COMMAND.bare, `"${process.execPath}" -e 0`),
		repeated(COMMAND.plain, `NODE_DISABLE_COMPILE_CACHE=1 ${run}`),
		repeated(COMMAND.cached, `${free} TMPDIR="${cache}" ${run}`),
	];
}

function repeated(name: string, once: string): Command {
	return { name, command: `for run in $(seq ${RUNS}); do ${once}; done` };
}

/** Without GNU time, wall time stands for CPU time. */
function ofOneRun({ input, node, name, cpu, median }: Row): Row {
	const milliseconds = ((cpu ?? median) * 1000) / RUNS;
	return { input, node, name, best: milliseconds, median: milliseconds };
}
