/**
 * `node bench/standalone/destination.mjs LIST…`: the figures of `destination` and of guards in docs/reference/edge.md. Lists have a URL a line, and may be
 * gzip-compressed. Times are CPU times of alternated rounds. Requires: urlsieve is built.
 *
 * - the share of each list that is accepted, and the reasons for the others
 * - `destination` beside `new URL` on the first list
 * - hostile text of 8,000 and 16,000 characters: twice as long takes twice as long
 * - a connection of `guard.fetch` beside one of `fetch`, to a server on loopback
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { gunzipSync } from "node:zlib";
import { createGuard } from "urlsieve/connect";
import { destination } from "urlsieve/edge";

const ROUNDS = 15;
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

async function cpuOf(way, url) {
	const { user, system } = process.cpuUsage();
	for (let count = 0; count < 100; ++count) await (await way(url)).text();
	const after = process.cpuUsage();
	return after.user + after.system - user - system;
}

/** Each request closes its connection. */
async function connections() {
	const server = createServer((_, response) => response.setHeader("connection", "close").end("x"));
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	const url = `http://127.0.0.1:${server.address().port}/`;
	const guard = createGuard({ allow: ["loopback"] });
	const ways = [(to) => guard.fetch(to), (to) => fetch(to)];
	const times = [[], []];
	for (let round = 0; round < ROUNDS; ++round) {
		for (const [index, way] of ways.entries()) {
			times[index].push(await cpuOf(way, url));
		}
	}
	const ratios = times[0].map((time, round) => time / times[1][round]);
	const [own, other] = times.map((values) => (median([...values]) / 100).toFixed(0));
	console.log(`a connection: guard.fetch ${own} µs, fetch ${other} µs: ${median(ratios).toFixed(2)} ×`);
	server.close();
}
