/** Symbolic links are followed before a file is replaced: the link stays, and the file that it names is new. */
import { lstatSync, readlinkSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** As many as Linux follows (path_resolution(7)). */
const MAX_LINKS = 40;

/** The path at the end of a chain of links, which need not exist. Throws the system's error, ELOOP for a chain too long. */
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
