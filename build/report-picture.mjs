/**
 * `node build/report-picture.mjs`: the picture of docs/guide/deduplicate.md. Removes the duplicates of a list of examples with
 * --report, and stores what Chromium shows of the page as docs/guide/report.png.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { chromiumPath, FLAGS } from "../test/support/chromium.mjs";
import { prepareTools } from "./prepare.mjs";
import { root } from "./root.mjs";

/** Spellings of one URL, each with the number of times that a page uses it. */
const SPELLINGS = [
	["http://example.com/news/PAGE", 1],
	["HTTP://Example.com:80/news/PAGE", 2],
	["http://example.com/news/PAGE?utm_source=mail", 3],
	["http://example.com/news/./PAGE#top", 1],
	["http://shop.example/%7Euser/PAGE?id=7", 1],
	["http://shop.example/~user/PAGE?id=7", 4],
	["http://shop.example/~user/PAGE?id=7&gclid=x1", 1],
];
const REJECTS = ["http://[2001:db8::g]/", "http://example.com:8o80/"];
const PAGES = 40;
const SIZE = { width: 900, height: 1150 };

await prepareTools();
const folder = mkdtempSync(join(tmpdir(), "urlsieve-picture-"));
try {
	const lines = Array.from({ length: PAGES }, (_, page) =>
		SPELLINGS.flatMap(([url, count]) => Array(1 + (page % count)).fill(url.replace("PAGE", `page-${page + 1}`))),
	);
	writeFileSync(join(folder, "crawl.txt"), `${[...lines.flat(), ...REJECTS].join("\n")}\n`);
	const args = ["dedupe", "--profile", "crawl@1", "--report", "report.html", "-o", "unique.txt", "crawl.txt"];
	execFileSync(process.execPath, [join(root, "build/out/dist/urlsieve.js"), ...args], { cwd: folder, stdio: "inherit" });
	const browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
	const page = await browser.newPage({ viewport: SIZE });
	await page.goto(pathToFileURL(join(folder, "report.html")).href);
	await page.screenshot({ path: join(root, "docs/guide/report.png") });
	await browser.close();
} finally {
	rmSync(folder, { recursive: true });
}
