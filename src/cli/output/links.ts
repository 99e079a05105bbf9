/** Follows symbolic links, so that replacing a file keeps the links to it. */
import { lstatSync, readlinkSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** The limit of Linux (path_resolution(7)). */
const MAX_LINKS = 40;

/** Returns the path at the end of a chain of links, which need not exist. Throws the system's error, such as ELOOP. */
export function followLinks(path: string): string {
	let end = path;
	for (let links = 0; isLink(end); ++links) {
		if (links === MAX_LINKS) throw Object.assign(new Error(), { code: "ELOOP" });
		end = resolve(dirname(end), readlinkSync(end));
	}
	return end;
}

function isLink(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
