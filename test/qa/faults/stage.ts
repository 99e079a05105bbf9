/** The folder of a run: its inputs, the outputs of an earlier run, and the directory of temporary files. */
import {
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** The octets of files by their names, with "/" between folders. */
export type Files = ReadonlyMap<string, Buffer>;

export class Stage {
	/** Without links, as the preloaded library compares paths. */
	readonly root: string;
	readonly work: string;
	readonly temporary: string;

	constructor(purpose: string) {
		this.root = mkdtempSync(join(tmpdir(), `urlsieve-${purpose}-`));
		this.work = join(this.root, "work");
		this.temporary = join(this.root, "temporary");
	}

	/** Makes the folders anew, with these files. */
	set(files: Files): void {
		for (const folder of [this.work, this.temporary]) {
			rmSync(folder, { recursive: true, force: true });
			mkdirSync(folder);
		}
		this.add(files);
	}

	add(files: Files): void {
		for (const [name, octets] of files) {
			mkdirSync(dirname(join(this.work, name)), { recursive: true });
			writeFileSync(join(this.work, name), octets);
		}
	}

	/** All files, those of the directory of temporary files by their whole path. */
	get(): Map<string, Buffer> {
		return new Map([...filesBelow(this.work, ""), ...filesBelow(this.temporary, `${this.temporary}/`)]);
	}

	/** Removes locks and temporary files of the command line, but not the directory that names may be links through. */
	removeOwn(): void {
		for (const folder of [this.work, this.temporary])
			for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
				if (/^\.urlsieve-(?!set$)/.test(basename(name))) rmSync(join(folder, name), { recursive: true, force: true });
	}

	/** Whether one of these files is a link. */
	hasLink(names: readonly string[]): boolean {
		return names.some((name) => lstatSync(this.path(name), { throwIfNoEntry: false })?.isSymbolicLink() === true);
	}

	path(name: string): string {
		return join(this.work, name);
	}

	remove(): void {
		rmSync(this.root, { recursive: true, force: true });
	}
}

/** A link to a file counts as that file. Any other link has its target. An empty folder is a name that ends with a slash. */
function filesBelow(folder: string, prefix: string): [string, Buffer][] {
	return readdirSync(folder).flatMap((name): [string, Buffer][] => {
		const path = join(folder, name);
		const stat = lstatSync(path);
		if (stat.isSymbolicLink()) return [[prefix + name, isFile(path) ? octetsOf(path) : Buffer.from(readlinkSync(path))]];
		if (!stat.isDirectory()) return [[prefix + name, octetsOf(path)]];
		const files = filesBelow(path, `${prefix}${name}/`);
		return files.length === 0 ? [[`${prefix}${name}/`, Buffer.alloc(0)]] : files;
	});
}

function isFile(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** A report has the time of its run. */
function octetsOf(path: string): Buffer {
	const octets = readFileSync(path);
	return path.endsWith(".html")
		? Buffer.from(octets.toString("latin1").replaceAll(/\d{4}-\d\d-\d\dT[\d:]+Z/g, "TIME"), "latin1")
		: octets;
}
