/** What became of a sample of mutants. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LISTED } from "./listed";

/** A mutant that was tried. */
export interface Row {
	readonly file: string;
	readonly line: number;
	readonly change: string;
	readonly outcome: "killed" | "hung" | "survived";
	/** The test that failed. */
	readonly by: string;
}

/** z of the normal distribution, for an interval of 95 %. */
const Z = 1.96;

/** The interval of Wilson: in which the share of all lies, if `count` of a random sample of `size` have a property. */
export function interval(count: number, size: number): readonly [low: number, high: number] {
	const share = count / size;
	const middle = share + Z ** 2 / (2 * size);
	const half = Z * Math.sqrt((share * (1 - share)) / size + Z ** 2 / (4 * size ** 2));
	return [(middle - half) / (1 + Z ** 2 / size), (middle + half) / (1 + Z ** 2 / size)];
}

/** Why a mutant survives by `listed.ts`, or undefined. */
function listedReason(root: string, { file, line, change }: Row): string | undefined {
	const own = LISTED.filter((row) => row.file === file && row.changes.includes(change));
	if (own.length === 0) return undefined;
	const text = readFileSync(join(root, file), "utf8").split("\n")[line - 1]?.trim();
	return own.find((row) => row.line === text)?.reason;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** The share of a sample that is found, with its interval. */
function shareOf(found: number, size: number): string {
	const [low, high] = interval(found, size);
	return `${percent(found / size)} found (95 %: ${percent(low)} to ${percent(high)})`;
}

/** What a sample is measured by. */
export interface Score {
	/** The mutants that it is drawn from. */
	readonly total: number;
	/** The percentage of mutants that must be found, those that are listed aside. Then survivors do not fail; without it, each does. */
	readonly least: number | undefined;
	/** Why a mutant survives, or undefined. By default, `listed.ts` has it. */
	readonly reasonFor?: (root: string, row: Row) => string | undefined;
}

/** Prints the score and those survivors that are not listed. Returns how many mutants passed and failed. */
export function report(root: string, name: string, rows: readonly Row[], score: Score, print = console.log) {
	const { total, least, reasonFor = listedReason } = score;
	if (rows.length === 0) {
		print(`✗ ${name}: no mutant was tried`);
		return { passed: 0, failed: 1 };
	}
	const survivors = rows.filter(({ outcome }) => outcome === "survived");
	const unlisted = survivors.filter((row) => reasonFor(root, row) === undefined);
	const hung = rows.filter(({ outcome }) => outcome === "hung").length;
	const found = rows.length - survivors.length;
	const listed = survivors.length - unlisted.length;
	for (const { file, line, change } of unlisted.sort((one, other) => one.file.localeCompare(other.file) || one.line - other.line))
		print(`  survived: ${file}:${line}: ${change}`);
	const isEnough = least === undefined ? unlisted.length === 0 : 100 * found >= least * (found + unlisted.length);
	print(
		`${isEnough ? "✓" : "✗"} ${name}: ${rows.length} of ${total} mutants, ${shareOf(found, rows.length)}, ${hung} of them by time; ` +
			`${survivors.length} survived, ${listed} of them listed with a reason` +
			(listed === 0 || listed === rows.length ? "" : `; without these ${shareOf(found, rows.length - listed)}`) +
			(least === undefined ? "" : `; ${least} % are wanted`),
	);
	return { passed: rows.length - unlisted.length, failed: isEnough ? 0 : unlisted.length };
}
