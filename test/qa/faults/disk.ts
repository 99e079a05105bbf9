/**
 * A simulated disk: its possible states after the calls of a trace, when the power fails.
 *
 * ```
 *   names     changes of directories reach the disk in order, as in the journal of a file system: some prefix of them, at least up to the
 *             last one in a directory that was synced
 *   contents  each write to a file since its last sync may be lost, torn, or there without the writes before it
 * ```
 *
 * The sync of a file does not make its name last: that of its directory does.
 */
import { dirname } from "node:path";
import type { Call } from "./trace";

/** A change of the contents of a file. */
type Change = { readonly offset: number; readonly octets: Buffer } | { readonly size: number };

export class Inode {
	synced: Buffer = Buffer.alloc(0);
	changes: Change[] = [];
	readonly kind: "file" | "folder" | "link";
	readonly target: string;

	constructor(kind: Inode["kind"], target = "") {
		this.kind = kind;
		this.target = target;
	}
}

/** The changes of a file that have reached the disk, out of those since its last sync. */
export type Keep = (changes: readonly Change[]) => readonly Change[];

/** Files and folders by path. */
export type Names = ReadonlyMap<string, Inode>;

export class Disk {
	/** The names after each change of a directory, beginning with those before all calls. */
	readonly #versions: Names[];
	/** The version that is certainly on the disk. */
	#lasting = 0;
	/** The last change of each directory, as a version. */
	readonly #changed = new Map<string, number>();
	/** Inodes by the number that the system gave them last. */
	readonly #inodes = new Map<string, Inode>();

	/** `start` has the files before all calls, and `numbers` the folders among them by inode number. */
	constructor(start: Names, numbers: ReadonlyMap<string, Inode>) {
		this.#versions = [start];
		for (const [number, inode] of numbers) this.#inodes.set(number, inode);
	}

	/** The versions of all names that a power failure may leave now. */
	get versions(): readonly Names[] {
		return this.#versions.slice(this.#lasting);
	}

	apply(call: Call): void {
		if (call.kind === "create" || call.kind === "mkdir")
			this.#create(call.inode, call.path, new Inode(call.kind === "mkdir" ? "folder" : "file"));
		else if (call.kind === "symlink") this.#create("", call.path, new Inode("link", call.target));
		else if (call.kind === "write") this.#change(call.inode, { offset: call.offset, octets: call.octets });
		else if (call.kind === "truncate") this.#change(call.inode, { size: call.size });
		else if (call.kind === "sync") this.#sync(call.inode);
		else if (call.kind === "unlink") this.#rename([call.path], (names) => names.delete(call.path));
		else if (call.kind === "rename") this.#rename([call.from, call.to], (names) => move(names, call.from, call.to));
		else if (call.kind === "link") this.#rename([call.to], (names) => names.set(call.to, known(names.get(call.from), call.from)));
	}

	#create(number: string, path: string, inode: Inode): void {
		if (number !== "") this.#inodes.set(number, inode);
		this.#rename([path], (names) => names.set(path, inode));
	}

	#change(number: string, change: Change): void {
		known(this.#inodes.get(number), number).changes.push(change);
	}

	#rename(paths: readonly string[], step: (names: Map<string, Inode>) => unknown): void {
		const names = new Map(this.#versions.at(-1));
		step(names);
		this.#versions.push(names);
		for (const path of paths) this.#changed.set(dirname(path), this.#versions.length - 1);
	}

	#sync(number: string): void {
		const inode = known(this.#inodes.get(number), number);
		if (inode.kind === "folder") {
			const path = [...(this.#versions.at(-1) as Names)].find(([, other]) => other === inode)?.[0] ?? "";
			this.#lasting = Math.max(this.#lasting, this.#changed.get(path) ?? 0);
		} else {
			inode.synced = contentOf(inode, (changes) => changes);
			inode.changes = [];
		}
	}
}

/** Moves a name and, if it is a folder, those in it. */
function move(names: Map<string, Inode>, from: string, to: string): void {
	for (const [path, inode] of [...names]) {
		if (path !== from && !path.startsWith(`${from}/`)) continue;
		names.delete(path);
		names.set(to + path.slice(from.length), inode);
	}
}

function known<Value>(value: Value | undefined, name: string): Value {
	if (value === undefined) throw new Error(`the trace uses ${name} before it exists`);
	return value;
}

/** The content of a file if only some changes have reached the disk. Gaps are zero. */
export function contentOf({ synced, changes }: Inode, keep: Keep): Buffer {
	let content = synced;
	for (const change of keep(changes)) content = "size" in change ? resized(content, change.size) : written(content, change);
	return content;
}

function resized(content: Buffer, size: number): Buffer {
	const result = Buffer.alloc(size);
	content.copy(result);
	return result;
}

function written(content: Buffer, { offset, octets }: { offset: number; octets: Buffer }): Buffer {
	const result = resized(content, Math.max(content.length, offset + octets.length));
	octets.copy(result, offset);
	return result;
}

const torn =
	(cut: (size: number) => number): Keep =>
	(changes) => {
		const last = changes.at(-1);
		if (last === undefined || "size" in last) return changes.slice(0, -1);
		return [...changes.slice(0, -1), { offset: last.offset, octets: last.octets.subarray(0, cut(last.octets.length)) }];
	};

/** Zeros in place of the octets written: the file system has allocated the room and not yet filled it. */
const zeroed: Keep = (changes) =>
	changes.map((change) => ("size" in change ? change : { offset: change.offset, octets: Buffer.alloc(change.octets.length) }));

/** Possible fates of the changes of a file since its last sync. */
export const KEEPS: Readonly<Record<string, Keep>> = {
	all: (changes) => changes,
	none: () => [],
	"torn after 512": torn(() => 512),
	"torn after 4096": torn(() => 4096),
	"torn in the middle": torn((size) => (size >> 10) * 512),
	"torn before the last 512": torn((size) => Math.max(0, size - 1) & ~511),
	"all but the last": (changes) => changes.slice(0, -1),
	"the first half": (changes) => changes.slice(0, changes.length >> 1),
	"the last alone": (changes) => changes.slice(-1),
	"all but the first": (changes) => changes.slice(1),
	zeros: zeroed,
};
