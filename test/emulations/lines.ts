/** Test lines for the emulated libraries: crawled URLs, every shape, and special cases of the profiles. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { random } from "../../bench/lists/random.mjs";
import { syntheticList } from "../../bench/lists/synthetic.mjs";
import { reference } from "../support/crawl-references";

const DIGITS = "0123456789abcdef".repeat(2);
/** Pieces that at least one profile treats specially. */
const SNIPPETS = [
	`;jsessionid=${DIGITS}`,
	`&jsessionid=${DIGITS}`,
	`?PHPSESSID=${DIGITS}&`,
	`xsid=${DIGITS}`,
	`sid=${DIGITS}&`,
	"ASPSESSIONIDABCDEFGH=ABCDEFGHIJKLMNOPQRSTUVWX",
	"cfid=1&CFTOKEN=2&",
	`/(S(${"a1".repeat(12)}))/`,
	`/(${"B2".repeat(12)})/`,
	".aspx",
	"utm_source=x&",
	"&u%74m_a",
	..."%25 %2541 %252525 %2f %3F %23 %3b %26 %3D %2B %5c %c3%a9 %FF %zz % + = & && ; ;a=b ? ?? # #! / // /./ /.. /../ \\ | ^ ~ ! ' \" < > { } [ ] ` , $ * ( )".split(
		" ",
	),
	..."www. www12. www1a. . .. : :80 :443 :00 :0443 :65536 @ u:p@ u%41@ [::1] [::ffff:1.2.3.4] 0x7f.1 017.0.0.1 1.2.3 4294967297 256.1".split(
		" ",
	),
	..."HTTP: http:// https:// http:/ ftp:// x: dns: filedesc mailto: é ß ς \u200d 例 \ufeff \u00a0 \u3000 \u0085 \u2100 😀".split(
		" ",
	),
	" ",
	"\t",
	"\v",
	"\0",
	"\x1f",
];

/** References with one to four of the pieces in random places, some with octets that are not UTF-8. */
function damaged(lines: readonly string[], count: number, seed: number): string[] {
	const next = random(seed);
	return Array.from({ length: count }, () => {
		let line = lines[next(lines.length)] as string;
		for (let left = 1 + next(4); left > 0; --left) {
			const at = next(line.length + 1);
			const snippet = next(30) === 0 ? String.fromCharCode(128 + next(128)) : latin1(SNIPPETS[next(SNIPPETS.length)] as string);
			line = line.slice(0, at) + snippet + line.slice(at + (next(3) === 0 ? next(4) : 0));
		}
		return line;
	});
}

/** `count` lines, one octet per code unit, determined by the seed. */
export function generatedLines(count: number, seed: number): string[] {
	const third = Math.ceil(count / 3);
	const crawled = Buffer.from(syntheticList(third, seed).octets).toString("latin1").split("\n", third);
	const shaped = fc.sample(reference, { numRuns: third, seed }).map(latin1);
	return [...crawled, ...shaped, ...damaged([...crawled, ...shaped], count - 2 * third, seed)].map((line) =>
		line.replace(/[\r\n]/g, ""),
	);
}

/** At most `count` real lines, sampled at regular intervals from the lists in a folder; none without the folder. */
export function realLines(count: number, folder: string): string[] {
	const names = ["urls_100k_open.txt", "reddit_outbound_urls.txt.gz", "homepages.txt"].filter((name) =>
		existsSync(join(folder, name)),
	);
	return names.flatMap((name, index) => {
		const octets = readFileSync(join(folder, name));
		const lines = (name.endsWith(".gz") ? gunzipSync(octets) : octets).toString("latin1").trimEnd().split(/\r?\n/);
		// Half come from the first list, the most diverse one.
		const wanted = Math.floor(count / [2, 3, 6][index]!);
		const step = Math.max(1, Math.floor(lines.length / wanted));
		return lines.filter((_, at) => at % step === 0).slice(0, wanted);
	});
}

function latin1(text: string): string {
	return Buffer.from(text).toString("latin1");
}
