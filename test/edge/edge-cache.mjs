/** Runs examples/edge-cache in Deno and in workerd. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { npmPackages } from "../../build/npm.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The package.json of the runtimes. Installs them if needed. */
export function runtimes() {
	return npmPackages("urlsieve-edge", join(root, "test", "edge", "runtimes", "package.json"));
}

/** The program of a runtime. */
export function binary(name) {
	return join(dirname(runtimes()), "node_modules", ".bin", name);
}

/** Bundles a program for the runtimes. */
export async function bundle(contents, outfile) {
	await esbuild.build({
		stdin: { contents, resolveDir: join(root, "test", "edge") },
		bundle: true,
		format: "esm",
		alias: { "urlsieve/edge": join(root, "build", "out", "dist", "edge.js") },
		external: ["node:*"],
		outfile,
		logLevel: "error",
	});
}

/** Returns the names of the scenarios that are broken in Deno. */
export async function brokenInDeno() {
	return inFolder(async (folder) => {
		await bundle(
			'import { broken } from "./edge-cache-scenarios.mjs"; console.log(JSON.stringify(await broken()));',
			join(folder, "run.mjs"),
		);
		const { stdout, stderr } = spawnSync(binary("deno"), ["run", "--no-config", join(folder, "run.mjs")], {
			encoding: "utf8",
		});
		if (stdout === "") throw new Error(`Deno prints no result: ${stderr}`);
		return JSON.parse(stdout);
	});
}

/** The same in workerd. */
export async function brokenInWorkerd() {
	const program = `import { broken } from "./edge-cache-scenarios.mjs";
		export default { fetch: async () => Response.json(await broken()) };`;
	return inWorkerd(program, async (url) => (await fetch(url)).json());
}

/** Runs `use` with the URL of a program in workerd, and its process. `origin`: a second program, which answers what the first fetches. */
export function inWorkerd(program, use, origin) {
	return inFolder(async (folder) => {
		const programs = { main: program, ...(origin !== undefined && { origin }) };
		const services = [];
		for (const [name, text] of Object.entries(programs)) {
			await bundle(text, join(folder, `${name}.js`));
			const outbound = name === "main" && origin !== undefined ? ', globalOutbound = "origin"' : "";
			const modules = `modules = [(name = "${name}.js", esModule = embed "${name}.js")]`;
			services.push(`(name = "${name}", worker = (${modules}, compatibilityDate = "2026-11-01"${outbound}))`);
		}
		writeFileSync(
			join(folder, "config.capnp"),
			`using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [${services.join(", ")}],
	sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]);
`,
		);
		const child = spawn(binary("workerd"), ["serve", join(folder, "config.capnp"), "--control-fd=3"], {
			stdio: ["ignore", "inherit", "inherit", "pipe"],
		});
		try {
			const [line] = await once(createInterface(child.stdio[3]), "line");
			return await use(`http://127.0.0.1:${JSON.parse(line).port}`, child.pid);
		} finally {
			child.kill("SIGKILL");
		}
	});
}

/** Runs `use` with a temporary folder. */
export async function inFolder(use) {
	const folder = mkdtempSync(join(tmpdir(), "urlsieve-edge-"));
	mkdirSync(folder, { recursive: true });
	try {
		return await use(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
