/**
 * Refuses a run whose outputs would silently destroy or lose data: that writes one file twice, or a file that it reads, or a log into
 * its output, or to a standard output that is closed.
 */

import { type BigIntStats, fstatSync, readSync, realpathSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { EXIT, Failure, ioFailure, usageFailure } from "../../failure";
import { STDIN, STDOUT } from "../open-file";
import { followLinks, ownDescriptor } from "./links";
import { LINES, misnaming, type Written, writtenTo } from "./named";

/** The path of each output by option. Undefined if the option is not given; "-" is standard output. */
export interface OutputPaths {
	readonly [option: string]: string | undefined;
}

/**
 * Throws Failure if two outputs are the same file, or an output is an input, a log would go to the standard output of the lines, or
 * that is closed, or is named as another format than the one `written` to it. Inputs may repeat; undefined is standard input.
 */
export function refuseSharedFiles(
	command: string,
	inputs: readonly (string | undefined)[],
	outputs: OutputPaths,
	written: Written = LINES,
): void {
	refuseMixedOutputs(command, outputs);
	refuseMisnamed(command, outputs, written);
	if (!ANSWERS.includes(command)) refuseClosedOutput(outputs);
	const readBy = new Map(inputs.flatMap((path) => entryFor(identify(path, STDIN), path ?? "standard input")));
	const writtenBy = new Map<string, string>();
	for (const [option, path] of Object.entries(outputs)) {
		if (path === undefined) continue;
		const file = identify(path, STDOUT);
		if (file === undefined) continue;
		const [other, input] = [writtenBy.get(file), readBy.get(file)];
		const name = path === "-" && option === "--output" ? "Standard output" : `${option} ${path}`;
		if (input !== undefined) throw usageFailure(command, `${name} is also an input, ${input}; write to another file`);
		if (other !== undefined) throw usageFailure(command, `${name} is the same file as ${other}; give each its own`);
		writtenBy.set(file, name);
	}
}

/** Throws Failure for an output whose name says that it is in another format. */
function refuseMisnamed(command: string, outputs: OutputPaths, written: Written): void {
	for (const [option, path = "-"] of Object.entries(outputs)) {
		const own = writtenTo(option, written);
		const clause = own && misnaming(path, own);
		if (clause !== undefined) throw usageFailure(command, `${option} ${path} ${clause}`);
	}
}

/** The commands that are run for their exit status: their output may be thrown away. */
const ANSWERS: readonly string[] = ["validate"];

/** Throws Failure for logs on the standard output of the lines, for two of them on one descriptor, and for a set there. */
function refuseMixedOutputs(command: string, outputs: OutputPaths): void {
	// Parts go to a directory, which leaves standard output free.
	const { "--into": into, "--output": output = into ?? "-", ...others } = outputs;
	const used = new Map<number, string>();
	for (const [option, path] of Object.entries(others)) {
		const descriptor = path === undefined ? undefined : descriptorOf(path);
		if (descriptor === undefined) continue;
		const [name, other] = [`${option} ${path}`, used.get(descriptor)];
		if (option === "--seen") throw usageFailure(command, `--seen must be a file, not an open descriptor such as "${path}"`);
		if (descriptor === descriptorOf(output)) throw usageFailure(command, `${name} ${MIXED}`);
		if (other !== undefined) throw usageFailure(command, `${name} is the same file as ${other}; give each its own`);
		used.set(descriptor, name);
	}
}

const MIXED = "would mix the log into the output; pass -o FILE for the output, or another file for the log";

/** Throws Failure if an output is a standard output that is closed. */
function refuseClosedOutput(outputs: OutputPaths): void {
	const isUsed = Object.values(outputs).some((path) => path !== undefined && descriptorOf(path) === STDOUT);
	if (isUsed && isClosed(STDOUT)) throw new Failure(EXIT.IO, `cannot write standard output: ${CLOSED}`);
}

const CLOSED = "it is closed; redirect it or pass -o FILE (-o /dev/null discards the output)";

/** The open descriptor that the path of an output names. Throws Failure. */
function descriptorOf(path: string): number | undefined {
	if (path === "-") return STDOUT;
	try {
		return ownDescriptor(path);
	} catch (error) {
		throw ioFailure("read", path, error);
	}
}

/**
 * Whether a descriptor was closed when the process began: Node.js opens /dev/null in its place, for reading and writing. A shell
 * opens it for writing only. Some programs open it like Node.js for those that they start, such as Python for `subprocess.DEVNULL`.
 */
function isClosed(descriptor: number): boolean {
	try {
		const isNull = fstatSync(descriptor).rdev === statSync("/dev/null").rdev && fstatSync(descriptor).isCharacterDevice();
		return isNull && readSync(descriptor, new Uint8Array(1)) === 0;
	} catch {
		// A system without /dev/null, or a descriptor that cannot be read.
		return false;
	}
}

function entryFor(file: string | undefined, name: string): [string, string][] {
	return file === undefined ? [] : [[file, name]];
}

/**
 * Identifies a file independently of its path: by device and inode or, if it does not exist, by those of its directory and by
 * its name. Returns undefined for a terminal, pipe or device, which may be used twice. Throws Failure.
 */
function identify(path: string | undefined, standard: number): string | undefined {
	try {
		const descriptor = path === undefined || path === "-" ? standard : ownDescriptor(path);
		if (descriptor !== undefined) return ofFile(fstatSync(descriptor, { bigint: true }));
		const target = followLinks(path as string);
		const stat = statSync(target, { bigint: true, throwIfNoEntry: false });
		if (stat !== undefined) return ofFile(stat);
		const folder = statSync(dirname(target), { bigint: true, throwIfNoEntry: false });
		return folder && `${inode(folder)}/${basename(target)}`;
	} catch (error) {
		throw ioFailure("read", path ?? "a standard stream", error);
	}
}

function ofFile(stat: BigIntStats): string | undefined {
	return stat.isFile() ? inode(stat) : undefined;
}

function inode({ dev, ino }: BigIntStats): string {
	return `${dev}:${ino}`;
}

/** Throws Failure for a file of --rejects whose directory is that of --into, which must be empty. */
export function refuseInside(command: string, folder: string, into: string): void {
	let target: string;
	try {
		target = realpathSync(into);
	} catch {
		return;
	}
	if (realpathSync(folder) === target) throw usageFailure(command, `--rejects must not be in ${into}, the directory of --into`);
}
