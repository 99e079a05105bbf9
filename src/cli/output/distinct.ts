/** Refuses a run that would write one file twice, or write what it reads: both destroy data without a word. */
import { type BigIntStats, fstatSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { usageFailure } from "../arguments";
import { ioFailure } from "../failure";
import { followLinks } from "./links";

const STDIN = 0;
const STDOUT = 1;

/** By option, the path of each output. Undefined where the option is not given; "-" is standard output. */
export interface OutputPaths {
	readonly [option: string]: string | undefined;
}

/** Throws Failure if two outputs are one file, or an output is an input. `inputs` may repeat; undefined is standard input. */
export function refuseSharedFiles(command: string, inputs: readonly (string | undefined)[], outputs: OutputPaths): void {
	const readBy = new Map(inputs.flatMap((path) => entryFor(identify(path, STDIN), path ?? "standard input")));
	const writtenBy = new Map<string, string>();
	for (const [option, path] of Object.entries(outputs)) {
		if (path === undefined) continue;
		const file = identify(path, STDOUT);
		if (file === undefined) continue;
		const [other, input] = [writtenBy.get(file), readBy.get(file)];
		const name = path === "-" ? "Standard output" : `${option} ${path}`;
		if (input !== undefined) throw usageFailure(command, `${name} is also an input, ${input}; write to another file`);
		if (other !== undefined) throw usageFailure(command, `${name} is the same file as ${other}; give each its own`);
		writtenBy.set(file, name);
	}
}

function entryFor(file: string | undefined, name: string): [string, string][] {
	return file === undefined ? [] : [[file, name]];
}

/**
 * What tells a file from all others, whatever its name: device and inode. For a file that does not exist, those of its directory
 * and its name. Undefined for a terminal, a pipe or a device, which may be used twice. Throws Failure.
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
