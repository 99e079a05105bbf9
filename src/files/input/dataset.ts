/**
 * The files of a table that is a directory, or a pattern:
 *
 * ```
 *   crawl                             crawl/day=1/part-0.parquet      as day=1/part-0.parquet
 *   'crawl/day=?/part-*.parquet'      crawl/day=2/part-0.parquet      as day=2/part-0.parquet
 *    \___/ base                       crawl/_SUCCESS: passed over
 * ```
 */

import { type Dirent, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { EXIT, Failure, ioFailure } from "../../failure";
import { formatNamed } from "../../formats";

/** The files of a table. */
export interface Dataset {
	readonly files: readonly DatasetFile[];
	/** Whether an operand is a directory or a pattern. Directories such as `day=1` are a column then. */
	readonly isPartitioned: boolean;
}

/** A file, and its path from the directory that it belongs to. */
export interface DatasetFile {
	readonly path: string;
	readonly name: string;
}

const MAGIC = /[*?[]/;
/** Directories of any depth. */
const ANY_DEPTH = "**";

/** The files of an operand, sorted by name. Undefined if the operand is neither a directory nor a pattern. Throws Failure. */
export function filesOf(operand: string): readonly DatasetFile[] | undefined {
	const stat = statSync(operand, { throwIfNoEntry: false });
	if (stat?.isDirectory()) return filesIn(operand);
	if (stat !== undefined || !MAGIC.test(operand)) return undefined;
	const segments = operand.split("/");
	const first = segments.findIndex((segment) => MAGIC.test(segment));
	const base = segments.slice(0, first).join("/");
	const names = matches(operand.startsWith("/") && base === "" ? "/" : base, segments.slice(first));
	if (names.length === 0) throw new Failure(EXIT.IO, `cannot read ${operand}: no file has such a name`);
	return names.map((name) => ({ path: join(base === "" && operand.startsWith("/") ? "/" : base, name), name }));
}

/** A file by itself. */
export function singleFile(path: string): DatasetFile {
	return { path, name: basename(path) };
}

/** The Parquet files in a directory. Throws Failure if there are other files or none. */
function filesIn(folder: string): readonly DatasetFile[] {
	const names = matches(folder, [ANY_DEPTH, "*"]);
	const other = names.find((name) => formatNamed(name) !== "parquet");
	const pattern = `'${join(folder, ANY_DEPTH, "*.parquet")}'`;
	if (other !== undefined) {
		const sentence = `it has ${other}, which is not named as Parquet; pass a pattern in quotes, such as ${pattern}`;
		throw new Failure(EXIT.IO, `cannot read the directory ${folder}: ${sentence}`);
	}
	if (names.length === 0) throw new Failure(EXIT.IO, `cannot read the directory ${folder}: it has no Parquet files`);
	return names.map((name) => ({ path: join(folder, name), name }));
}

/** The files under a directory whose paths match patterns, one for each level, as paths from it. */
function matches(folder: string, [pattern = "", ...rest]: readonly string[]): string[] {
	const isLast = rest.length === 0;
	if (pattern === ANY_DEPTH && !isLast) {
		const deeper = foldersIn(folder, false).flatMap((name) => under(name, matches(join(folder, name), [pattern, ...rest])));
		return [...matches(folder, rest), ...deeper].sort();
	}
	const test = patternOf(pattern);
	if (isLast)
		return entriesOf(folder)
			.filter((entry) => test(entry.name) && isFile(folder, entry))
			.map(({ name }) => name);
	return foldersIn(folder, true)
		.filter(test)
		.flatMap((name) => under(name, matches(join(folder, name), rest)));
}

function under(folder: string, names: readonly string[]): string[] {
	return names.map((name) => `${folder}/${name}`);
}

/** The entries of a directory, in the order of their names. */
function entriesOf(folder: string): Dirent[] {
	try {
		return readdirSync(folder === "" ? "." : folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
	} catch (error) {
		throw ioFailure("read", folder, error);
	}
}

/** `follows`: whether links to directories count. Any number of levels of them may be a circle. */
function foldersIn(folder: string, follows: boolean): string[] {
	const isFolder = (entry: Dirent) =>
		entry.isDirectory() ||
		(follows && entry.isSymbolicLink() && statSync(join(folder, entry.name), { throwIfNoEntry: false })?.isDirectory());
	return entriesOf(folder)
		.filter((entry) => isFolder(entry) && !isHidden(entry.name))
		.map(({ name }) => name);
}

function isFile(folder: string, entry: Dirent): boolean {
	return (
		!isHidden(entry.name) && (entry.isFile() || statSync(join(folder, entry.name), { throwIfNoEntry: false })?.isFile() === true)
	);
}

/** Spark and Hive pass over such names: _SUCCESS, _temporary, .part-0.parquet.crc. */
function isHidden(name: string): boolean {
	return name.startsWith("_") || name.startsWith(".");
}

/** Returns whether a name matches a pattern of `*`, `?` and `[…]`. */
function patternOf(pattern: string): (name: string) => boolean {
	const source = pattern.replaceAll(/\[!?[^\]]+\]|./gsu, (part) => {
		if (part === "*") return ".*";
		if (part === "?") return ".";
		if (part.length > 1 && part.startsWith("[")) return part.replace("[!", "[^").replaceAll("\\", "\\\\");
		return part.replace(/[.+^${}()|[\]\\]/, "\\$&");
	});
	const expression = new RegExp(`^${source}$`, "su");
	return (name) => expression.test(name);
}
