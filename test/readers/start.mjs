/** Starts servers on free ports of this machine, each in a folder of its own. */
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { install } from "./install.mjs";

const PATIENCE = 60_000;

/** Installs and starts a server. Returns its ports by name, its version, and `stop`. Throws if it does not listen. */
export async function start(server, folder, upstream) {
	const folders = install(server);
	const names = [...new Set(JSON.stringify([server.files ?? {}, server.command]).match(/\{\{\w+\}\}/g))].map((name) =>
		name.slice(2, -2),
	);
	const known = { ...folders, ...upstream, folder };
	const ports = Object.fromEntries(await freePorts(names.filter((name) => !(name in known))));
	const filled = (text) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => known[name] ?? ports[name]);
	write(server, folder, filled);
	const [program, ...args] = server.command.map(filled);
	const process = spawn(program, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
	let log = "";
	for (const stream of [process.stdout, process.stderr]) stream.on("data", (data) => (log = (log + data).slice(-4000)));
	const stop = () => stopped(process);
	try {
		await Promise.all(Object.values(ports).map((port) => listening(process, port)));
	} catch (error) {
		await stop();
		throw new Error(`${server.name} does not start: ${error.message}\n${log}`);
	}
	return { ports, stop, version: versionOf(server, filled) };
}

function write(server, folder, filled) {
	rmSync(folder, { recursive: true, force: true });
	for (const name of ["", ...(server.folders ?? [])]) {
		mkdirSync(join(folder, name), { recursive: true });
		// Some servers give up the rights of root.
		chmodSync(join(folder, name), 0o777);
	}
	for (const [name, text] of Object.entries(server.files ?? {})) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), filled(text));
	}
}

async function freePorts(names) {
	const servers = await Promise.all(
		names.map(
			() =>
				new Promise((resolve) => {
					const server = createServer().listen(0, "127.0.0.1", () => resolve(server));
				}),
		),
	);
	const ports = names.map((name, index) => [name, servers[index].address().port]);
	await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
	return ports;
}

async function listening(process, port) {
	const end = Date.now() + PATIENCE;
	while (!(await isOpen(port))) {
		if (process.exitCode !== null) throw new Error(`it ended with status ${process.exitCode}`);
		if (Date.now() > end) throw new Error(`nothing listens on port ${port}`);
		await setTimeout(100);
	}
}

function isOpen(port) {
	return new Promise((resolve) => {
		const socket = connect(port, "127.0.0.1");
		socket.once("connect", () => socket.destroy(resolve(true)));
		socket.once("error", () => resolve(false));
	});
}

async function stopped(process) {
	if (process.exitCode !== null || process.signalCode !== null) return;
	const ended = new Promise((resolve) => process.once("exit", resolve));
	process.kill("SIGTERM");
	const isEnded = await Promise.race([ended.then(() => true), setTimeout(5000, false)]);
	if (!isEnded) process.kill("SIGKILL");
	await ended;
}

/** The first version number that the program prints. */
function versionOf({ version: [program, ...args] }, filled) {
	const { stdout, stderr } = spawnSync(filled(program), args.map(filled), { encoding: "utf8" });
	return /[0-9]+\.[0-9]+(?:\.[0-9]+)?/.exec(`${stdout}${stderr}`)?.[0] ?? "unknown";
}
