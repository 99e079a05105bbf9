/**
 * Flips and cuts of Parquet and Arrow files. A damaged file still has all rows, or is refused by a documented error: no row is lost
 * silently. `build/damage.mjs` bundles and starts this.
 *
 * A separate process reads one damaged file after the other, and writes a line for each. If it hangs, it is killed, and a new one
 * continues with the next file.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { UrlsieveError } from "urlsieve";
import type * as TableFiles from "urlsieve/node";
import { type ColumnarFile, columnarFiles, footerBatches } from "./columnar-files";

export interface DamageOptions {
	/** One in this many flips and cuts is tried. */
	readonly every: number;
	/** Only these files, or all. */
	readonly files: readonly string[];
}

/**
 * Outcomes of a damaged file. `shorter`: it looks like one of fewer batches, for its footer lists fewer, or a stream ends after one.
 * `endless`: a number in it makes the library count far beyond it.
 */
const OUTCOMES = ["whole", "refused", "shorter", "endless", "failed"] as const;
type Outcome = (typeof OUTCOMES)[number];
interface Row {
	readonly outcome: Outcome;
	readonly what: string;
	readonly detail: string;
}

/** The part of the built package that is used. */
type Built = Pick<typeof TableFiles, "normalizeTableFile"> & { readonly UrlsieveError: typeof UrlsieveError };

/** Failures that are shown. */
const MAX_SHOWN = 20;
/** Milliseconds after which a file is endless: whole ones take some twenty. */
const MAX_TIME = 20_000;

/** Damages files. Returns the exit status: 0 if nothing failed, 2 for unknown files. */
export async function main({ every, files }: DamageOptions): Promise<number> {
	const folder = mkdtempSync(join(tmpdir(), "urlsieve-damage-"));
	try {
		const all = await columnarFiles(folder);
		const chosen = all.filter(({ name }) => files.length === 0 || files.includes(name));
		const unknown = files.find((file) => !all.some(({ name }) => name === file));
		if (unknown !== undefined) {
			console.error(`damage: there is no file "${unknown}": take ${all.map(({ name }) => name).join(", ")}.`);
			return 2;
		}
		return await tryFiles(chosen, every);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

async function tryFiles(files: readonly ColumnarFile[], every: number): Promise<number> {
	let [passed, failed] = [0, 0];
	for (const file of files) {
		const rows: Row[] = [];
		const count = damages(file.octets, every).length;
		while (rows.length < count) rows.push(...(await readFrom(file, every, rows.length)));
		for (const { what, detail } of rows.filter(({ outcome }) => outcome === "failed").slice(0, MAX_SHOWN))
			console.log(`✗ ${file.name}, ${what}: ${detail}`);
		const counts = OUTCOMES.map((outcome) => [outcome, rows.filter((row) => row.outcome === outcome).length] as const);
		console.log(`${file.name}, ${file.octets.length} octets: ${counts.map(([outcome, of]) => `${of} ${outcome}`).join(", ")}`);
		const broken = rows.filter(({ outcome }) => outcome === "failed").length;
		passed += count - broken;
		failed += broken;
	}
	// A run that has checked nothing has failed.
	if (passed + failed === 0) failed = 1;
	console.log(`${passed} passed, ${failed} failed`);
	return failed === 0 ? 0 : 1;
}

/** Reads damaged files from number `from` on, in a process that ends with the last, or with one that does not end or kills it. */
async function readFrom({ name, format }: ColumnarFile, every: number, from: number): Promise<Row[]> {
	const program = `import(${JSON.stringify(import.meta.url)}).then((m) => m.read(${JSON.stringify(name)}, ${every}, ${from}))`;
	const child = spawn(process.execPath, ["-e", program], { cwd: fileURLToPath(new URL(".", import.meta.url)) });
	const rows: Row[] = [];
	let isLate = false;
	const late = () => {
		isLate = true;
		child.kill("SIGKILL");
	};
	let timer = setTimeout(late, MAX_TIME);
	const errors: string[] = [];
	child.stderr.on("data", (chunk) => errors.push(String(chunk)));
	for await (const line of createInterface({ input: child.stdout })) {
		rows.push(JSON.parse(line) as Row);
		clearTimeout(timer);
		timer = setTimeout(late, MAX_TIME);
	}
	clearTimeout(timer);
	const what = `damage ${from + rows.length}`;
	if (isLate) rows.push({ outcome: format === "arrow" ? "endless" : "failed", what, detail: "it does not end" });
	else if (rows.length === 0)
		rows.push({ outcome: "failed", what, detail: errors.join("").slice(0, 300) || "the process has ended" });
	return rows;
}

/** Reads damaged files. A line of JSON is written for each. */
export async function read(name: string, every: number, from: number): Promise<void> {
	const built: Built = { ...(await import("urlsieve" as string)), ...(await import("urlsieve/node" as string)) };
	const folder = mkdtempSync(join(tmpdir(), "urlsieve-damage-"));
	const file = (await columnarFiles(folder)).find((one) => one.name === name) as ColumnarFile;
	try {
		for (const { what, octets } of damages(file.octets, every).slice(from)) {
			console.log(JSON.stringify({ what, ...(await outcomeOf(built, file, octets(), folder)) }));
		}
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** None, to see that the file is read; a flip of each bit; and a cut at each octet. */
function damages(octets: Uint8Array, every: number): { what: string; octets: () => Uint8Array }[] {
	const flipped = (bit: number) => {
		const some = Uint8Array.from(octets);
		some[bit >> 3]! ^= 1 << (bit & 7);
		return some;
	};
	const made = [{ what: "no damage", octets: () => octets }];
	for (let bit = 0; bit < 8 * octets.length; bit += every)
		made.push({ what: `bit ${bit & 7} of octet ${bit >> 3} flipped`, octets: () => flipped(bit) });
	for (let length = 0; length < octets.length; length += every)
		made.push({ what: `cut at ${length}`, octets: () => octets.slice(0, length) });
	return made;
}

async function outcomeOf(
	{ normalizeTableFile, UrlsieveError: Documented }: Built,
	{ name, format, rows, batches, ends, octets: whole }: ColumnarFile,
	octets: Uint8Array,
	folder: string,
): Promise<{ outcome: Outcome; detail: string }> {
	const [source, target] = [join(folder, name), join(folder, `out-${name}`)];
	writeFileSync(source, octets);
	writeFileSync(target, "old");
	try {
		const counts = await normalizeTableFile(source, target, { format, column: "url" });
		if (counts.rows === rows) return { outcome: "whole", detail: "" };
		const isShorter = batches > 0 ? footerBatches(octets) < batches : ends.includes(octets.length);
		return { outcome: isShorter ? "shorter" : "failed", detail: `${counts.rows} rows of ${rows}` };
	} catch (error) {
		const isRefused = octets !== whole && error instanceof Documented && readFileSync(target, "latin1") === "old";
		return { outcome: isRefused ? "refused" : "failed", detail: String(error) };
	}
}
