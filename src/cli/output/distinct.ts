/** Refuses a run that would write one file twice, or write a file that it reads: both destroy data silently. */
import { type BigIntStats, fstatSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { usageFailure } from "../arguments";
import { ioFailure } from "../failure";
import { STDIN, STDOUT } from "../open-file";
import { followLinks } from "./links";

/** The path of each output by option. Undefined if the option is not given; "-" is standard output. */
export interface OutputPaths {
	readonly [option: string]: string | undefined;
}

/** Throws Failure if two outputs are the same file, or an output is an input. Inputs may repeat; undefined is standard input. */
export function refuseSharedFiles(command: string, inputs: readonly (string | undefined)[], outputs: OutputPaths): void {
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

function entryFor(file: string | undefined, name: string): [string, string][] {
	return file === undefined ? [] : [[file, name]];
}

/**
 * Identifies a file independently of its path: by device and inode or, if it does not exist, by those of its directory and by
 * its name. Returns undefined for a terminal, pipe or device, which may be used twice. Throws Failure.
 */
function identify(path: string | undefined, standard: number): string | undefined {
	try {
		if (path === undefined || path === "-") return ofFile(fstatSync(standard, { bigint: true }));
		const target = followLinks(path);
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
