/** Folders in which runs lock a set. */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns a function that makes a new folder, by its name, in that of `path`. */
export function lockFolders(path: (name: string) => string) {
	return (name: string) => {
		const folder = path(name);
		mkdirSync(folder);
		const file = (entry: string) => join(folder, entry);
		const names = () => readdirSync(folder).filter((entry) => entry.startsWith(".urlsieve-"));
		return { folder, file, names, lockText: () => lockTextIn(folder) };
	};
}

/** The content of the lock in a folder. Empty if there is none, or if its holder is still writing it. */
function lockTextIn(folder: string): string {
	const lock = readdirSync(folder).find((name) => name.endsWith(".lock"));
	return lock === undefined ? "" : readFileSync(join(folder, lock), "utf8");
}
