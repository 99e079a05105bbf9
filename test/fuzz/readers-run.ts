/** Runs readers on damaged files: each ends with a result or a documented error, in time that its length allows. */
import { random } from "../../bench/lists/random.mjs";
import { latin1 } from "./answers";
import { damaged } from "./damage";
import { isDocumented, type Reader, readers } from "./readers";
import type { Totals } from "./run";

/** CPU time of a file, in ms: a file of some KiB takes less than one. Only what hangs, or takes quadratic time, is above. */
const MAX_MILLISECONDS = 2000;
const MAX_FAILURES = 10;
/** Files that damage starts from. Those that were read without an error join the seeds. */
const MAX_CORPUS = 200;
const MAX_LENGTH = 1 << 15;

/** Gives each reader `files` damaged files. `print` gets a row for each failure. */
export async function runReaders(files: number, seed: number, print: (row: string) => void): Promise<Totals> {
	let [checks, failures] = [0, 0];
	for (const reader of await readers()) {
		const faults = await runReader(reader, files, seed, print);
		checks += files + reader.seeds.length;
		failures += faults;
	}
	return { lines: checks, checks, failures };
}

async function runReader(reader: Reader, files: number, seed: number, print: (row: string) => void): Promise<number> {
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
		if (fault === undefined && corpus.length < MAX_CORPUS) corpus.push(octets);
		if (fault === undefined) ++readable;
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
