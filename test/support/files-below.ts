/** The files of a directory tree. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Paths below `root` of the files in `folder`, at any depth. Directories with a name of `skipped` are not read: others may create and
 * remove files there at the same time.
 */
export function filesBelow(root: string, folder: string, skipped: readonly string[]): string[] {
	return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = `${folder}/${entry.name}`;
		if (!entry.isDirectory()) return [path];
		return skipped.includes(entry.name) ? [] : filesBelow(root, path, skipped);
	});
}
