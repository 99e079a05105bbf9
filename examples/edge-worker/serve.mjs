/** Starts the worker in workerd, the runtime of Cloudflare Workers. Used by start.mjs, load.mjs and the tests. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const folder = fileURLToPath(new URL(".", import.meta.url));
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** Installs the dependencies and, in a checkout, builds urlsieve, if needed. Throws if that fails. */
export async function prepare() {
	if (!isInstalled()) {
		const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error"];
		const { error, status, stderr } = spawnSync("npm", args, {
			cwd: folder,
			stdio: ["ignore", "ignore", "pipe"],
			encoding: "utf8",
		});
		if (error !== undefined || status !== 0 || !isInstalled()) {
			const reason =
				error?.message ??
				stderr
					.replace(/^npm error /gm, "")
					.trim()
					.split("\n")
					.slice(0, 2)
					.join(", ");
			throw new Error(`npm cannot install the packages of examples/edge-worker: ${reason || `status ${status}`}.`);
		}
	}
	const urlsieve = join(folder, "node_modules", "urlsieve");
	if (existsSync(join(urlsieve, "build", "out", "dist", "kernels", "core.workerd.js"))) return;
	await (await import(pathToFileURL(join(urlsieve, "build", "prepare.mjs")).href)).prepare();
}

/** Whether every dependency is installed in the version that package.json names. */
function isInstalled() {
	return Object.entries({ ...dependencies, ...devDependencies }).every(([name, wanted]) => {
		const manifest = join(folder, "node_modules", name, "package.json");
		return existsSync(manifest) && (wanted.startsWith("file:") || JSON.parse(readFileSync(manifest, "utf8")).version === wanted);
	});
}

/**
 * Starts workerd on loopback, by default on any free port. Resolves once it listens. Throws if it ends before.
 *
 * @param {{ port?: number, config?: string, log?: (text: string) => void }} settings `log` receives workerd's error output
 * @returns {Promise<{ origin: string, pid: number, ended: Promise<number | null>, stop: (signal?: NodeJS.Signals) => Promise<unknown> }>}
 */
export async function serve({ port = 0, config = join(folder, "wrangler.jsonc"), log = () => {} } = {}) {
	const workerd = createRequire(import.meta.url)("workerd").default;
	const args = ["serve", config, `--socket-addr=http=127.0.0.1:${port}`, "--control-fd=3"];
	const env = { ...process.env, WORKERD_ESBUILD: join(folder, "node_modules", ".bin", "esbuild") };
	const child = spawn(workerd, args, { env, stdio: ["ignore", "ignore", "pipe", "pipe"] });
	const ended = new Promise((resolve) => child.once("close", resolve).once("error", resolve));
	let errors = "";
	const collect = (text) => (errors += text);
	child.stderr.setEncoding("utf8").on("data", collect);
	const line = await firstLine(child.stdio[3]);
	if (line === undefined) throw new Error(`workerd did not start, ${await ended}: ${errors.trim()}`);
	child.stderr.off("data", collect).on("data", log);
	const stop = (signal = "SIGKILL") => {
		child.kill(signal);
		return ended;
	};
	return { origin: `http://127.0.0.1:${JSON.parse(line).port}`, pid: child.pid, ended, stop };
}

/** The first line of a stream, in which workerd reports its port. Undefined if the stream ends before. */
async function firstLine(stream) {
	let text = "";
	for await (const part of stream.setEncoding("utf8")) {
		text += part;
		if (text.includes("\n")) return text.slice(0, text.indexOf("\n"));
	}
	return undefined;
}
