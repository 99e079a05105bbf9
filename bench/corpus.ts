/** What the benches run on. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { gunzipSync } from "node:zlib";
import { random } from "./random.mjs";
import { syntheticList } from "./synthetic.mjs";

const SYNTHETIC_LINES = 100_000;
const SEED = 3986;

/** A list of references, as octets and as strings. */
export interface Corpus {
	readonly name: string;
	/** One reference a line, each ended by LF. */
	readonly octets: Uint8Array;
	readonly lines: readonly string[];
}

/** Reads a list, packed by gzip or not; without a path, makes one up. */
export function loadCorpus(path: string | undefined): Corpus {
	if (path === undefined) {
		return corpusOf(`synthetic, ${SYNTHETIC_LINES} lines, seed ${SEED}`, syntheticList(SYNTHETIC_LINES, SEED).octets);
	}
	const content = readFileSync(path);
	return corpusOf(basename(path), content[0] === 0x1f && content[1] === 0x8b ? gunzipSync(content) : content);
}

function corpusOf(name: string, octets: Uint8Array): Corpus {
	const lines = new TextDecoder().decode(octets).split("\n");
	if (lines.at(-1) === "") lines.pop();
	return { name, octets, lines };
}

/**
 * Lines drawn from a corpus at random, half of them with a parameter of their own, some hundred thousand at a time: a list
 * with repeats, of any length.
 */
export function* drawnLines(corpus: Corpus, count: number, seed: number): Generator<string> {
	const next = random(seed);
	for (let left = count; left > 0; left -= 100_000) {
		const lines = Array.from({ length: Math.min(left, 100_000) }, () => {
			const line = corpus.lines[next(corpus.lines.length)] as string;
			return next(2) === 0 ? line : `${line}${line.includes("?") ? "&" : "?"}p=${next(100)}`;
		});
		yield `${lines.join("\n")}\n`;
	}
}
