/** Runtimes started from the command line: Node.js, Deno, Bun. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs client.mjs in the folder, and its sibling for `urlsieve/js`. Returns the report of the first, with that of the second in `js`. */
export async function runClient(command, args, folder) {
	return { ...(await reportOf(command, args, "client.mjs", folder)), js: await reportOf(command, args, "client-js.mjs", folder) };
}

async function reportOf(command, args, script, folder) {
	const { stdout } = await run(command, [...args, script], { cwd: folder, maxBuffer: 1 << 26 });
	return JSON.parse(stdout);
}
