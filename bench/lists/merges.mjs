/** Which lines of a list are one page by some rules, and were not by others. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { createNormalizer } from "../../build/out/dist/crawl.js";

/** A list of one URL a line, plain or gzip-compressed. */
export class MergedList {
	/** The lines that are not empty. */
	lines;
	#octets;

	constructor(path) {
		const file = readFileSync(path);
		this.#octets = path.endsWith(".gz") ? gunzipSync(file) : file;
		this.lines = linesOf(this.#octets);
	}

	/** The keys of all lines; those without one are themselves. */
	keysBy(options) {
		return linesOf(createNormalizer({ ...options, invalid: "keep" }).keyLines(this.#octets).lines);
	}

	/** Pairs of lines with one key that have other `classes`: of each class, its first line. */
	merges(keys, classes) {
		const first = new Map();
		const seen = new Set();
		const pairs = [];
		for (const [row, key] of keys.entries()) {
			if (seen.has(classes[row])) continue;
			seen.add(classes[row]);
			const other = first.get(key);
			if (other === undefined) first.set(key, row);
			else pairs.push([this.lines[other], this.lines[row]]);
		}
		return pairs;
	}
}

function linesOf(octets) {
	return Buffer.from(octets)
		.toString("latin1")
		.split("\n")
		.filter((line) => line !== "");
}
