/**
 * `npm run bench -- site`: sends a list through the page in Chromium. Measures the time from the choice of the file to the
 * download link, and for how long the main thread is blocked meanwhile.
 *
 *   npm run bench -- site                              a synthetic list of a million lines, five rounds
 *   npm run bench -- site --rounds 9 urls.txt.gz       your own list
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "vite";
import { CONFIG, type OpenSite, openSite } from "../../test/site/browser";
import { SEED } from "../lists/random.mjs";
import { syntheticList } from "../lists/synthetic.mjs";
import { aligned } from "../pages/table";

const LINES = 1_000_000;
/** The repository, seen from build/out/bench/, where the bundle of this file is. */
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

const { values, positionals } = parseArgs({ allowPositionals: true, options: { rounds: { type: "string", default: "5" } } });

/** Blocking of the main thread, in ms: the longest reported task, and the longest gap between two turns of the event loop. */
interface Watch {
	longestTask: number;
	longestGap: number;
}

/** Starts to observe the main thread. Runs in the page, so it cannot use anything of this module. */
function watch(): void {
	const observed: Watch = { longestTask: 0, longestGap: 0 };
	Object.assign(globalThis, { observed });
	new PerformanceObserver((list) => {
		for (const { duration } of list.getEntries()) observed.longestTask = Math.max(observed.longestTask, duration);
	}).observe({ entryTypes: ["longtask"] });
	const { port1, port2 } = new MessageChannel();
	let last = performance.now();
	port1.onmessage = () => {
		const now = performance.now();
		observed.longestGap = Math.max(observed.longestGap, now - last);
		last = now;
		setTimeout(() => port2.postMessage(0), 1);
	};
	port2.postMessage(0);
}

/** Runs once in a new page. Returns a row of the table. */
async function run(site: OpenSite, file: string): Promise<string[]> {
	const { page } = await site.open("#list");
	await page.evaluate(watch);
	const start = performance.now();
	await page.setInputFiles("#files", file);
	await page.waitForSelector('[data-state="done"]', { timeout: 300_000 });
	const seconds = (performance.now() - start) / 1000;
	const { longestTask, longestGap } = await page.evaluate(() => (globalThis as unknown as { observed: Watch }).observed);
	const summary = await page.textContent(".summary");
	await page.context().close();
	const task = longestTask === 0 ? "below 50" : longestTask.toFixed(0);
	return [/([\d.]+) seconds/.exec(summary ?? "")?.[1] ?? "", seconds.toFixed(2), task, longestGap.toFixed(1)];
}

function synthetic(): string {
	const folder = join(ROOT, "build", "out", "bench");
	mkdirSync(folder, { recursive: true });
	const file = join(folder, "synthetic.txt");
	writeFileSync(file, syntheticList(LINES, SEED).octets);
	return file;
}

const file = positionals.filter((name) => name !== "site").map((name) => resolve(name))[0] ?? synthetic();
await build({ configFile: CONFIG, logLevel: "warn" });
const site = await openSite();
const rows = [["s in the worker", "s in total", "longest task, ms", "longest gap, ms"]];
for (let round = 0; round < Number(values.rounds); ++round) rows.push(await run(site, file));
await site.close();
console.log(`${file}\n\n${aligned(rows, () => true)}`);
