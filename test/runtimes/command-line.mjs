/** Runtimes that are started with a script: Node.js, Deno, Bun. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs client.mjs in the folder and returns its report. */
export async function runClient(command, args, folder) {
	const { stdout } = await run(command, [...args, "client.mjs"], { cwd: folder, maxBuffer: 1 << 26 });
	return JSON.parse(stdout);
}
