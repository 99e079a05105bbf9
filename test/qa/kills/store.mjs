/**
 * Kills a program that adds to a SeenStore again and again, and removes some. Checks after each kill that all that `flush` has acknowledged
 * is there, and nothing that was never added or that was removed.
 *
 *   npm run test:kills:store                300 kills
 *   npm run test:kills:store -- 20          20 kills
 *   npm run test:kills:store -- 20 7        the same moments, from seed 7
 *
 * Half of the kills come at random moments, and half before a random write, sync or rename of the program. Some programs close their store
 * and open it again, so that they write runs, merge and rewrite the file.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { random } from "../../../bench/lists/random.mjs";
import { prepare } from "../../../build/prepare.mjs";
import { root } from "../../../build/root.mjs";
import { runKilled } from "./killed.mjs";

const ENTRY = pathToFileURL(join(root, "build", "out", "dist", "node.js")).href;
const CALLS = ["writeSync", "fdatasyncSync", "fsyncSync", "renameSync"];
/** URLs of a batch. A store that is closed with this number in its log writes a run. */
const BATCH = 17_000;
/** URLs that are removed again. */
const GONE = 3;
/** Max milliseconds until a kill at random. */
const LONGEST = 1500;

const [kills = 300, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
await prepare();
const { SeenStore } = await import(ENTRY);
const folder = mkdtempSync(join(tmpdir(), "urlsieve-kills-"));
const path = join(folder, "known.seen");
const program = join(folder, "program.mjs");
const pick = random(seed);
writeFileSync(program, programText());
console.log(`${kills} kills, seed ${seed}, in ${folder}`);

let [acknowledged, ended, failed] = [0, 0, 0];
for (let done = 0; done < kills; ) {
	const { isKilled, output } = await runKilled([program, String(acknowledged)], nextKill());
	if (isKilled) done += 1;
	else ended += 1;
	const last = Number(output.split("\n").at(-2) ?? 0);
	acknowledged = await checked(Math.max(acknowledged, last), done, !isKilled);
	if (acknowledged > 40 * BATCH) {
		rmSync(path);
		acknowledged = 0;
	}
}
console.log(
	`${kills} kills, and ${ended} programs that ended: ${failed === 0 ? "nothing acknowledged was lost" : `${failed} failed`}`,
);
console.log(`${kills - failed} passed, ${failed} failed`);
rmSync(folder, { recursive: true });
process.exitCode = failed === 0 ? 0 : 1;

/**
 * Adds batches from a number on, flushes each and prints the end of the acknowledged ones. Before that, every second time it adds and
 * removes others. Every third time it closes the store.
 */
function programText() {
	return `import { SeenStore } from ${JSON.stringify(ENTRY)};
		let [store, next] = [await SeenStore.open(${JSON.stringify(path)}), Number(process.argv[2])];
		for (let turn = 1; turn < 13; ++turn, next += ${BATCH}) {
			await store.addAll(Array.from({ length: ${BATCH} }, (_, index) => "http://example.com/" + (next + index)));
			await store.flush();
			if (turn % 2 === 0) {
				const gone = Array.from({ length: ${GONE} }, (_, index) => "http://example.com/gone/" + (next + index));
				await store.addAll(gone);
				await store.flush();
				await store.removeAll(gone);
			}
			process.stdout.write(next + ${BATCH} + "\\n");
			if (turn % 3 !== 0) continue;
			await store.close();
			store = await SeenStore.open(${JSON.stringify(path)});
		}
		await store.close();
	`;
}

function nextKill() {
	if (pick(2) === 0) return { delay: 100 + pick(LONGEST) };
	return { fault: { call: CALLS[pick(CALLS.length)], at: 1 + pick(12) } };
}

/** Checks the store, and what a program has left that has ended by itself. Returns how many URLs the store has. */
async function checked(least, kill, hasEnded) {
	const store = await SeenStore.open(path);
	const starts = Array.from({ length: 60 }, (_, turn) => turn * BATCH);
	const goneOf = (start) => Array.from({ length: GONE }, (_, index) => `http://example.com/gone/${start + index}`);
	// Those of the last turn may be there, all or none.
	const left = starts.filter((start) => goneOf(start).some((url) => store.has(url)));
	const isPart = left.some((start) => !goneOf(start).every((url) => store.has(url)));
	const areGone = !isPart && left.every((start) => start >= least);
	await store.removeAll(left.flatMap(goneOf));
	const { size } = store;
	const results = await store.addAll(Array.from({ length: size }, (_, index) => `http://example.com/${index}`));
	const lost = results.findIndex((isNew) => isNew);
	await store.close();
	// A process removes what others have left once, when it locks its first file.
	const files = hasEnded ? readdirSync(folder).filter((name) => name.startsWith(".urlsieve-")) : [];
	const holds = size >= least && size <= least + BATCH && lost < 0 && files.length === 0 && areGone;
	if (holds) return size;
	failed += 1;
	console.log(
		`✗ kill ${kill}: ${size} URLs, ${least} acknowledged, number ${lost} is missing; left over: ${files.join(" ")}; removed: ${areGone}`,
	);
	return results.length;
}
