/**
 * The scheme afs: draft of March 1994, where it is a historical note; RFC 1738 §4 reserves the name.
 *
 * ```
 *   afsaddress = "afs://" cellname "/" path              cellname = hostname
 *   path       = void | segment [ "/" path ]             segment = xpalphas
 * ```
 */
import { isHostName } from "./login";
import { readEncoded, rule, writeEncoded } from "./rule";
import { partError, type Source } from "./source";
import type { SchemeBase, SchemeSyntax } from "./syntax";

/** A file of the Andrew File System. */
export interface AfsRecord extends SchemeBase {
	readonly scheme: "afs";
	readonly cell: string;
	/** What stands behind the "/" that ends the cell, as it stands. */
	readonly path: string;
}

/** As `segment`, and the slashes between segments. */
const SEGMENT = rule("segment", "@&/");

export const afs: SchemeSyntax<AfsRecord> = {
	read(source) {
		const cell = readCell(source);
		const path = source.urlPath("afsaddress");
		if (path === undefined) throw source.rest.fault("afsaddress", 'An afs URL has a "/" behind the cell.');
		return { scheme: "afs", cell, path: readEncoded(path, SEGMENT) };
	},
	write({ cell, path }) {
		if (!isHostName(cell)) throw partError("cellname", "host", "A cell is named by a hostname.", cell);
		return `afs://${cell}/${writeEncoded(path, SEGMENT, "path")}`;
	},
};

function readCell({ userinfo, host, port, rest }: Source): string {
	const surplus = userinfo ?? port;
	if (surplus !== undefined) throw surplus.fault("afsaddress", "An afs URL has a cell alone, without user and port.");
	if (host === undefined) throw rest.fault("afsaddress", 'An afs URL has "//" and a cell behind the colon.');
	if (isHostName(host.text)) return host.text;
	throw host.fault("cellname", "A cell is named by a hostname.");
}
