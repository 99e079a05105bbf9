/** Operands of tables that are many files, or none: directories, patterns, and files that are elsewhere. */
import { existsSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { LineArguments } from "../../arguments/arguments";
import { EXIT, Failure, ioFailure, usageFailure } from "../../failure";
import { type Dataset, filesOf, singleFile } from "../../files/input/dataset";
import { formatNamed } from "../../formats";

/** A place that no file system has: those of object stores, and of the web. */
const REMOTE = /^(?:s3|s3a|s3n|gs|gcs|r2|az|azure|abfss?|hf|https?):\/\//i;

/** The options that make a table of the operands. */
interface Given {
	readonly column?: string | readonly string[] | undefined;
}

/** The paths of the operands of a command that reads tables. Throws Failure. */
export function pathsOf({ column }: Given, positionals: readonly string[]): readonly string[] {
	return column === undefined ? positionals : datasetOf(positionals).files.map(({ path }) => path);
}

/** The arguments of a command that writes tables, by `make`, for the files of its operands. Throws Failure. */
export function withDataset({ column }: Given, positionals: string[], make: (paths: string[]) => LineArguments): LineArguments {
	if (column === undefined) return make(positionals);
	const dataset = datasetOf(positionals);
	return { ...make(dataset.files.map(({ path }) => path)), dataset };
}

/** Whether the output is a directory, in which each file of a table gets one. */
export function isFolder(output: string | undefined): output is string {
	if (output === undefined || output === "-") return false;
	return output.endsWith("/") || statSync(output, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Returns the files of the operands of a table. Throws Failure for those that cannot be read here. */
function datasetOf(operands: readonly string[]): Dataset {
	let isPartitioned = false;
	const files = operands.flatMap((operand) => {
		if (REMOTE.test(operand) && !existsSync(operand)) throw remoteFailure(operand);
		const found = operand === "-" ? undefined : filesOf(operand);
		isPartitioned ||= found !== undefined;
		return found ?? [singleFile(operand)];
	});
	return { files, isPartitioned };
}

/** Refuses a table that is elsewhere, with the command to paste instead. */
function remoteFailure(operand: string): Failure {
	const isParquet = formatNamed(operand.replace(/[?#].*$/, "")) === "parquet" || !/^https?:/i.test(operand);
	const sql = `COPY (SELECT * FROM '${operand.replaceAll("'", "''")}') TO 'copy.parquet'`;
	const remedy = isParquet
		? `copy it by DuckDB: duckdb -c "${sql}"`
		: `pass it on standard input: curl -sL '${operand}' | urlsieve …`;
	return new Failure(EXIT.IO, `cannot read ${operand}: only files of this machine are read; ${remedy}`);
}

/**
 * Returns the output files in the directory of --output, which have the names of the files in theirs. Undefined if the output is no
 * directory. Throws Failure for two files of one name, and for an output that is an input.
 */
export function outputsIn(command: string, { output, dataset }: LineArguments): string[] | undefined {
	if (!isFolder(output) || dataset === undefined) return undefined;
	const inputs = new Set(dataset.files.map(({ path }) => realPath(path)));
	const sources = new Map<string, string>();
	return dataset.files.map(({ path, name }) => {
		const target = join(output, name);
		const other = sources.get(target);
		if (other !== undefined) throw usageFailure(command, `${other} and ${path} would both be written to ${target}`);
		if (existsSync(target) && inputs.has(realPath(target)))
			throw usageFailure(command, `-o ${output} has the input ${target}; write to another directory`);
		sources.set(target, path);
		return target;
	});
}

/** Makes the directory of an output. Throws Failure. */
export function makeFolderOf(path: string): void {
	try {
		mkdirSync(dirname(path), { recursive: true });
	} catch (error) {
		throw ioFailure("write", path, error);
	}
}

function realPath(path: string): string | undefined {
	return existsSync(path) ? realpathSync(path) : undefined;
}
