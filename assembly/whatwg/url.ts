/** State of the URL that the parser writes: the fields of `Url`, and special schemes (URL Standard §4.2). */

import { CrawlAddress, Url } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { load8, load32, store32 } from "../octets/memory";
import { matches } from "../octets/text";
import { defaultPort, findScheme } from "../reference/schemes";

export const enum SchemeKind {
	OTHER = 0,
	/** ftp, http, https, ws, wss. */
	SPECIAL = 1,
	/** file, which is special, too. */
	FILE = 2,
}

export function field(name: i32): i32 {
	return load32(CrawlAddress.URL + name);
}

export function setField(name: i32, value: i32): void {
	store32(CrawlAddress.URL + name, value);
}

export function isSpecial(): bool {
	return field(Url.KIND) != SchemeKind.OTHER;
}

export function isFile(): bool {
	return field(Url.KIND) == SchemeKind.FILE;
}

/** Records the scheme [start, end), which is in lower case. */
export function setScheme(start: i32, end: i32): void {
	const kind = kindOf(start, end);
	setField(Url.KIND, kind);
	setField(Url.DEFAULT_PORT, kind == SchemeKind.SPECIAL ? defaultPort(findScheme(start, end)) : 0);
}

/** The kind of the scheme [start, end), which is in lower case. */
export function kindOf(start: i32, end: i32): i32 {
	if (matches(start, end, "https") || matches(start, end, "http")) return SchemeKind.SPECIAL;
	if (matches(start, end, "file")) return SchemeKind.FILE;
	const isOther = !matches(start, end, "ws") && !matches(start, end, "wss") && !matches(start, end, "ftp");
	return isOther ? SchemeKind.OTHER : SchemeKind.SPECIAL;
}

/** Whether a "/" stands at `at`, or a "\" in a special URL. */
export function isSlash(at: i32, end: i32): bool {
	if (at >= end) return false;
	return load8(at) == Octet.SLASH || (load8(at) == Octet.BACKSLASH && isSpecial());
}
