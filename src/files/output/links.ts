/** Follows symbolic links, so that replacing a file keeps the links to it, and that descriptors are recognized. */
import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";

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

/**
 * The descriptor of this process that a path names: /dev/stderr, /dev/fd/3, /proc/self/fd/3, or a link to one. Undefined for other
 * paths. Throws the system's error.
 */
export function ownDescriptor(path: string): number | undefined {
	let end = path;
	for (let links = 0; links <= MAX_LINKS; ++links) {
		if (/^[0-9]+$/.test(basename(end)) && isOwnFolder(dirname(end))) return Number(basename(end));
		if (!isLink(end)) return undefined;
		end = resolve(dirname(end), readlinkSync(end));
	}
	return undefined;
}

/** Whether a directory lists the descriptors of this process: /dev/fd, which Linux links to /proc/self/fd, or that of a thread. */
function isOwnFolder(folder: string): boolean {
	const real = realPath(folder);
	const self = realPath("/proc/self");
	if (self === undefined) return real === "/dev/fd";
	return real?.startsWith(`${self}/`) === true && /^(?:task\/[0-9]+\/)?fd$/.test(real.slice(self.length + 1));
}

/** Undefined for a path that does not exist. */
function realPath(path: string): string | undefined {
	try {
		return realpathSync(path);
	} catch {
		return undefined;
	}
}

function isLink(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
