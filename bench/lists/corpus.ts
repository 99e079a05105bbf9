/** The input of the benches: one list in three conditions. */
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { gunzipSync } from "node:zlib";
import { createNormalizer } from "../../src/index";
import { dirtyList } from "./dirty";
import { random, SEED } from "./random.mjs";
import { syntheticList } from "./synthetic.mjs";

const SYNTHETIC_LINES = 100_000;

/** The same list of references as octets and as strings. */
export interface Corpus {
	readonly name: string;
	/** One reference per line, each ended by LF. */
	readonly octets: Uint8Array;
	/** Flat strings, made one by one, as from JSON, a database or `request.url`. Those of Latin-1 have one octet a character. */
	readonly lines: readonly string[];
}

/** Conditions of a list: every line in normal form, unchanged, or no line in normal form. */
export type Condition = "clean" | "as it is" | "all dirty";

/** Reads up to `max` lines of a list, gzip-compressed or not. Without a path, generates a synthetic one. */
export function loadCorpus(path: string | undefined, max = Number.POSITIVE_INFINITY): Corpus {
	if (path === undefined) {
		const count = Math.min(max, SYNTHETIC_LINES);
		return corpusOf(`synthetic, seed ${SEED}`, linesOf(syntheticList(count, SEED).octets));
	}
	const content = readFileSync(path);
	return corpusOf(basename(path), linesOf(isGzip(content) ? gunzipSync(content) : content).slice(0, max));
}

/** The default list: the first of `paths` that exists. Undefined if none does, which means a synthetic list. */
export function defaultList(paths: readonly string[]): string | undefined {
	return paths.find((path) => existsSync(path));
}

/** The list in its three conditions. Only "as it is" has lines that cannot be normalized. */
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

/** Creates a corpus from lines, of which it has flat copies. */
export function corpusOf(name: string, lines: readonly string[]): Corpus {
	const octets = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
	return { name, lines: linesOf(octets), octets };
}

const LF = 0x0a;

/** Decodes each line by itself. */
function linesOf(octets: Uint8Array): string[] {
	const buffer = Buffer.from(octets.buffer, octets.byteOffset, octets.length);
	const lines: string[] = [];
	for (let start = 0; start < buffer.length; ) {
		const found = buffer.indexOf(LF, start);
		const end = found < 0 ? buffer.length : found;
		lines.push(buffer.toString("utf8", start, end));
		start = end + 1;
	}
	return lines;
}

/**
 * The lines as slices of one text, which is what splitting one gives. A character beyond Latin-1 anywhere in the text makes all of them
 * strings of two octets a character.
 */
export function slicesOf({ octets }: Corpus): readonly string[] {
	const lines = new TextDecoder().decode(octets).split("\n");
	if (lines.at(-1) === "") lines.pop();
	return lines;
}

/** How the name of an input with slices ends. */
export const SLICES = ", slices";

/** Whether an input of this name has slices. */
export function isOfSlices(input: string): boolean {
	return input.endsWith(SLICES);
}

/** Each list with flat strings, and then each with slices, by its name as an input. */
export function stringInputs(lists: ReadonlyMap<Condition, Corpus>): Map<string, Corpus> {
	const flat = [...lists] as [string, Corpus][];
	return new Map([...flat, ...flat.map(([name, corpus]) => [name + SLICES, { ...corpus, lines: slicesOf(corpus) }] as const)]);
}

function isGzip(content: Uint8Array): boolean {
	return content[0] === 0x1f && content[1] === 0x8b;
}

/** Lines generated at once by `drawnLines`. */
const DRAWN_AT_ONCE = 100_000;

/** How lines are drawn: one in `plain` stays as it is, the others get a parameter with one of `values` values. */
export interface Draw {
	readonly plain: number;
	readonly values: number;
}

const HALF: Draw = { plain: 2, values: 100 };

/** Draws `count` random lines of a corpus, with repeats, and adds a random parameter to some of them. Yields texts of whole lines. */
export function* drawnLines(corpus: Corpus, count: number, seed: number, { plain, values }: Draw = HALF): Generator<string> {
	const next = random(seed);
	for (let left = count; left > 0; left -= DRAWN_AT_ONCE) {
		const lines = Array.from({ length: Math.min(left, DRAWN_AT_ONCE) }, () => {
			const line = corpus.lines[next(corpus.lines.length)] as string;
			return next(plain) === 0 ? line : `${line}${line.includes("?") ? "&" : "?"}p=${next(values)}`;
		});
		yield `${lines.join("\n")}\n`;
	}
}
