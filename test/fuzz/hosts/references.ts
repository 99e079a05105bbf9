/** Calls on single references, and lines by the rules of the core or of the crawl kernel. */
import { ABSENT, Address, Limit } from "../../../assembly/layout/addresses";
import { useLines } from "./after-lines";
import { fingerprint, type Lines, normalizeBy, normalizeLinesBy, normalizeTightly, place, someLine, spread } from "./lines";
import type { Twin } from "./twin";

/** Calls that belong together, on areas of their own. */
export type Scene = (twin: Twin, lines: Lines) => void;

/** The documented bits of options, those of the base and of lines apart. */
const CORE_OPTIONS = [0, 255, 16383, 65536, 131072 + 16383, 16777216 + 16383, 33554432 + 255, 50331648 + 16383, 65536 + 16383];
const LINE_OPTIONS = [0, 262144, 524288, 1048576, 2097152, 3145728, 4194304];
const CRAWL_OPTIONS = [0, 16, 32, 48, 64, 128 + 64, 65536, 131072];
const EXPRESSIONS = [48 + 256, 48 + 512, 48 + 512 + 3 * 2048, 48 + 256 + 1024];
const RESOLVE = 8388608;
/** References that bases of other editions read in another way: with the scheme of the base, excess dots, no path. */
const RELATIVES = [
	"http:g",
	"HTTP:../g",
	"http:",
	"x:b",
	"x:../../b?c",
	"file:b",
	"../../../g",
	"/../g",
	"/a/../..",
	"",
	"?y",
	"g?a/../b",
	"./../",
	"a/../../b/.",
];
const KEEP_MASK = 262144;
const CORE_ROOM = { factor: Limit.GROWTH, more: Limit.SLACK };
const CRAWL_ROOM = { factor: 20, more: 1024 };
const EXPRESSION_ROOM = { factor: 120, more: 8192 };

function setBase(twin: Twin, lines: Lines): number | undefined {
	const base =
		twin.next(2) === 0
			? Buffer.from(twin.of(["http://a/b/c/d;p?q", "x:a/b", "file:///a", "http://h", "x:/a/../b?y"]))
			: someLine(twin, lines);
	const [start, end] = twin.put(base);
	return twin.run("setBase", twin.next(64), start, end) < 0 ? undefined : end - start;
}

export const CORE: readonly Scene[] = [
	(twin, lines) => {
		if (twin.run("parse", twin.of(CORE_OPTIONS), ...place(twin, someLine(twin, lines))) === 0) {
			for (let at: number = Address.RECORD; at < Address.RECORD + 64; at += 8) {
				// The end of an absent component is undefined.
				twin.same("parse, RECORD", at, at + (twin.word(at) === ABSENT ? 4 : 8));
			}
		}
	},
	(twin, lines) => normalizeBy(twin, "normalize", twin.of(CORE_OPTIONS), CORE_ROOM, lines, false),
	(twin, lines) => {
		const base = setBase(twin, lines);
		if (base === undefined) return;
		const line = twin.next(2) === 0 ? someLine(twin, lines) : Buffer.from(twin.of(RELATIVES));
		const to = twin.area(CORE_ROOM.factor * line.length + CORE_ROOM.more + base);
		const end = twin.run("resolve", ...place(twin, line), to);
		if (end > 0) twin.same("resolve", to, end);
	},
	fingerprint,
	spread,
	(twin, lines) => {
		const options = twin.of(CORE_OPTIONS) | twin.of(LINE_OPTIONS) | twin.of([0, 3145728]);
		normalizeTightly(twin, lines, { options, room: CORE_ROOM, isCrawl: false, count: 1 + twin.next(twin.of([6, 6, 40])) });
	},
	(twin, lines) => {
		const base = twin.next(4) === 0 ? setBase(twin, lines) : undefined;
		const options = twin.of(CORE_OPTIONS) | twin.of([0, 262144, 524288]) | 3145728 | (base === undefined ? 0 : RESOLVE);
		const count = twin.of([3, 20, 100]);
		const written = normalizeLinesBy(twin, lines, { options, room: CORE_ROOM, isCrawl: false, count, base: base ?? 0 });
		useLines(twin, written, (options & KEEP_MASK) === 0);
	},
];

export const CRAWL: readonly Scene[] = [
	(twin, lines) => normalizeBy(twin, twin.of(["normalize", "key", "both"]), twin.of(CRAWL_OPTIONS), CRAWL_ROOM, lines, true),
	(twin, lines) => normalizeBy(twin, "normalize", twin.of(EXPRESSIONS), EXPRESSION_ROOM, lines, true),
	fingerprint,
	spread,
	(twin, lines) => {
		const options = twin.of(CRAWL_OPTIONS) | twin.of([0, 262144, 524288, 2, 4, 12]);
		normalizeTightly(twin, lines, { options, room: CRAWL_ROOM, isCrawl: true, count: 1 + twin.next(twin.of([6, 6, 40])) });
	},
	(twin, lines) => {
		const options = twin.of(CRAWL_OPTIONS) | twin.of([0, 524288]) | 3145728 | twin.of([0, 2, 4, 12]);
		const written = normalizeLinesBy(twin, lines, { options, room: CRAWL_ROOM, isCrawl: true, count: twin.of([3, 20, 60]) });
		useLines(twin, written, true);
	},
	(twin, lines) => {
		const [start, end] = twin.put(someLine(twin, lines));
		const to = twin.area(32);
		twin.run("sha256", start, end, to);
		twin.same("sha256", to, to + 32);
	},
];
