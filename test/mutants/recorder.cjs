/**
 * Loaded before the command line by `node --require`, in threads as well: notes the mutants that a process reaches in the file that a
 * variable names, at once, as processes are killed. A line of it is a number, or `static` and a number: what a module reaches while it is
 * evaluated, once for all runs of the process.
 */
// Taken before test/cli/faults.mjs replaces them.
const { closeSync, openSync, writeSync } = require("node:fs");

const file = process.env.URLSIEVE_REACHED;
const known = new Set();
let depth = 0;

function note(...numbers) {
	const fresh = numbers.filter((number) => !known.has(number));
	if (fresh.length === 0) return;
	const descriptor = open();
	if (descriptor === undefined) return;
	for (const number of fresh) known.add(number);
	writeSync(descriptor, fresh.map((number) => `${depth > 0 ? "static " : ""}${number}\n`).join(""));
	closeSync(descriptor);
}

/** Not if a test has used up all descriptors: what is reached then is noted when it is reached again. */
function open() {
	try {
		return openSync(file, "a");
	} catch {
		return undefined;
	}
}

globalThis.REACHED = Object.assign(note, {
	/** At the start and the end of a file of the package. */
	enter: () => void ++depth,
	leave: () => void --depth,
	/** Before another run in the same process: it tells anew what it reaches. */
	forget: () => known.clear(),
});
