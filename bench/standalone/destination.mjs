/**
 * `node bench/standalone/destination.mjs LIST…`: the figures of `destination` and of guards in docs/reference/edge.md. Lists have a URL a line, and may be
 * gzip-compressed. Times are CPU times of alternated rounds. Requires: urlsieve is built.
 *
 * - the share of each list that is accepted, and the reasons for the others
 * - `destination` beside `new URL` on the first list
 * - hostile text of 8,000 and 16,000 characters: twice as long takes twice as long
 * - a new connection of `guard.fetch` beside one of `fetch`, to a server on loopback, by address and by name
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { createGuard } from "urlsieve/connect";
import { destination } from "urlsieve/edge";

const ROUNDS = 15;
const PAIRS = 51;
const REQUESTS = 100;
const HOSTILE = ["a", "a.", "1.", ":", "@", "%2e", "\\", "\t", "[", "-", "0x", "\ud800"];

const lists = process.argv.slice(2).map((path) => {
	const octets = readFileSync(path);
	const lines = (path.endsWith(".gz") ? gunzipSync(octets) : octets).toString("utf8").split("\n");
	return [path.replace(/.*\//, ""), lines.map((line) => line.replace(/\r$/, "")).filter((line) => line !== "")];
});
for (const [name, lines] of lists) share(name, lines);
if (lists.length > 0) compareToUrl(lists[0][1]);
linear();
await connections();

function share(name, lines) {
	const reasons = new Map();
	for (const line of lines) {
		const found = destination(line, { clients: [] });
		const reason = found.accepted ? "accepted" : found.reason;
		reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
	}
	const accepted = reasons.get("accepted");
	reasons.delete("accepted");
	console.log(
		`${name}: ${lines.length} lines, ${((100 * accepted) / lines.length).toFixed(2)} % accepted`,
		Object.fromEntries(reasons),
	);
}

/** CPU time of a call in microseconds. */
function cpu(run) {
	const { user, system } = process.cpuUsage();
	run();
	const after = process.cpuUsage();
	return after.user + after.system - user - system;
}

function median(values) {
	return values.sort((a, b) => a - b)[values.length >> 1];
}

function compareToUrl(list) {
	const lines = list.filter((line) => URL.canParse(line));
	const rounds = Array.from({ length: ROUNDS }, () => [
		cpu(() => {
			for (const line of lines) destination(line);
		}),
		cpu(() => {
			for (const line of lines) new URL(line);
		}),
	]);
	const [a, b] = [0, 1].map((at) => ((1000 * median(rounds.map((round) => round[at]))) / lines.length).toFixed(0));
	console.log(`destination ${a} ns, new URL ${b} ns: ${median(rounds.map(([own, other]) => own / other)).toFixed(2)} ×`);
}

function linear() {
	for (const run of HOSTILE) {
		const [short, long] = [8000, 16_000].map((length) => timeOf(run.repeat(length / run.length)));
		console.log(
			`${JSON.stringify(run)}: 16,000 characters ${long.toFixed(1)} µs, ${(long / short).toFixed(2)} × as long as 8,000`,
		);
	}
}

/** Microseconds for a text by itself, as a host and in a path. */
function timeOf(text) {
	const texts = [text, `http://${text}`, `http://a.test/${text}`];
	const run = () => {
		for (let count = 0; count < 100; ++count) for (const each of texts) destination(each);
	};
	run();
	return median(Array.from({ length: ROUNDS }, () => cpu(run))) / (100 * texts.length);
}

/** CPU time of one request in microseconds: of this process, not of the server. */
async function cpuOf(way, url) {
	const { user, system } = process.cpuUsage();
	for (let count = 0; count < REQUESTS; ++count) await (await way(url)).text();
	const after = process.cpuUsage();
	return (after.user + after.system - user - system) / REQUESTS;
}

/** A server on loopback, in a process of its own, that closes each connection after its response. */
async function startServer() {
	const code = `const server = require("node:http").createServer((_, response) => response.setHeader("connection", "close").end("x"));
		server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;
	const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
	const [port] = await once(child.stdout, "data");
	return { port: Number(port), stop: () => child.kill() };
}

/** New connections to an address and to a name, in pairs. */
async function connections() {
	const { port, stop } = await startServer();
	const guard = createGuard({ allow: ["loopback"] });
	const ways = [(to) => guard.fetch(to), (to) => fetch(to)];
	for (const host of ["127.0.0.1", "localhost"]) {
		const url = `http://${host}:${port}/`;
		const rounds = [];
		for (let round = 0; round <= PAIRS; ++round) {
			const [first, second] = round % 2 === 0 ? [0, 1] : [1, 0];
			const times = [];
			for (const index of [first, second]) times[index] = await cpuOf(ways[index], url);
			// The first round compiles.
			if (round > 0) rounds.push(times);
		}
		const [own, other] = [0, 1].map((at) => median(rounds.map((times) => times[at])).toFixed(0));
		const ratio = median(rounds.map((times) => times[0] / times[1])).toFixed(2);
		console.log(`a connection to ${host}: guard.fetch ${own} µs, fetch ${other} µs: ${ratio} ×`);
	}
	stop();
}
