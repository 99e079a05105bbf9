/**
 * The scheme afs: a historical note in the draft of March 1994. RFC 1738 §4 reserves the name.
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
	/** The text after the "/" that ends the cell, not decoded. */
	readonly path: string;
}

/** The characters of `segment`, and the slashes between segments. */
const SEGMENT = rule("segment", "@&/");

const CELL_FAULT = "The name of a cell must be a hostname.";

export const afs: SchemeSyntax<AfsRecord> = {
	read(source) {
		const cell = readCell(source);
		const path = source.urlPath("afsaddress");
		if (path === undefined) throw source.rest.fault("afsaddress", 'An afs URL needs a "/" after the cell.');
		return { scheme: "afs", cell, path: readEncoded(path, SEGMENT) };
	},
	write({ cell, path }) {
		if (!isHostName(cell)) throw partError("cellname", "host", CELL_FAULT, cell);
		return `afs://${cell}/${writeEncoded(path, SEGMENT, "path")}`;
	},
};

function readCell({ userinfo, host, port, rest }: Source): string {
	const surplus = userinfo ?? port;
	if (surplus !== undefined) throw surplus.fault("afsaddress", "An afs URL has a cell without user and port.");
	if (host === undefined) throw rest.fault("afsaddress", 'An afs URL needs "//" and a cell after the colon.');
	if (isHostName(host.text)) return host.text;
	throw host.fault("cellname", CELL_FAULT);
}
