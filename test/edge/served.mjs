/**
 * examples/edge-cache as a server, over HTTP: in Node.js with a cache in memory, in Deno with `caches` on disk, and its worker in workerd
 * with the `caches` of Miniflare, which Cloudflare develops workers on.
 *
 * ```
 *   test ──HTTP──▶ serve.mjs or worker.mjs ──HTTP──▶ origin, in the process of the test
 * ```
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { binary, bundle, inFolder, runtimes } from "./edge-cache.mjs";

/** Rules for paths whose server sends none. */
const GIVEN = JSON.stringify({ "/search": 'except=("q")' });

/** An origin on loopback: `fieldOf` returns the field for a path, and `requests` lists what it was asked. */
export async function startOrigin(fieldOf) {
	const requests = [];
	const server = createServer(({ method, url }, response) => {
		requests.push(`${method} ${url}`);
		const path = url.split("?")[0];
		const { control = "max-age=60", field } = fieldOf(path);
		const headers = { "cache-control": control, ...(field !== undefined && { "no-vary-search": field }) };
		if (path !== "/broken") return void response.writeHead(200, headers).end(`${method} ${url}`);
		// The connection ends before the response does.
		response.writeHead(200, { ...headers, "content-length": 9 }).write("x", () => response.destroy());
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return { requests, href: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

/** The same server, started as often as a test likes: `use(start)`, where `start(origin)` returns `{ href, stop }`. */
export const RUNTIMES = {
	"Node.js": (use) => inFolder((folder) => use(startScript(process.execPath, [], folder))),
	Deno: (use) => inFolder((folder) => use(startScript(binary("deno"), ["run", "-A", "--no-config"], folder))),
	workerd: (use) => inFolder((folder) => use(startWorker(folder))),
};

function startScript(program, flags, folder) {
	return async (origin) => {
		await bundle('import "../../examples/edge-cache/serve.mjs";', join(folder, "serve.mjs"));
		const env = { ...process.env, GIVEN, DENO_DIR: join(folder, "deno") };
		const args = [...flags, join(folder, "serve.mjs"), origin, "0"];
		const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "ignore"] });
		const ended = once(child, "exit");
		const stop = () => {
			child.kill("SIGKILL");
			return ended;
		};
		const [href] = await Promise.race([once(createInterface(child.stdout), "line"), ended.then(() => [])]);
		if (href === undefined) throw new Error(`${program} ends before it listens`);
		return { href, stop };
	};
}

function startWorker(folder) {
	return async (origin) => {
		await bundle('export { default } from "../../examples/edge-cache/worker.mjs";', join(folder, "worker.js"));
		const { Miniflare } = await import(pathToFileURL(createRequire(runtimes()).resolve("miniflare")).href);
		const { hostname, port } = new URL(origin);
		const worker = new Miniflare({
			modules: true,
			script: readFileSync(join(folder, "worker.js"), "utf8"),
			compatibilityDate: "2026-04-01",
			bindings: { GIVEN },
			// Requests reach the worker under the origin's URL, as they do behind a custom domain.
			upstream: origin,
			outboundService: { external: { address: `${hostname}:${port}`, http: {} } },
			cachePersist: join(folder, "cache"),
		});
		return { href: (await worker.ready).href, stop: () => worker.dispose() };
	};
}
