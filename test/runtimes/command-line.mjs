/** Runtimes started from the command line: Node.js, Deno, Bun. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs client.mjs in the folder. Returns its report. */
export async function runClient(command, args, folder) {
	const { stdout } = await run(command, [...args, "client.mjs"], { cwd: folder, maxBuffer: 1 << 26 });
	return JSON.parse(stdout);
}
