/** Outputs: standard output, a device, or a file that is replaced as a whole or not at all. */
import { closeSync, fstatSync, fsyncSync, openSync, statSync } from "node:fs";
import { ioFailure } from "../failure";
import { STDOUT } from "../open-file";
import { began, finished, handleSignals } from "./interrupts";
import { OctetWriter } from "./octet-writer";
import { Replacement } from "./replacement";

/** Readable and writable by all, less the umask. */
export const DEFAULT_MODE = 0o666;

export class Output extends OctetWriter {
	/** Undefined for what is written in place: standard output, a device, a named pipe. */
	readonly #replacement: Replacement | undefined;

	/**
	 * Opens a file, or standard output if the path is undefined or "-". A regular file is written to a temporary file until
	 * `commit`. A new file gets `mode`, less the umask. Throws Failure.
	 */
	constructor(path: string | undefined, mode = DEFAULT_MODE) {
		const name = path === undefined || path === "-" ? undefined : path;
		// Before there is a file to remove: a signal in between would leave it.
		if (name !== undefined) handleSignals();
		const replacement = name === undefined ? undefined : replacementFor(name, mode);
		super(replacement?.descriptor ?? openInPlace(name), name ?? "standard output");
		this.#replacement = replacement;
		if (replacement !== undefined) began(this);
	}

	/** Whether the output goes to a regular file. */
	get isFile(): boolean {
		return this.#replacement !== undefined || fstatSync(this.descriptor).isFile();
	}

	/** Whether readers see octets before `commit`. */
	get isInPlace(): boolean {
		return this.#replacement === undefined;
	}

	/** The directory whose entry `commit` changes. */
	get folder(): string | undefined {
		return this.#replacement?.folder;
	}

	/** The path of the temporary file, for libraries that write files by path. Undefined for what is written in place. */
	get path(): string | undefined {
		return this.#replacement?.path;
	}

	/** Writes what is buffered. With `isDurable`, the octets of a file survive a power failure. Throws Failure. */
	seal(isDurable: boolean): void {
		this.flush();
		this.#attempt(() => {
			if (this.#replacement !== undefined) return this.#replacement.seal(isDurable);
			if (isDurable && fstatSync(this.descriptor).isFile()) fsyncSync(this.descriptor);
			if (this.descriptor !== STDOUT) closeSync(this.descriptor);
		});
	}

	/** Moves a sealed file into place. Throws Failure. */
	commit(): void {
		this.#attempt(() => this.#replacement?.commit());
		finished(this);
	}

	/** Discards the new content. */
	abandon(): void {
		this.#replacement?.discard();
	}

	#attempt(step: () => void): void {
		try {
			step();
		} catch (error) {
			throw ioFailure("write", this.name, error);
		}
	}
}

/** Undefined for anything that exists but is not a regular file. Throws Failure. */
function replacementFor(path: string, mode: number): Replacement | undefined {
	try {
		const isReplaceable = statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
		return isReplaceable ? new Replacement(path, mode) : undefined;
	} catch (error) {
		throw ioFailure("write", path, error);
	}
}

function openInPlace(path: string | undefined): number {
	if (path === undefined) return STDOUT;
	try {
		return openSync(path, "w");
	} catch (error) {
		throw ioFailure("write", path, error);
	}
}
