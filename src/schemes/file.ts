/**
 * The scheme file: RFC 1738 §3.10.
 *
 * ```
 *   fileurl = "file://" [ host | "localhost" ] "/" fpath
 * ```
 *
 * Choice: without "//", the host is empty (RFC 8089 §2): `file:/p` is `file:///p`.
 */
import { FSEGMENT } from "./ftp";
import { readHost, writeHost } from "./login";
import { readSegments, writeAny } from "./rule";
import type { Part, Source } from "./source";
import type { SchemeBase, SchemeSyntax } from "./syntax";

/** The parts of a file URL; directories and name are decoded. */
export interface FileRecord extends SchemeBase {
	readonly scheme: "file";
	/** The host of the file. Empty for `localhost`, the machine that interprets the URL. */
	readonly host: string;
	readonly directories: readonly string[];
	readonly name: string;
}

export const file: SchemeSyntax<FileRecord> = {
	read(source) {
		const host = readFileHost(source);
		const path = source.urlPath("fileurl");
		if (path === undefined) throw source.rest.fault("fileurl", 'A file URL needs a "/" after the host.');
		const directories = readSegments(path, FSEGMENT);
		const name = directories.pop() as string;
		return { scheme: "file", host, directories, name };
	},
	write({ host, directories, name }) {
		const segments = [...directories, name].map((segment) => writeAny(segment, FSEGMENT));
		return `file://${isLocal(host) ? "" : writeHost(host)}/${segments.join("/")}`;
	},
};

function readFileHost({ userinfo, host, port }: Source): string {
	for (const part of [userinfo, port]) {
		if (part !== undefined) throw (part as Part).fault("fileurl", "A file URL has a host without user and port.");
	}
	return host === undefined || isLocal(host.text) ? "" : readHost(host);
}

function isLocal(host: string): boolean {
	return host === "" || host.toLowerCase() === "localhost";
}
