/**
 * `surt-java@1`: the key of web archives as Java's `webarchive-commons` 1.3.0 writes it, in `WaybackURLKeyMaker` with its defaults. The
 * indexes of Common Crawl have these keys. Paths and queries are those of `surt@1` but for escapes that are no UTF-8.
 *
 * ```
 *   input ─ input.ts ─▶ URL ─ authority.ts ─▶ host.ts, address.ts ─▶ labels reversed [ ":" port ] ")"
 *                           ─ escapes.ts, surt/path.ts ────────────▶ path
 *                           ─ escapes.ts, surt/query.ts ───────────▶ "?" query
 * ```
 */
import { ABSENT, Address, Component, Limit } from "../../layout/addresses";
import { CrawlLimit } from "../../layout/crawl-addresses";
import { Status } from "../../layout/status";
import { Octet } from "../../octets/char";
import { load32, store32 } from "../../octets/memory";
import { find } from "../../octets/span";
import { endOf, fail, isPresent, record, startOf } from "../../reference/record";
import { illFormedAt } from "../../whatwg/utf8";
import { lowerInPlace } from "../emulation/ascii";
import { hasPercent } from "../emulation/clean";
import { splitAfterScheme } from "../emulation/split";
import { writeLiteral } from "../surt/input";
import { setForm, writeCleanFrom } from "../surt/key";
import { massagedEnd, resolvedRoot } from "../surt/path";
import { writePieces } from "../surt/query";
import { readAuthority } from "./authority";
import { writeDecoded, writeOnce } from "./escapes";
import { afterAllWww, writeHost, writeSurtHost } from "./host";
import { isDns, isLiteral, placeInInput, writeInput } from "./input";

/**
 * Writes the URL that the input [start, end) stands for to `to`, followed by its key if it is requested. FORMS says where they are.
 * Returns the end of what was written, or `-Status`.
 *
 * Requires: CrawlLimit.GROWTH × (end − start) + Limit.SLACK octets at `to`.
 */
export function writeSurtJava(options: i32, wantsKey: bool, start: i32, end: i32, to: i32): i32 {
	store32(Address.OPTIONS, options);
	if (isLiteral(start, end) || isDns(start, end)) return writeUnparsed(start, end, wantsKey, to);
	const url = writeInput(start, end, to);
	if (url < 0) return url;
	setForm(0, to, url);
	if (!wantsKey) return url;
	const key = url + Limit.MARGIN;
	const written = writeKey(to, url, key);
	setForm(8, key, written);
	const isFault = written < 0 && written > -Status.NEEDS_ALABEL;
	if (isFault) store32(Address.FAILURE + 4, placeInInput(start, end, to, load32(Address.FAILURE + 4)));
	return written;
}

/** Writes the key of the recorded clean reference, of `size` octets, to `to`. Returns the end, or 0 for the slow path. */
export function writeCleanJavaKey(size: i32, to: i32): i32 {
	if (hasPercent()) return 0;
	const end = startOf(Component.PATH);
	const host = afterAllWww(startOf(Component.HOST), end);
	return host < end ? writeCleanFrom(host, size, false, to) : 0;
}

/** Writes an input that is no URL: as it is, the name of a host for "dns:" as a key of its own. */
function writeUnparsed(start: i32, end: i32, wantsKey: bool, to: i32): i32 {
	const fault = illFormedAt(start, end);
	if (fault < end) return fail(Status.PROFILE_CANNOT, Component.NONE, fault);
	const url = writeLiteral(start, end, to);
	setForm(0, to, url);
	setForm(8, to, url);
	if (!wantsKey || !isDns(start, end)) return url;
	const host = to + 4;
	if (host == url) return fail(Status.EMPTY_HOST, Component.HOST, end);
	record(Component.PORT, ABSENT, ABSENT);
	const key = url + Limit.MARGIN;
	const written = writeSurtHost(host, url, key);
	setForm(8, key, written);
	return written;
}

/** Writes the key of the URL [start, end) to `to`. Returns its end, or `-Status`. */
function writeKey(start: i32, end: i32, to: i32): i32 {
	const colon = find(start, end, Octet.COLON);
	splitAfterScheme(colon + 1, end);
	const status = readAuthority(start, colon);
	if (status < 0) return status;
	// The answer about a host may have a margin more than its name, and copies write up to a margin beyond the key.
	const scratch = to + CrawlLimit.QUOTED_GROWTH * (end - start) + 2 * Limit.MARGIN;
	const hostEnd = writeHost(scratch);
	if (hostEnd < 0) return hostEnd;
	if (hostEnd == scratch) return fail(Status.EMPTY_HOST, Component.HOST, startOf(Component.HOST));
	const path = writePath(scratch, writeSurtHost(scratch, hostEnd, to));
	const hasQuery = isPresent(Component.QUERY) && startOf(Component.QUERY) < endOf(Component.QUERY);
	return hasQuery ? writeQuery(scratch, path) : path;
}

function writePath(scratch: i32, to: i32): i32 {
	const decoded = writeDecoded(startOf(Component.PATH), endOf(Component.PATH), scratch);
	return massagedEnd(to, writeOnce(scratch, resolvedRoot(scratch, decoded), to));
}

function writeQuery(scratch: i32, to: i32): i32 {
	const decoded = writeDecoded(startOf(Component.QUERY), endOf(Component.QUERY), scratch);
	const query = decoded + Limit.MARGIN;
	const escaped = writeOnce(scratch, decoded, query);
	lowerInPlace(query, escaped);
	return writePieces(query, escaped, to);
}
