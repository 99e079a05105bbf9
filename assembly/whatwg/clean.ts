/**
 * Leaf, Wasm side: how clean references begin. The typed-array side is clean.host.ts.
 *
 * A reference is *clean* if it is plain (guard.ts), its octets are in Keep.CLEAN, and the last label of its host begins with
 * a lower-case letter, so that the host is no IPv4 address (URL Standard §3.5, "ends in a number"). The URL parser followed by the
 * serializer keeps a clean reference as it is. The test is conservative: other references may be kept as well.
 *
 * ```
 *   http://www.example.com/a/b?c LF
 *   \_____/\__________|__/|      |
 *   8 octets          |   |      first special octet, by Keep.CLEAN
 *                     |   32 octets: first "/", and no octet from ":" to "`" before it
 *                     last "." before it
 * ```
 */
import { CrawlAddress, Web } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { Class } from "../octets/classes";
import { load8 } from "../octets/memory";
import { span } from "../octets/span";
import { HTTP_PREFIX, HTTPS_PREFIX, isPlain, LIFT, MAX_PLAIN, SEVEN_OCTETS, SLASH } from "../reference/guard";
import { isName } from "./web-host";

/** Constants of the loop: see specials.ts. */
const DOT: usize = memory.data<u8>([u8(Octet.DOT)]);

/**
 * Whether the reference that begins at `start` begins as clean ones do. WEB has the end of its host then. Requires: its first special octet
 * is at `end`.
 */
export function isClean(start: i32, end: i32): bool {
	if (ASC_FEATURE_SIMD) {
		const prefix = load<u64>(usize(start));
		const isHttps = i32(prefix == HTTPS_PREFIX);
		const isHttp = i32((prefix & SEVEN_OCTETS) == HTTP_PREFIX);
		const host = start + 7 + isHttps;
		const lift = v128.load8_splat(LIFT);
		const most = v128.load8_splat(MAX_PLAIN);
		const slash = v128.load8_splat(SLASH);
		const dot = v128.load8_splat(DOT);
		const octets0 = v128.load(usize(host));
		const octets1 = v128.load(usize(host), 16);
		const slashes = mask(i8x16.eq(octets0, slash), i8x16.eq(octets1, slash));
		const dots = mask(i8x16.eq(octets0, dot), i8x16.eq(octets1, dot));
		const others = mask(i8x16.gt_s(i8x16.add(octets0, lift), most), i8x16.gt_s(i8x16.add(octets1, lift), most));
		// Few hosts are longer, so this branch is predictable.
		if (slashes == 0) return ((isHttps | isHttp) & i32(others == 0)) != 0 && isLongHost(host, end);
		const before = (slashes - 1) & ~slashes;
		const label = host + 32 - clz(dots & before);
		// No branches: which of these fails is not predictable.
		const isHost = i32((others & before) == 0) & i32(host + ctz(slashes) < end);
		const result = (isHttps | isHttp) & isHost & i32(load8(label) >= Octet.LOWER_A);
		// Stored last: before `isHost`, it has Binaryen make branches of these conditions, one of them a coin toss for dirty lines.
		store<i32>(usize(CrawlAddress.WEB + Web.CLEAN_HOST_END), host + ctz(slashes));
		return result != 0;
	} else {
		if (!isPlain(start, end)) return false;
		const host = start + (load8(start + 4) == Octet.COLON ? 7 : 8);
		let hostEnd = host;
		while (load8(hostEnd) != Octet.SLASH) ++hostEnd;
		store<i32>(usize(CrawlAddress.WEB + Web.CLEAN_HOST_END), hostEnd);
		return isName(host, hostEnd);
	}
}

/** Whether "/" follows a name of 32 octets or more before `end`. Requires: its first 32 octets are of Class.PLAIN_HOST. */
function isLongHost(host: i32, end: i32): bool {
	const hostEnd = span(host + 32, end, Class.PLAIN_HOST);
	store<i32>(usize(CrawlAddress.WEB + Web.CLEAN_HOST_END), hostEnd);
	return hostEnd < end && load8(hostEnd) == Octet.SLASH && isName(host, hostEnd);
}

/** As in guard.ts. asc warns of exported functions that take vectors. */
function mask(first: v128, second: v128): i32 {
	return i8x16.bitmask(first) | (i8x16.bitmask(second) << 16);
}
