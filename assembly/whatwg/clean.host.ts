/** Leaf, typed-array side: how clean references begin. clean.ts, the Wasm side, defines clean. */
import { CrawlAddress, Web } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { Class } from "../octets/classes";
import { load8, load32, store32 } from "../octets/memory";
import { span } from "../octets/span";
import { prefixLength } from "../reference/web-words";
import { isName } from "./web-host";

export function isClean(start: i32, end: i32): bool {
	const length = prefixLength(load32(start), load32(start + 4));
	if (length === 0) return false;
	const host = start + length;
	const hostEnd = span(host, end, Class.PLAIN_HOST);
	store32(CrawlAddress.WEB + Web.CLEAN_HOST_END, hostEnd);
	return hostEnd > host && load8(hostEnd) === Octet.SLASH && isName(host, hostEnd);
}
