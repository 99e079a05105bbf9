/**
 * Holds `destination` against HTTP clients: each is given every string, and none may connect to another host or port than the one that was
 * accepted. `runClients` returns the lines of a report, the numbers of clients that passed and failed, and what each client did.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { root } from "../../build/root.mjs";
import { CLIENTS } from "./clients.mjs";
import { generatedUrls } from "./generate.mjs";
import { compileShim, filled, install, versionOf } from "./install.mjs";
import { contradictions, readLog } from "./log.mjs";
import { NAMESPACE } from "./namespace.mjs";

const ROWS = join(root, "..", "shared", "vectors", "hosts", "open.jsonl");
const WORK = join(root, "build", "out", "clients");
const CELL = join(dirname(fileURLToPath(import.meta.url)), "cell.mjs");
const AT_ONCE = 2;
const SHOWN = 5;
const MAX_ERROR = 500;
/** Every client connects to these. One that seems not to is not seen. */
const CONTROLS = ["http://a.test/", "http://a.test:8080/x?y", "https://b.example/", "http://127.0.0.1:81/"];

/**
 * Sends the controls, the open rows and `count` generated strings to clients, all or those with these names. With `acceptsOnly`, only
 * strings that are accepted, and no rows.
 */
export async function runClients({ count, seed, names, acceptsOnly = false, mustInstall = false }) {
	const { destination } = await import(pathToFileURL(join(root, "build", "out", "dist", "edge.js")).href);
	const isWanted = acceptsOnly ? (url) => destination(url).accepted : undefined;
	const generated = generatedUrls(count, seed, isWanted).map((url) => ({ url, class: "generated" }));
	const strings = [...CONTROLS.map((url) => ({ url, class: "plain" })), ...(acceptsOnly ? [] : rows()), ...generated];
	const accepted = strings.map(({ url }) => destination(url));
	const run = { strings, accepted, clients: {}, lines: [], passed: 0, failed: 0 };
	run.lines.push(`${strings.length} strings, ${accepted.filter((each) => each.accepted).length} accepted`);
	rmSync(WORK, { recursive: true, force: true });
	mkdirSync(join(WORK, "empty"), { recursive: true });
	writeFileSync(join(WORK, "urls.txt"), strings.map(({ url }) => `${Buffer.from(url).toString("hex")}\n`).join(""));
	const shim = compileShim();
	const left = [...names];
	const work = async () => {
		for (let name = left.shift(); name !== undefined; name = left.shift()) await judge(name, shim, run, mustInstall);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	run.clients = Object.fromEntries(names.filter((name) => name in run.clients).map((name) => [name, run.clients[name]]));
	return run;
}

/** The open rows, if there are any. Those of octets are no strings. */
function rows() {
	if (!existsSync(ROWS)) return [];
	const lines = readFileSync(ROWS, "utf8").trimEnd().split("\n");
	return lines.map((line) => JSON.parse(line)).filter(({ url }) => url !== undefined);
}

async function judge(name, shim, run, mustInstall) {
	let paths;
	try {
		paths = install(CLIENTS[name]);
	} catch (error) {
		run.failed += mustInstall ? 1 : 0;
		run.lines.push(`${mustInstall ? "✗" : "–"} ${name} is not installed: ${error.message}`);
		return;
	}
	const version = versionOf(CLIENTS[name], paths);
	const { status, error, seen } = await drive(name, paths, shim);
	const wrong = run.strings.flatMap(({ url }, index) => faults(url, run.accepted[index], seen[index]));
	const unseen = CONTROLS.filter((_, index) => seen[index]?.length !== 1);
	if (status !== 0) wrong.unshift(`the driver ended with status ${status} after ${seen.length} strings: ${error}`);
	wrong.unshift(...unseen.map((url) => `${url}: no connection was seen`));
	run.clients[name] = { version, seen };
	run[wrong.length === 0 ? "passed" : "failed"] += 1;
	const refused = run.accepted.filter((each, index) => each.accepted && seen[index]?.length === 0).length;
	const line = `${wrong.length === 0 ? "✓" : "✗"} ${name} ${version}: ${wrong.length} faults, refuses ${refused} of the accepted`;
	console.error(line);
	run.lines.push(line, ...wrong.slice(0, SHOWN).map((fault) => `    ${fault}`));
}

function faults(url, accepted, seen) {
	if (!accepted.accepted || seen === undefined) return [];
	const where = contradictions(accepted, seen);
	return where.length === 0
		? []
		: [`${JSON.stringify(url)}: connects to ${where}, accepted is ${accepted.host}|${accepted.port}`];
}

/** Runs a driver in a namespace of its own. */
async function drive(name, paths, shim) {
	const { command, preloads = [] } = CLIENTS[name];
	const log = join(WORK, `${name.replace(":", "-")}.log`);
	const [program, ...args] = [...command.map((text) => filled(text, paths)), join(WORK, "urls.txt")];
	const env = { ...withoutProxies(), ...SETTINGS, REC_DIR: join(WORK, "empty"), REC_NPM: join(paths.npm ?? WORK, "x.js") };
	const cell = [...NAMESPACE, process.execPath, CELL, [shim, ...preloads].join(" "), log, program, ...args];
	const child = spawn("unshare", cell, { env, cwd: join(WORK, "empty"), stdio: ["pipe", "ignore", "pipe"] });
	let error = "";
	child.stderr.on("data", (data) => (error = (error + data).slice(-MAX_ERROR)));
	const status = await new Promise((resolve, reject) => child.on("close", resolve).on("error", reject));
	return { status, error, seen: existsSync(log) ? readLog(readFileSync(log, "latin1")) : [] };
}

/** Go looks names up by the C library, Deno no new version of itself, and OpenSSL loads no certificates for each URL. */
const SETTINGS = { LC_ALL: "C.UTF-8", GODEBUG: "netdns=cgo", DENO_NO_UPDATE_CHECK: "1", SSL_CERT_FILE: "/dev/null" };

function withoutProxies() {
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/_proxy$/i.test(name)));
}
