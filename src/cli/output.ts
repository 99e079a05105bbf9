/** Where octets go: standard output, or a file that is replaced as a whole or not at all. */
import { closeSync, fstatSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { hasCode, ioFailure, OutputClosed, waitAMoment } from "./failure";

const STDOUT = 1;
const BUFFER_SIZE = 65536;

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

export class Output {
	readonly name: string;
	/** Octets written so far. */
	length = 0;
	readonly #path: string | undefined;
	readonly #temporary: string | undefined;
	readonly #descriptor: number;
	readonly #isDurable: boolean;
	#buffer: Uint8Array | undefined;
	#buffered = 0;

	/**
	 * Opens standard output when there is no path, or "-". A file is written beside its place and put there by `finish`;
	 * anything else that has a path, such as a device, is written as it is. With `isDurable`, `finish` waits until the file
	 * would outlast a power failure. Throws Failure.
	 */
	constructor(path: string | undefined, isDurable = false) {
		this.#isDurable = isDurable;
		const isFile = path !== undefined && path !== "-";
		this.name = isFile ? path : "standard output";
		this.#path = isFile ? path : undefined;
		this.#temporary = isFile && isReplaceable(path) ? temporaryFor(path) : undefined;
		try {
			this.#descriptor = isFile ? openSync(this.#temporary ?? path, this.#temporary ? "wx" : "w") : STDOUT;
		} catch (error) {
			throw ioFailure("write", this.name, error);
		}
		if (this.#temporary === undefined) return;
		abandonOnSignals();
		unfinished.add(this);
	}

	/** Writes all of `octets`, straight from where they are. Throws Failure, or OutputClosed when nobody reads any more. */
	write(octets: Uint8Array): void {
		this.#flush();
		this.#writeNow(octets);
	}

	/** Writes all of `octets` later, together with others. */
	writeLater(octets: Uint8Array): void {
		if (octets.length > BUFFER_SIZE - this.#buffered) this.#flush();
		if (octets.length > BUFFER_SIZE) {
			this.#writeNow(octets);
		} else {
			this.#buffer ??= new Uint8Array(BUFFER_SIZE);
			this.#buffer.set(octets, this.#buffered);
			this.#buffered += octets.length;
		}
	}

	#flush(): void {
		if (this.#buffered === 0 || this.#buffer === undefined) return;
		const octets = this.#buffer.subarray(0, this.#buffered);
		this.#buffered = 0;
		this.#writeNow(octets);
	}

	#writeNow(octets: Uint8Array): void {
		for (let at = 0; at < octets.length; ) {
			try {
				at += writeSync(this.#descriptor, octets, at, octets.length - at);
			} catch (error) {
				if (hasCode(error, "EPIPE")) throw new OutputClosed();
				if (!hasCode(error, "EAGAIN")) throw ioFailure("write", this.name, error);
				waitAMoment();
			}
		}
		this.length += octets.length;
	}

	/** Makes what was written last: the file stands in its place when this returns. Throws Failure. */
	finish(): void {
		this.#flush();
		unfinished.delete(this);
		if (this.#path === undefined) return;
		try {
			if (this.#isDurable && fstatSync(this.#descriptor).isFile()) fsyncSync(this.#descriptor);
			closeSync(this.#descriptor);
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
		closeSync(this.#descriptor);
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
