/** Outputs: standard output, a device, or a file that is replaced as a whole or not at all. */
import { closeSync, fstatSync, fsyncSync, openSync, statSync, writeSync } from "node:fs";
import { ioFailure } from "../../failure";
import { STDOUT } from "../open-file";
import { began, delivered, finished, handleSignals } from "./interrupts";
import { ownDescriptor } from "./links";
import { OctetWriter } from "./octet-writer";
import { Replacement } from "./replacement";
import { syncFolder } from "./sync-folder";

/** Readable and writable by all, less the umask. */
export const DEFAULT_MODE = 0o666;

export class Output extends OctetWriter {
	/** Undefined for an output written in place: standard output, another open descriptor, a device, a named pipe. */
	readonly #replacement: Replacement | undefined;
	/** Whether this opened the descriptor, and closes it. */
	readonly #isOpened: boolean;
	#isSealed = false;

	/**
	 * Opens a file, or standard output if the path is undefined or "-". A regular file is written to a temporary file until
	 * `commit`, unless the path names an open descriptor, such as /dev/stderr. A new file gets `mode`, less the umask. `isLog`: see
	 * OctetWriter. Throws Failure.
	 */
	constructor(path: string | undefined, mode = DEFAULT_MODE, isLog = false) {
		const name = path === undefined || path === "-" ? undefined : path;
		// Before there is a file to remove: a signal in between would leave it.
		if (name !== undefined) handleSignals();
		const given = name === undefined ? STDOUT : givenDescriptor(name);
		const replacement = name === undefined || given !== undefined ? undefined : replacementFor(name, mode);
		super(given ?? replacement?.descriptor ?? openInPlace(name as string), name ?? "standard output", isLog);
		this.#replacement = replacement;
		this.#isOpened = given === undefined;
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

	/** The path of the temporary file, for libraries that write files by path. Undefined for an output written in place. */
	get path(): string | undefined {
		return this.#replacement?.path;
	}

	/** Writes the buffered octets, and syncs a file that is replaced. With `isDurable`, other files are synced, too. Throws Failure. */
	seal(isDurable: boolean): void {
		if (this.#isSealed) return;
		this.#isSealed = true;
		this.flush();
		this.#attempt(() => {
			if (this.#replacement !== undefined) return this.#replacement.seal();
			if (isDurable && fstatSync(this.descriptor).isFile()) fsyncSync(this.descriptor);
			if (this.#isOpened) closeSync(this.descriptor);
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

/** The open descriptor that a path names: it is written where it stands. Throws Failure if it is not open for writing. */
function givenDescriptor(path: string): number | undefined {
	try {
		const descriptor = ownDescriptor(path);
		if (descriptor !== undefined) writeSync(descriptor, new Uint8Array(0));
		return descriptor;
	} catch (error) {
		throw ioFailure("write", path, error);
	}
}

function openInPlace(path: string): number {
	try {
		return openSync(path, "w");
	} catch (error) {
		throw ioFailure("write", path, error);
	}
}

/** A file to replace after all outputs, and only if they are in place. */
export interface Last {
	/** Runs `commitOutputs`, then replaces the file. Throws Failure. */
	commit(commitOutputs: () => void): void;
}

/**
 * The end of a run: moves outputs into place, then the set that records their lines, in an order in which a kill at any moment loses nothing:
 *
 * ```
 *   outputs: write, sync ──▶ set: write, sync ──▶ rename outputs ──▶ sync directories ──▶ rename set ──▶ sync directory
 * ```
 *
 * If the set recorded a line whose output is missing, that line would be lost for good. A run killed before the last step delivers its
 * lines again when repeated. Throws Failure and leaves the set as it was.
 */
export function deliver(outputs: readonly Output[], set?: Last): void {
	for (const output of outputs) output.seal(set !== undefined);
	const commitOutputs = () => {
		for (const output of outputs) output.commit();
	};
	if (set === undefined) {
		commitOutputs();
	} else {
		set.commit(() => {
			commitOutputs();
			for (const folder of foldersOf(outputs)) syncNamesIn(folder);
		});
	}
	delivered();
}

/** Throws Failure: the set must not know lines of an output that may lose its name. */
function syncNamesIn(folder: string): void {
	try {
		syncFolder(folder);
	} catch (error) {
		throw ioFailure("write", folder, error);
	}
}

function foldersOf(outputs: readonly Output[]): Set<string> {
	return new Set(outputs.flatMap(({ folder }) => folder ?? []));
}
