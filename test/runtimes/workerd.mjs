/** workerd, as in production: a worker bundled under the condition `workerd`, with requests over loopback. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { bundle } from "./bundle.mjs";
import { octetsOf } from "./conformance.mjs";

const ROUNDS = 5;

/**
 * Runs worker.mjs in workerd, given the path of npm's link to it, and its sibling for `urlsieve/js`. Returns the report of the first,
 * with that of the second in `js`.
 */
export async function runWorkerd(workerd, folder, conformance) {
	const report = await reportOf(workerd, folder, "worker", conformance);
	return { ...report, js: await reportOf(workerd, folder, "worker-js", conformance) };
}

async function reportOf(workerd, folder, name, { vectors, bulk }) {
	const to = join(folder, "workerd", name);
	mkdirSync(to, { recursive: true });
	await bundle(folder, { worker: `${name}.mjs` }, ["workerd", "worker"], to);
	writeFileSync(join(to, "config.capnp"), config(to));
	const args = ["serve", join(to, "config.capnp"), "--control-fd=3"];
	// The target of npm's link may be a script, which would not hand on the descriptor.
	const worker = spawn(createRequire(workerd)("workerd").default, args, { stdio: ["ignore", "ignore", "pipe", "pipe"] });
	let errors = "";
	worker.stderr.on("data", (data) => (errors += data));
	try {
		const port = await portOf(worker, () => errors);
		const send = (path, body) => fetch(`http://127.0.0.1:${port}${path}`, body === undefined ? {} : { method: "POST", body });
		// An unknown path, which runs no code of the package.
		await send("/nothing");
		const [, firstCall] = await timed(() => send("/first"));
		const report = await (await send("/conform", JSON.stringify({ vectors }))).json();
		return { ...report, firstCall, bulk: await speed(send, octetsOf(bulk)) };
	} finally {
		worker.kill();
	}
}

function config(folder) {
	const modules = readdirSync(folder)
		.filter((name) => /\.(js|wasm)$/.test(name))
		.sort((a, b) => Number(b === "worker.js") - Number(a === "worker.js"))
		.map((name) => `(name = "${name}", ${name.endsWith(".js") ? "esModule" : "wasm"} = embed "${name}")`);
	return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
	services = [(name = "main", worker = (modules = [${modules.join(", ")}], compatibilityDate = "2026-11-01"))],
	sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;
}

/** The port on which workerd listens, once it does: it reports any that is free. Throws if it ends before. */
async function portOf(worker, errors) {
	const ended = once(worker, "exit").then(([status]) => {
		throw new Error(`workerd ended with status ${status}: ${errors()}`);
	});
	ended.catch(() => {});
	const [line] = await Promise.race([once(createInterface(worker.stdio[3]), "line"), ended]);
	return JSON.parse(line).port;
}

/** Throughput in MB/s, from the difference of a request that normalizes the list many times and one that does so once. */
async function speed(send, list) {
	await send("/bulk?times=20", list);
	const speeds = [];
	for (let round = 0; round < ROUNDS; ++round) {
		const [, once] = await timed(() => send("/bulk?times=1", list));
		const [, many] = await timed(() => send("/bulk?times=101", list));
		speeds.push((100 * list.length) / 1000 / (many - once));
	}
	return speeds.sort((a, b) => a - b)[ROUNDS >> 1];
}

async function timed(call) {
	const start = performance.now();
	const response = await call();
	const result = await response.json();
	return [result, performance.now() - start];
}
