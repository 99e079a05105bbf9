/** Files in memory that record each write and sync, so that a test can replay any part of them. */
import type { Storage, StoragePlace } from "../seams/store";

/** A step of a store on a file. `replace`: the file beside has taken its place, `sync-name`: for good. */
export type Step =
	| { readonly kind: "write"; readonly file: number; readonly position: number; readonly octets: Uint8Array }
	| { readonly kind: "truncate"; readonly file: number; readonly size: number }
	| { readonly kind: "sync"; readonly file: number }
	| { readonly kind: "replace"; readonly file: number }
	| { readonly kind: "sync-name"; readonly file: number };

class MemoryStorage implements Storage {
	octets = new Uint8Array(0);
	readonly number: number;
	readonly #place: MemoryPlace;
	#isClosed = false;

	constructor(place: MemoryPlace, number: number) {
		this.#place = place;
		this.number = number;
	}

	get size(): number {
		return this.octets.length;
	}

	read(into: Uint8Array, position: number): number {
		const part = this.octets.subarray(position, position + into.length);
		into.set(part);
		return part.length;
	}

	write(octets: Uint8Array, position: number): void {
		this.#place.take({ kind: "write", file: this.number, position, octets: octets.slice() });
		this.octets = written(this.octets, octets, position);
	}

	sync(): void {
		this.#place.take({ kind: "sync", file: this.number });
	}

	async syncLater(): Promise<void> {
		await Promise.resolve();
		if (this.#isClosed) throw new Error("bad file descriptor");
		this.sync();
	}

	truncate(size: number): void {
		this.#place.take({ kind: "truncate", file: this.number, size });
		this.octets = resized(this.octets, size);
	}

	close(): void {
		this.#isClosed = true;
	}
}

/** The first octets of a file, and zeros behind them if it gets longer. */
export function resized(old: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
	return written(old.slice(0, size), new Uint8Array(Math.max(0, size - old.length)), Math.min(size, old.length));
}

/** Octets with others in place of those at a position. */
export function written(old: Uint8Array, octets: Uint8Array, position: number): Uint8Array<ArrayBuffer> {
	const result = new Uint8Array(Math.max(old.length, position + octets.length));
	result.set(old);
	result.set(octets, position);
	return result;
}

/** A path in memory. */
export class MemoryPlace implements StoragePlace {
	readonly name = "known.seen";
	readonly steps: Step[] = [];
	/** Called before each step, which does not happen if it throws. */
	onStep: (step: Step) => void = () => {};
	#files = 0;
	#current: MemoryStorage | undefined;

	/** With the octets of a file, or without one. */
	constructor(octets?: Uint8Array) {
		if (octets === undefined) return;
		this.#current = new MemoryStorage(this, this.#files++);
		this.#current.octets = octets.slice();
	}

	/** The octets of the file. */
	get octets(): Uint8Array<ArrayBuffer> {
		return this.#current?.octets.slice() ?? new Uint8Array(0);
	}

	take(step: Step): void {
		this.onStep(step);
		this.steps.push(step);
	}

	open(): Storage | undefined {
		return this.#current;
	}

	createBeside(): Storage {
		return new MemoryStorage(this, this.#files++);
	}

	replace(storage: Storage): void {
		this.take({ kind: "replace", file: (storage as MemoryStorage).number });
		this.#current = storage as MemoryStorage;
	}

	syncName(): void {
		this.take({ kind: "sync-name", file: this.#current?.number ?? 0 });
	}

	discard(_storage: Storage): void {}
}
