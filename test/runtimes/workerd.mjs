/** workerd as in production: a worker bundled under the condition `workerd`, with requests over loopback. */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./bundle.mjs";
import { octetsOf } from "./conformance.mjs";
import { freePort } from "./loopback.mjs";

const ROUNDS = 5;

/** Returns the report of worker.mjs. */
export async function runWorkerd(workerd, folder, { vectors, bulk }) {
	const to = join(folder, "workerd");
	mkdirSync(to, { recursive: true });
	await bundle(folder, { worker: "worker.mjs" }, ["workerd", "worker"], to);
	const port = await freePort();
	writeFileSync(join(to, "config.capnp"), config(to, port));
	const worker = spawn(workerd, ["serve", join(to, "config.capnp")], { stdio: ["ignore", "ignore", "pipe"] });
	let complaints = "";
	worker.stderr.on("data", (data) => (complaints += data));
	try {
		const ask = (path, body) => fetch(`http://127.0.0.1:${port}${path}`, body === undefined ? {} : { method: "POST", body });
		await listening(ask, worker, () => complaints);
		const [, firstCall] = await timed(() => ask("/first"));
		const report = await (await ask("/conform", JSON.stringify({ vectors }))).json();
		return { ...report, firstCall, bulk: await speed(ask, octetsOf(bulk)) };
	} finally {
		worker.kill();
	}
}

function config(folder, port) {
	const modules = readdirSync(folder)
		.filter((name) => /\.(js|wasm)$/.test(name))
		.sort((a, b) => Number(b === "worker.js") - Number(a === "worker.js"))
		.map((name) => `(name = "${name}", ${name.endsWith(".js") ? "esModule" : "wasm"} = embed "${name}")`);
	return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
	services = [(name = "main", worker = (modules = [${modules.join(", ")}], compatibilityDate = "2026-11-01"))],
	sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
}

/** Waits for a response. A 404 will do: it runs no code of the package. */
async function listening(ask, worker, complaints) {
	for (let attempt = 0; attempt < 200; ++attempt) {
		if (worker.exitCode !== null) throw new Error(`workerd ended with status ${worker.exitCode}: ${complaints()}`);
		try {
			return await ask("/nothing");
		} catch {
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
	}
	throw new Error(`workerd did not answer: ${complaints()}`);
}

/** Throughput in MB/s: the time to normalize the list many times less the time to do so once. */
async function speed(ask, list) {
	await ask("/bulk?times=20", list);
	const speeds = [];
	for (let round = 0; round < ROUNDS; ++round) {
		const [, once] = await timed(() => ask("/bulk?times=1", list));
		const [, many] = await timed(() => ask("/bulk?times=101", list));
		speeds.push((100 * list.length) / 1000 / (many - once));
	}
	return speeds.sort((a, b) => a - b)[ROUNDS >> 1];
}

async function timed(call) {
	const start = performance.now();
	const response = await call();
	const answer = await response.json();
	return [answer, performance.now() - start];
}
