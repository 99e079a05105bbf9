/**
 * `node bench/standalone/learn-scale.mjs`: time, memory and temporary space of `urlsieve learn` on rows of three parameters, in CSV.
 *
 *   node bench/standalone/learn-scale.mjs --rows 10000000 --memory 16M
 *   node bench/standalone/learn-scale.mjs --file rows.csv --command OTHER/build/out/dist/urlsieve.js     another build, the same rows
 *
 * `id` chooses what a page shows; `ref` and `sid` make no difference. Of 100 pages, three change with each fetch.
 */
import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
	options: {
		rows: { type: "string", default: "1000000" },
		memory: { type: "string", default: "16M" },
		file: { type: "string" },
		command: { type: "string", default: fileURLToPath(new URL("../../build/out/dist/urlsieve.js", import.meta.url)) },
	},
});
const folder = mkdtempSync(join(tmpdir(), "learn-scale-"));
const file = values.file ?? join(folder, "rows.csv");
const rows = Number(values.rows);
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const ROWS_AT_ONCE = 20_000;

let state = 12345;

/** A number from 0 to 1, the same in every run: xorshift. */
function random() {
	state ^= state << 13;
	state ^= state >>> 17;
	state ^= state << 5;
	return (state >>> 0) / 2 ** 32;
}

/** What looks like a SHA-1 in base32. */
function digestOf(page, content) {
	let word = (Math.imul(page + 1, 0x9e3779b1) ^ Math.imul(content + 7, 0x85ebca77)) >>> 0;
	return Array.from({ length: 32 }, () => {
		word ^= word << 13;
		word ^= word >>> 17;
		word ^= word << 5;
		return LETTERS[word >>> 27];
	}).join("");
}

function rowOf(row, sites) {
	const site = Math.floor(sites * random() ** 2);
	const page = Math.floor((20 + ((site * 7919) % 200)) * random());
	const id = Math.floor(5 * random());
	const query = `id=${id}&ref=${Math.floor(50 * random())}&sid=${Math.floor(1e9 * random()).toString(36)}`;
	const digest = random() < 0.03 ? digestOf(row, 3) : digestOf(site * 1000 + page, id);
	return `https://site${site}.example${site % 97}.com/section/${page % 7}/page-${page}?${query},${digest},200,${20260101000000 + row}\n`;
}

function writeRows() {
	const descriptor = openSync(file, "w");
	writeSync(descriptor, "url,digest,status,time\n");
	for (let row = 0; row < rows; row += ROWS_AT_ONCE) {
		const count = Math.min(ROWS_AT_ONCE, rows - row);
		writeSync(descriptor, Array.from({ length: count }, (_, at) => rowOf(row + at, Math.max(10, rows / 1000))).join(""));
	}
	closeSync(descriptor);
}

/** Octets of the temporary files that a process holds open: they have no name. */
function temporary(pid) {
	let octets = 0;
	for (const name of readdirSync(`/proc/${pid}/fd`)) {
		try {
			const { nlink, size, blocks } = statSync(`/proc/${pid}/fd/${name}`);
			if (nlink === 0) octets += Math.min(size, 512 * blocks);
		} catch {
			// Closed in the meantime.
		}
	}
	return octets;
}

function run() {
	return new Promise((resolve) => {
		const args = ["learn", "--quiet", file, "--memory", values.memory, "-o", join(folder, "rules"), "--temp", folder];
		const child = spawn("/usr/bin/time", ["-f", "%U %S %M", process.execPath, values.command, ...args]);
		let text = "";
		let most = 0;
		const timer = setInterval(() => {
			try {
				const [pid] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "latin1").split(" ");
				if (pid !== "") most = Math.max(most, temporary(pid));
			} catch {
				// Not begun yet, or ended in the meantime.
			}
		}, 200);
		child.stderr.on("data", (chunk) => {
			text += chunk;
		});
		child.on("close", () => {
			clearInterval(timer);
			resolve({ text, most });
		});
	});
}

if (!existsSync(file)) writeRows();
const { text, most } = await run();
const [user, system, peak] = text.trim().split("\n").at(-1).split(" ").map(Number);
const perRow = (octets) => (octets / rows).toFixed(1);
console.log(
	`${(((user + system) * 1e6) / rows).toFixed(2)} µs of CPU a row, peak ${(peak / 1000).toFixed(0)} MB, ${perRow(most)} bytes of temporary files a row`,
);
rmSync(folder, { recursive: true, force: true });
