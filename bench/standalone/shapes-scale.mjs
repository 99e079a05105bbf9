/**
 * `node bench/standalone/shapes-scale.mjs [KEYS...]`: CPU time and peak memory of `urlsieve shapes`, for lists of
 * each number of keys that are made while they are read, so that 10^8 need no file. A fifth of the keys are of one site, the others of a
 * million; most have a word, a number or a slug of their own.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";

const LINES_AT_ONCE = 20_000;
const SITES = 1_000_000;
const command = fileURLToPath(new URL("../../build/out/dist/urlsieve.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "shapes-scale-"));
for (const count of process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_000_000, 10_000_000]) await measure(count);
rmSync(folder, { recursive: true, force: true });

async function measure(count) {
	const args = ["-v", process.execPath, command, "shapes", "--json", "-o", join(folder, "shapes"), "--temp", folder];
	const child = spawn("/usr/bin/time", args, { stdio: ["pipe", "ignore", "pipe"] });
	const text = [];
	child.stderr.on("data", (chunk) => text.push(chunk));
	const ended = new Promise((resolve) => child.on("close", resolve));
	await pipeline(Readable.from(lists(count)), child.stdin);
	await ended;
	console.log(`${count} keys:`, ...figures(Buffer.concat(text).toString(), count));
}

function figures(text, count) {
	const figure = (name) => Number(new RegExp(`${name}[^\\n]*: ([\\d.]+)`).exec(text)[1]);
	const seconds = figure("User time") + figure("System time");
	return [`${((1e6 * seconds) / count).toFixed(2)} µs of CPU a key, peak ${(figure("Maximum resident") / 1000).toFixed(0)} MB`];
}

function* lists(count) {
	const random = randomFrom(12345);
	for (let made = 0; made < count; made += LINES_AT_ONCE)
		yield Array.from({ length: Math.min(LINES_AT_ONCE, count - made) }, () => `${keyOf(random)}\n`).join("");
}

function keyOf(random) {
	const site = random() < 0.2 ? 0 : Math.floor(SITES * random() ** 3);
	const number = Math.floor(1e9 * random());
	const word = number.toString(36).replace(/\d/g, "x");
	const paths = [
		`/users/${word}`,
		`/item/${number}`,
		`/${site % 7}/${word}-of-${word}-${site % 11}`,
		`/list?page=${number % 1000}&id=${number}`,
	];
	return `http://site${site}.example${paths[Math.floor(4 * random())]}`;
}

/** Numbers from 0 to 1, the same in every run: xorshift. */
function randomFrom(seed) {
	let state = seed;
	return () => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) / 2 ** 32;
	};
}
