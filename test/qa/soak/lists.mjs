/**
 * Long lists through `dedupe --memory`, of each power of ten up to the one that is asked for. A tenth of the lines are unique:
 *
 * ```
 *   ten rounds over the numbers below N / 10, each in another order: http://a.example/NUMBER, in base 36 and six digits
 *   every fourth round spells them HTTP://A.example/NUMBER
 * ```
 *
 * Checked are the counts of the summary, that the output is the first round, which is in normal form, and the memory.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, statfsSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { random } from "../../../bench/lists/random.mjs";
import { root } from "../../../build/root.mjs";

const CLI = join(root, "build", "out", "dist", "urlsieve.js");

const LEAST_LINES = 1_000_000;
const ROUNDS = 10;
const DIGITS = 6;
const BASE = 36;
const PLAIN = Buffer.from("http://a.example/");
const OTHER = Buffer.from("HTTP://A.example/");
/** Octets of a line, of the temporary files for it, and of the output. */
const LINE = PLAIN.length + DIGITS + 1;
const ROOM = LINE + 16 + Math.ceil(LINE / ROUNDS);
const PART = 1 << 24;

/** Memory that the program may take besides --memory. */
const BESIDES = 60 * 2 ** 20;
export async function soakLists({ lines, memory, folder, seed }) {
	const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
	if (!isFolder) throw new RangeError(`--temp must be a folder, not "${folder}".`);
	const { bavail, bsize } = statfsSync(folder);
	const [free, needed] = [bavail * bsize, lines * ROOM];
	const [has, needs] = [Math.floor(free / 1e6), Math.ceil(needed / 1e6)];
	if (free < needed) throw new RangeError(`${folder} has ${has} MB free, and ${needs} MB are needed; see --temp and --lines.`);
	const work = mkdtempSync(join(folder, "urlsieve-soak-"));
	const totals = { checks: 0, failures: 0 };
	const check = (holds, what) => {
		totals.checks += 1;
		if (holds) return;
		totals.failures += 1;
		console.log(`✗ ${what}`);
	};
	try {
		for (let count = Math.min(lines, LEAST_LINES); count <= lines; count *= 10) await soakList(work, count, memory, seed, check);
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
	return totals;
}

async function soakList(folder, count, memory, seed, check) {
	const [list, output] = [join(folder, "list.txt"), join(folder, "unique.txt")];
	writeList(list, count, seed);
	const { status, summary, message } = await run(["dedupe", "--json", "--memory", memory, "-o", output, list], folder);
	check(status === 0, `${count} lines: ${message}`);
	if (status !== 0) return;
	const unique = count / ROUNDS;
	check(summary.lines === count && summary.unique === unique, `${count} lines: the summary says ${JSON.stringify(summary)}`);
	const limit = Number.parseInt(memory, 10) * 2 ** 20 + BESIDES;
	check(summary.peakMemory <= limit, `${count} lines: ${mebibytes(summary.peakMemory)} of memory, not ${mebibytes(limit)}`);
	const isFirstRound = (await hashOf(output)) === (await hashOf(list, unique * LINE));
	check(isFirstRound, `${count} lines: the output does not have each number once, where it comes first`);
	const [peak, temporary] = [mebibytes(summary.peakMemory), Math.round((summary.tempOctets ?? 0) / 1e6)];
	console.log(`${count} lines, ${unique} unique: peak ${peak}, ${temporary} MB temporary, ${summary.seconds.toFixed(1)} s`);
	for (const file of [list, output]) rmSync(file);
}

function mebibytes(octets) {
	return `${Math.round(octets / 2 ** 20)} MiB`;
}

function writeList(path, count, seed) {
	const descriptor = openSync(path, "w");
	const part = Buffer.alloc(PART);
	const unique = count / ROUNDS;
	const pick = random(seed);
	let at = 0;
	for (let round = 0; round < ROUNDS; ++round) {
		const spelling = round % 4 === 3 ? OTHER : PLAIN;
		const [step, shift] = [stepFor(unique, pick), pick(unique)];
		for (let index = 0; index < unique; ++index) {
			if (at + LINE > PART) {
				writeSync(descriptor, part, 0, at);
				at = 0;
			}
			spelling.copy(part, at);
			writeNumber(part, at + PLAIN.length, (index * step + shift) % unique);
			at += LINE;
		}
	}
	writeSync(descriptor, part, 0, at);
	closeSync(descriptor);
}

/** Steps through all numbers below a power of ten: it shares no factor with ten. The products are exact. */
function stepFor(unique, pick) {
	const most = Math.min(unique, Math.floor(Number.MAX_SAFE_INTEGER / unique) - unique);
	return Math.max(1, 10 * pick(Math.floor(most / 10)) + 3);
}

function writeNumber(into, start, number) {
	let rest = number;
	for (let at = start + DIGITS - 1; at >= start; --at) {
		const digit = rest % BASE;
		into[at] = digit < 10 ? 0x30 + digit : 0x57 + digit;
		rest = (rest - digit) / BASE;
	}
	into[start + DIGITS] = 0x0a;
}

/** The hash of a file, or of its first octets. */
async function hashOf(path, octets = Number.POSITIVE_INFINITY) {
	const hash = createHash("sha256");
	for await (const chunk of createReadStream(path, { end: octets - 1, highWaterMark: PART })) hash.update(chunk);
	return hash.digest("hex");
}

function run(args, folder) {
	const env = { ...process.env, TMPDIR: folder };
	const child = spawn(process.execPath, [CLI, ...args], { stdio: ["ignore", "ignore", "pipe"], env });
	const messages = [];
	child.stderr.on("data", (octets) => messages.push(octets));
	return new Promise((resolve) => {
		child.on("close", (status) => {
			const message = Buffer.concat(messages).toString();
			resolve({ status, message, summary: status === 0 ? JSON.parse(message) : undefined });
		});
	});
}
