/**
 * Runs readers on damaged files: each ends with a result or a documented error, in time that its length allows. Damage starts from
 * seeds, from those files of test/qa/fuzz/corpus/ that once reached what no other one did, and from damaged files that could be read.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { random } from "../../../bench/lists/random.mjs";
import { latin1 } from "./answers";
import { damaged } from "./damage";
import { isDocumented, type Reader, readers } from "./readers";
import type { Totals } from "./run";

/** CPU time of a file, in ms: a file of some KiB takes less than one. Only what hangs, or takes quadratic time, is above. */
const MAX_MILLISECONDS = 2000;
const MAX_FAILURES = 10;
/** Files that damage starts from. */
const MAX_CORPUS = 2000;
const MAX_LENGTH = 1 << 15;

/** How readers run. */
export interface ReadersRun {
	/** Damaged files for each reader. */
	readonly files: number;
	readonly seed: number;
	/** The root of the repository, which has the corpora. */
	readonly root: string;
}

/** The corpus of a reader: files in Base64, one a line. */
function corpusOf(root: string, reader: string): Uint8Array[] {
	const path = join(root, "test", "qa", "fuzz", "corpus", `${reader.replaceAll(/\W+/g, "-")}.txt`);
	if (!existsSync(path)) return [];
	const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
	return lines.map((line) => Uint8Array.from(Buffer.from(line, "base64")));
}

/** Gives each reader its corpus, and `files` damaged files. `print` gets a row for each failure. */
export async function runReaders(run: ReadersRun, print: (row: string) => void): Promise<Totals> {
	let [checks, failures] = [0, 0];
	for (const plain of await readers()) {
		const reader = { ...plain, seeds: [...plain.seeds, ...corpusOf(run.root, plain.name)] };
		const faults = await runReader(reader, run, print);
		checks += run.files + reader.seeds.length;
		failures += faults;
	}
	return { lines: checks, checks, failures };
}

async function runReader(reader: Reader, { files, seed }: ReadersRun, print: (row: string) => void): Promise<number> {
	const next = random(seed);
	const corpus = [...reader.seeds];
	const shown = new Set<string>();
	let readable = 0;
	for (let index = -reader.seeds.length; index < files && shown.size < MAX_FAILURES; ++index) {
		const octets =
			index < 0
				? Uint8Array.from(corpus[index + corpus.length] as Uint8Array)
				: damaged(corpus[next(corpus.length)] as Uint8Array, corpus, next);
		if (octets.length > MAX_LENGTH) continue;
		const start = process.cpuUsage();
		const fault = await faultOf(reader, octets.slice());
		const { user, system } = process.cpuUsage(start);
		if (fault === undefined) {
			++readable;
			if (index >= 0 && corpus.length < MAX_CORPUS) corpus.push(octets);
		}
		const slow = user + system > MAX_MILLISECONDS * 1000 ? `takes ${(user + system) / 1000} ms` : undefined;
		const found = slow ?? (fault === undefined || isDocumented(fault) ? undefined : String((fault as Error).stack ?? fault));
		if (found === undefined || shown.has(found.slice(0, 200))) continue;
		shown.add(found.slice(0, 200));
		print(JSON.stringify([`reader: ${reader.name}`, latin1(octets), found]));
	}
	print(`${shown.size === 0 ? "✓" : "✗"} ${reader.name}: ${files} damaged files, ${readable} readable`);
	return shown.size;
}

/** What a reader throws. */
async function faultOf({ read }: Reader, octets: Uint8Array<ArrayBuffer>): Promise<unknown> {
	try {
		await read(octets);
		return undefined;
	} catch (error) {
		return error ?? "nothing";
	}
}
