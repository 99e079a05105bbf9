/** A file, as far as a store needs it. Positions and lengths are octets. All functions throw the system's error. */
export interface Storage {
	readonly size: number;
	/** Fills `into`. Returns the number of octets, which is less at the end of the file. */
	read(into: Uint8Array, position: number): number;
	/** Writes all of `octets`. */
	write(octets: Uint8Array, position: number): void;
	/** Octets written before survive a power failure once this returns. */
	sync(): void;
	/** The same without blocking the thread. */
	syncLater(): Promise<void>;
	truncate(size: number): void;
	close(): void;
}

/** The path of a store. */
export interface StoragePlace {
	/** The name of the file, for messages. */
	readonly name: string;
	/** Opens the file. Returns undefined if there is none. */
	open(isWritable: boolean): Storage | undefined;
	/** Creates a file beside it, which takes its place by `replace`, or goes by `discard`. */
	createBeside(): Storage;
	/** Puts a file that `createBeside` has made in the place of the old one. */
	replace(storage: Storage): void;
	/** A replacement survives a power failure once this returns. */
	syncName(): void;
	discard(storage: Storage): void;
}

/** Reads exactly `length` octets. Returns undefined if the file ends before. */
export function readExactly(storage: Storage, position: number, length: number): Uint8Array<ArrayBuffer> | undefined {
	const octets = new Uint8Array(length);
	return storage.read(octets, position) === length ? octets : undefined;
}
