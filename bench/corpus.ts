/** What the benches run on: one list, in three conditions. */
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { gunzipSync } from "node:zlib";
import { createNormalizer } from "../src/index";
import { dirtyList } from "./dirty";
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

/** The conditions of a list: every line in normal form; as it came; no line in normal form. */
export type Condition = "clean" | "as it is" | "all dirty";

/** Reads a list, packed by gzip or not, and takes at most `most` of its lines; without a path, makes one up. */
export function loadCorpus(path: string | undefined, most = Number.POSITIVE_INFINITY): Corpus {
	if (path === undefined) {
		const count = Math.min(most, SYNTHETIC_LINES);
		return corpusOf(`synthetic, seed ${SEED}`, linesOf(syntheticList(count, SEED).octets));
	}
	const content = readFileSync(path);
	return corpusOf(basename(path), linesOf(isPacked(content) ? gunzipSync(content) : content).slice(0, most));
}

/** The list that is taken when none is named: the first of `paths` that exists; undefined for a synthetic one. */
export function usualList(paths: readonly string[]): string | undefined {
	return paths.find((path) => existsSync(path));
}

/** The list in its three conditions. Lines without normal form are only in the one as it is. */
export function conditionsOf(corpus: Corpus): Map<Condition, Corpus> {
	const clean = linesOf(createNormalizer({ invalid: "drop" }).normalizeLines(corpus.octets).lines);
	return new Map([
		["clean", corpusOf(corpus.name, clean)],
		["as it is", corpus],
		[
			"all dirty",
			corpusOf(
				corpus.name,
				dirtyList(clean, SEED).map(({ line }) => line),
			),
		],
	]);
}

/** A list of these lines. */
export function corpusOf(name: string, lines: readonly string[]): Corpus {
	return { name, lines, octets: new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")) };
}

function linesOf(octets: Uint8Array): string[] {
	const lines = new TextDecoder().decode(octets).split("\n");
	if (lines.at(-1) === "") lines.pop();
	return lines;
}

function isPacked(content: Uint8Array): boolean {
	return content[0] === 0x1f && content[1] === 0x8b;
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
