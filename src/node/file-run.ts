/** The files of one run in a library: opened together, replaced together or not at all, and closed in any case. */
import { closeSync, fstatSync, statSync } from "node:fs";
import { ioFailure } from "../cli/failure";
import { Input } from "../cli/input/input";
import { OctetWriter } from "../cli/output/octet-writer";
import { DEFAULT_MODE } from "../cli/output/output";
import { Replacement } from "../cli/output/replacement";
import { TemporaryFile } from "../cli/output/temporary-file";
import { FileError } from "./file-error";

export class FileRun {
	readonly #inputs: Input[] = [];
	readonly #copies: TemporaryFile[] = [];
	readonly #targets: { readonly path: string; readonly replacement: Replacement }[] = [];
	/** Number of targets whose descriptor is closed. */
	#sealed = 0;

	/** Throws Failure. */
	openInputs(paths: readonly string[]): readonly Input[] {
		// "-" is a file here, and not standard input.
		for (const path of paths) this.#inputs.push(new Input(path === "-" ? "./-" : path));
		return this.#inputs;
	}

	/** Opens a file that `commit` replaces. Throws Failure or FileError. */
	openTarget(path: string): OctetWriter {
		const used = [...this.#inputs, ...this.#targets.map(({ replacement }) => replacement)];
		try {
			const old = statSync(path, { throwIfNoEntry: false });
			const isUsed = used.some(({ descriptor }) => old !== undefined && isSameFile(fstatSync(descriptor), old));
			const isTarget = this.#targets.some(({ replacement }) => replacement.target === path);
			if (isUsed || isTarget) throw new FileError("file-failed", `${path} is used twice; write to another file.`);
			if (old !== undefined && !old.isFile()) throw new FileError("file-failed", `Cannot write ${path}: not a regular file.`);
			const replacement = new Replacement(path, DEFAULT_MODE);
			this.#targets.push({ path, replacement });
			return new OctetWriter(replacement.descriptor, path);
		} catch (error) {
			throw error instanceof FileError ? error : ioFailure("write", path, error);
		}
	}

	/** Makes an input that can be read only once readable again, by a copy in `folder`. Throws Failure. */
	copy(input: Input, folder: string): TemporaryFile {
		const copy = new TemporaryFile(folder, 0);
		this.#copies.push(copy);
		input.copyTo(copy);
		return copy;
	}

	/** Replaces the targets. Throws Failure. */
	commit(): void {
		for (const { path, replacement } of this.#targets) {
			attempt(path, () => replacement.seal(false));
			this.#sealed += 1;
		}
		for (const { path, replacement } of this.#targets) attempt(path, () => replacement.commit());
	}

	/** Leaves the targets as they were. */
	discard(): void {
		for (const { replacement } of this.#targets) replacement.discard();
	}

	close(): void {
		for (const { replacement } of this.#targets.slice(this.#sealed)) closeSync(replacement.descriptor);
		for (const file of [...this.#inputs, ...this.#copies]) file.close();
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
