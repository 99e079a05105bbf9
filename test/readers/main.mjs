/**
 * Compares `agree` with the servers themselves: every row, and generated targets, by raw socket. `runReaders(count)` returns the lines of
 * a report, and the numbers of readers that passed and failed.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../build/root.mjs";
import { listenAsOrigin, listenAsScgi } from "./origin.mjs";
import { request } from "./request.mjs";
import { readingOf, SERVERS } from "./servers.mjs";
import { start } from "./start.mjs";
import { generatedTargets } from "./targets.mjs";

const CONNECTIONS = 8;
const SHOWN = 5;
/** The share of targets on which a reader may differ from its server: forms that no client sends. */
const MAX_SHARE = 0.005;
const ROWS = join(root, "..", "shared", "vectors", "edge", "readers.tsv");

/** Runs the comparison on every server, or on those with these names. `seed` is that of the generated targets. */
export async function runReaders(count, names = [], seed = undefined) {
	const { agree } = await import(pathToFileURL(join(root, "build", "out", "dist", "edge.js")).href);
	const targets = [...new Set([...rows(), ...generatedTargets(count, seed)])];
	const [origin, scgi] = await Promise.all([listenAsOrigin(), listenAsScgi()]);
	const upstream = { origin: origin.address().port, scgi: scgi.address().port };
	const result = { passed: 0, failed: 0, lines: [`${targets.length} targets`] };
	for (const server of SERVERS.filter(({ name }) => names.length === 0 || names.includes(name))) {
		try {
			await compare(server, targets, upstream, agree, result);
		} catch (error) {
			result.failed += server.columns.length;
			result.lines.push(`✗ ${server.name}: ${error.message}`);
		}
	}
	origin.close();
	scgi.close();
	return result;
}

/** The targets of the rows, if there are any. */
function rows() {
	if (!existsSync(ROWS)) return [];
	const unescaped = (text) =>
		text.replace(/\\(?:x([0-9a-f]{2})|\\)/g, (_, hex) => (hex ? String.fromCharCode(Number.parseInt(hex, 16)) : "\\"));
	return readFileSync(ROWS, "utf8")
		.trimEnd()
		.split("\n")
		.slice(1)
		.map((row) => unescaped(row.split("\t")[1]));
}

async function compare(server, targets, upstream, agree, result) {
	const running = await start(server, join(root, "build", "out", "readers", server.name), upstream);
	try {
		for (const [reader, what, port] of server.columns) {
			const answers = await ask(running.ports[port], targets);
			const wrong = targets.flatMap((target, index) =>
				differenceOf(agree, reader, target, readingOf(server, what, answers[index])),
			);
			const isAgreed = wrong.length <= MAX_SHARE * targets.length;
			result[isAgreed ? "passed" : "failed"] += 1;
			result.lines.push(
				`${isAgreed ? "✓" : "✗"} ${reader} ${what} (${server.name} ${running.version}): ${targets.length - wrong.length} agree, ${wrong.length} differ`,
			);
			result.lines.push(...wrong.slice(0, SHOWN).map((line) => `    ${line}`));
		}
	} finally {
		await running.stop();
	}
}

/** The responses to all targets, over several connections at a time. */
async function ask(port, targets) {
	const answers = [];
	let next = 0;
	const work = async () => {
		while (next < targets.length) {
			const index = next++;
			answers[index] = await request(port, targets[index]);
		}
	};
	await Promise.all(Array.from({ length: CONNECTIONS }, work));
	return answers;
}

function differenceOf(agree, reader, target, reading) {
	const [view] = agree(target, [reader]).views;
	const mine = view.accepts ? ("target" in reading ? view.sends : `${view.path}?${view.query ?? ""}`) : view.status;
	const own = reading.status ?? reading.target ?? `${reading.path}?${reading.query}`;
	return mine === own
		? []
		: [`${JSON.stringify(target)}: the server has ${JSON.stringify(own)}, the reader ${JSON.stringify(mine)}`];
}
