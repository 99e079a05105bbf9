/** The files of one run in a library: opened together, replaced together or not at all, and closed in any case. */
import { closeSync, fstatSync, type Stats, statSync } from "node:fs";
import { FileError } from "../errors";
import { ioFailure } from "../failure";
import { Inputs } from "../files/input/inputs";
import type { ReadAs } from "../files/input/kinds";
import { WatchedFile } from "../files/input/watched-file";
import { misnaming, type Written } from "../files/output/named";
import { OctetWriter } from "../files/output/octet-writer";
import { DEFAULT_MODE } from "../files/output/output";
import { Replacement } from "../files/output/replacement";
import { inputError } from "../input";
import { asFileError } from "./file-error";

/** A list. */
const LINES: Written = { format: "lines", remedy: 'call dedupeTable of "urlsieve/tables" if the input is a table' };

class Target extends OctetWriter {
	readonly isInPlace = false;
	/** The path of the temporary file, for libraries that write files by path. */
	readonly path: string;

	constructor({ descriptor, path }: Replacement, name: string) {
		super(descriptor, name);
		this.path = path;
	}
}

export class FileRun {
	#inputs: Inputs | undefined;
	/** Inputs that a library opens. */
	readonly #watched: Stats[] = [];
	readonly #targets: { readonly path: string; readonly replacement: Replacement }[] = [];
	/** Number of targets whose descriptor is closed. */
	#sealed = 0;

	/** Runs `work`, then replaces its targets. If it fails, they stay as they were. Throws FileError and what `work` throws. */
	static async complete<T>(work: (run: FileRun) => Promise<T>): Promise<T> {
		const run = new FileRun();
		try {
			const result = await work(run);
			run.#commit();
			return result;
		} catch (error) {
			run.#discard();
			throw asFileError(error);
		} finally {
			run.#close();
		}
	}

	/** Throws Failure. */
	openInputs(paths: readonly string[], readAs: ReadAs = {}): Inputs {
		// "-" is a file here, and not standard input.
		this.#inputs = new Inputs({ files: paths.map((path) => (path === "-" ? "./-" : path)), readAs });
		return this.#inputs;
	}

	/** Notes inputs that a library opens. Throws Failure. */
	watchInputs(paths: readonly string[]): readonly WatchedFile[] {
		const watched = paths.map((path) => new WatchedFile(path));
		this.#watched.push(...paths.map((path) => statSync(path)));
		return watched;
	}

	/** Opens a file that is replaced at the end. Throws Failure or FileError. */
	openTarget(path: string, written: Written = LINES): Target {
		const clause = misnaming(path, written, "and compress the file afterwards with");
		if (clause !== undefined) throw new FileError("file-failed", `Cannot write ${path}: it ${clause}.`, path);
		const used = [...(this.#inputs?.inputs ?? []), ...this.#targets.map(({ replacement }) => replacement)];
		try {
			const old = statSync(path, { throwIfNoEntry: false });
			const files = [...this.#watched, ...used.map(({ descriptor }) => fstatSync(descriptor))];
			const isUsed = files.some((file) => old !== undefined && isSameFile(file, old));
			const isTarget = this.#targets.some(({ replacement }) => replacement.target === path);
			if (isUsed || isTarget) throw new FileError("file-failed", `${path} is used twice; write to another file.`, path);
			if (old !== undefined && !old.isFile())
				throw new FileError("file-failed", `Cannot write ${path}: not a regular file.`, path);
			const replacement = new Replacement(path, DEFAULT_MODE);
			this.#targets.push({ path, replacement });
			return new Target(replacement, path);
		} catch (error) {
			throw error instanceof FileError ? error : ioFailure("write", path, error);
		}
	}

	/** Replaces the targets. Throws Failure. */
	#commit(): void {
		for (const { path, replacement } of this.#targets) {
			attempt(path, () => replacement.seal());
			this.#sealed += 1;
		}
		for (const { path, replacement } of this.#targets) attempt(path, () => replacement.commit());
	}

	/** Leaves the targets as they were. */
	#discard(): void {
		for (const { replacement } of this.#targets) replacement.discard();
	}

	#close(): void {
		for (const { replacement } of this.#targets.slice(this.#sealed)) closeSync(replacement.descriptor);
		this.#inputs?.close();
	}
}

function isSameFile(a: { dev: number; ino: number }, b: { dev: number; ino: number }): boolean {
	return a.dev === b.dev && a.ino === b.ino;
}

function attempt(path: string, step: () => void): void {
	try {
		step();
	} catch (error) {
		throw ioFailure("write", path, error);
	}
}

/** Throws OptionError `invalid-input`. */
export function pathsOf(sources: string | readonly string[]): readonly string[] {
	const paths = typeof sources === "string" ? [sources] : sources;
	if (Array.isArray(paths) && paths.every((path) => typeof path === "string")) return paths;
	throw inputError(sources, "sources", "a path or paths");
}
