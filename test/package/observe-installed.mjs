/**
 * Observes the installed package of the current folder: `node observe-installed.mjs INPUTS OUTPUT CORE`, where CORE is `urlsieve` or
 * `urlsieve/js`. A bundle of it under a condition does the same.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { observe } from "./observe.mjs";

const [inputs, output, core] = process.argv.slice(2);
const urlsieve = core === "urlsieve/js" ? await import("urlsieve/js") : await import("urlsieve");
const [crawl, tables, text, schemes] = [
	await import("urlsieve/crawl"),
	await import("urlsieve/tables"),
	await import("urlsieve/text"),
	await import("urlsieve/schemes"),
];
const engine = core === "urlsieve/js" ? "js" : "wasm";
const observations = await observe({ urlsieve, crawl, tables, text, schemes }, JSON.parse(readFileSync(inputs, "utf8")), engine);
writeFileSync(output, JSON.stringify(observations));
