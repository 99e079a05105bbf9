/** Calls on single references, and lines by the rules of the core or of the crawl kernel. */
import { ABSENT, Address, Limit } from "../../../../assembly/layout/addresses";
import { texts } from "../texts";
import type { KernelPair } from "./kernel-pair";
import {
	fingerprint,
	type Lines,
	normalizeBy,
	normalizeLinesBy,
	normalizeTightly,
	place,
	type Scene,
	someLine,
	spread,
	text,
} from "./lines";
import { onOdd } from "./odd-lines";

/** The documented bits of options, those of the base and of lines apart. */
const CORE_OPTIONS = [0, 255, 16383, 65536, 131072 + 16383, 16777216 + 16383, 33554432 + 255, 50331648 + 16383, 65536 + 16383];
const LINE_OPTIONS = [0, 262144, 524288, 1048576, 2097152, 3145728, 4194304];
const CRAWL_OPTIONS = [0, 16, 32, 48, 64, 128 + 64, 65536, 131072];
const EXPRESSIONS = [48 + 256, 48 + 512, 48 + 512 + 3 * 2048, 48 + 256 + 1024];
const RESOLVE = 8388608;
/** References that bases of other editions read in another way: with the scheme of the base, excess dots, no path. */
const RELATIVES = texts(
	"http:g HTTP:../g http: x:b x:../../b?c file:b ../../../g /../g /a/../.. ∅ ?y g?a/../b ./../ a/../../b/.",
);
/** References that are short, so that one octet decides. */
export const SHORT = texts(
	`ftp://h/A ftp://h/a;type=A ftp:A x:./a x:../a x:.a x:. urn:A:b urn:A-:b urn:-A:b urn:${"A".repeat(32)}:b urn:${"A".repeat(33)}:b ` +
		"tel:1 tel:+1-2;b=1;a=%41;phone-context=X.a tel:1;=2;a data:A$Bc/%C3D;BASE64,x x://h:1/ x://A%c3%a9B%7e/ http://[v1-a]/ " +
		"http://[fe80::1%25A%62]:80 http://a..b./ http://1.2.3.04/ mailto:A@B.c?To=D%40e&subject=%7e http: // [ a:b@:1",
).map((text) => Buffer.from(text));
const CORE_ROOM = { factor: Limit.GROWTH, more: Limit.SLACK };
const CRAWL_ROOM = { factor: 20, more: 1024 };
const EXPRESSION_ROOM = { factor: 120, more: 8192 };

function setBase(pair: KernelPair, lines: Lines): number | undefined {
	const base =
		pair.next(2) === 0
			? Buffer.from(pair.of(["http://a/b/c/d;p?q", "x:a/b", "file:///a", "http://h", "x:/a/../b?y"]))
			: someLine(pair, lines);
	const [start, end] = pair.put(base);
	if (pair.run("setBase", pair.next(64), start, end) === 0) return end - start;
	pair.sameWords("setBase, the error", Address.FAILURE, 0, 4);
	return undefined;
}

export const CORE: readonly Scene[] = [
	(pair, lines) => {
		if (pair.run("parse", pair.of(CORE_OPTIONS), ...place(pair, someLine(pair, lines))) === 0) {
			for (let at: number = Address.RECORD; at < Address.RECORD + 64; at += 8) {
				// The end of an absent component is undefined.
				pair.same("parse, RECORD", at, at + (pair.word(at) === ABSENT ? 4 : 8));
			}
		}
	},
	(pair, lines) => {
		normalizeBy(pair, "normalize", pair.of(CORE_OPTIONS), CORE_ROOM, pair.next(6) === 0 ? SHORT : lines, false);
	},
	(pair, lines) => {
		const base = setBase(pair, lines);
		if (base === undefined) return;
		const line = pair.next(2) === 0 ? someLine(pair, lines) : Buffer.from(pair.of(RELATIVES));
		const to = pair.area(CORE_ROOM.factor * line.length + CORE_ROOM.more + base);
		const end = pair.run("resolve", ...place(pair, line), to);
		if (end > 0) pair.same("resolve", to, end);
		else pair.sameWords("resolve, the error", Address.FAILURE, 0, 4);
	},
	fingerprint,
	spread,
	(pair, lines) => {
		const options = pair.of(CORE_OPTIONS) | pair.of(LINE_OPTIONS) | pair.of([0, 3145728]);
		const octets = text(pair, lines, 1 + pair.next(pair.of([6, 6, 40])));
		normalizeTightly(pair, octets, { options, room: CORE_ROOM, isCrawl: false });
	},
	(pair, lines) => {
		const base = pair.next(4) === 0 ? setBase(pair, lines) : undefined;
		const options = pair.of(CORE_OPTIONS) | pair.of([0, 262144, 524288]) | 3145728 | (base === undefined ? 0 : RESOLVE);
		const count = pair.of([3, 20, 100]);
		normalizeLinesBy(pair, lines, count, { options, room: CORE_ROOM, isCrawl: false, base: base ?? 0 });
	},
];

const CRAWL_LINES: readonly Scene[] = [
	(pair, lines) => normalizeBy(pair, pair.of(["normalize", "key", "both"]), pair.of(CRAWL_OPTIONS), CRAWL_ROOM, lines, true),
	(pair, lines) => normalizeBy(pair, "normalize", pair.of(EXPRESSIONS), EXPRESSION_ROOM, lines, true),
	fingerprint,
	spread,
	(pair, lines) => {
		const options = pair.of(CRAWL_OPTIONS) | pair.of([0, 262144, 524288, 2, 4, 12]);
		const octets = text(pair, lines, 1 + pair.next(pair.of([6, 6, 40])));
		normalizeTightly(pair, octets, { options, room: CRAWL_ROOM, isCrawl: true });
	},
	(pair, lines) => {
		const options = pair.of(CRAWL_OPTIONS) | pair.of([0, 524288]) | 3145728 | pair.of([0, 2, 4, 12]);
		normalizeLinesBy(pair, lines, pair.of([3, 20, 60]), { options, room: CRAWL_ROOM, isCrawl: true });
	},
	(pair, lines) => {
		const [start, end] = pair.put(someLine(pair, lines));
		const to = pair.area(32);
		pair.run("sha256", start, end, to);
		pair.same("sha256", to, to + 32);
	},
];

export const CRAWL: readonly Scene[] = CRAWL_LINES.map(onOdd);
