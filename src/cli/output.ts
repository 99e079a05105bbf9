/** Where octets go: standard output, or a file that is replaced as a whole or not at all. */
import { closeSync, fstatSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ioFailure } from "./failure";
import { OctetWriter } from "./octet-writer";

const STDOUT = 1;

/** Signals that interrupt a process. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Outputs whose temporary files have to go when the process is interrupted. */
const unfinished = new Set<Output>();

/** Removes the temporary files of all outputs that are not finished. */
export function abandonOutputs(): void {
	for (const output of unfinished) output.abandon();
}

let listensToSignals = false;

/** From the first temporary file on, signals remove what is not finished; before, they end the process as they always do. */
function abandonOnSignals(): void {
	if (listensToSignals) return;
	listensToSignals = true;
	for (const signal of SIGNALS) {
		process.once(signal, () => {
			abandonOutputs();
			process.kill(process.pid, signal);
		});
	}
}

export class Output extends OctetWriter {
	readonly #path: string | undefined;
	readonly #temporary: string | undefined;
	readonly #isDurable: boolean;

	/**
	 * Opens standard output when there is no path, or "-". A file is written beside its place and put there by `finish`;
	 * anything else that has a path, such as a device, is written as it is. With `isDurable`, `finish` waits until the file
	 * would outlast a power failure. Throws Failure.
	 */
	constructor(path: string | undefined, isDurable = false) {
		const isFile = path !== undefined && path !== "-";
		const temporary = isFile && isReplaceable(path) ? temporaryFor(path) : undefined;
		super(isFile ? openForWriting(path, temporary) : STDOUT, isFile ? path : "standard output");
		this.#path = isFile ? path : undefined;
		this.#temporary = temporary;
		this.#isDurable = isDurable;
		if (temporary === undefined) return;
		abandonOnSignals();
		unfinished.add(this);
	}

	/** Makes what was written last: the file stands in its place when this returns. Throws Failure. */
	finish(): void {
		this.flush();
		unfinished.delete(this);
		if (this.#path === undefined) return;
		try {
			if (this.#isDurable && fstatSync(this.descriptor).isFile()) fsyncSync(this.descriptor);
			closeSync(this.descriptor);
			if (this.#temporary !== undefined) renameSync(this.#temporary, this.#path);
		} catch (error) {
			if (this.#temporary !== undefined) rmSync(this.#temporary, { force: true });
			throw ioFailure("write", this.name, error);
		}
	}

	/** Leaves the file in its place as it was. */
	abandon(): void {
		unfinished.delete(this);
		if (this.#temporary === undefined) return;
		closeSync(this.descriptor);
		rmSync(this.#temporary, { force: true });
	}
}

/** Says whether the path is, or may become, a regular file. */
function isReplaceable(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
}

function temporaryFor(path: string): string {
	return join(dirname(path), `.${basename(path)}.urlsieve-${process.pid}.tmp`);
}

/** Opens the path, or a new file that is to take its place. Throws Failure. */
function openForWriting(path: string, temporary: string | undefined): number {
	try {
		return temporary === undefined ? openSync(path, "w") : openSync(temporary, "wx");
	} catch (error) {
		throw ioFailure("write", path, error);
	}
}
