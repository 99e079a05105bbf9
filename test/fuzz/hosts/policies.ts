/** Calls of the crawl kernel under compiled policies, and programs that are damaged. */
import { CrawlFlag } from "../../../assembly/layout/crawl-options";
import { Header } from "../../../assembly/policy/program";
import { inputFor, playInput, programsOf, workOf } from "../native/inputs";
import type { KernelPair } from "./kernel-pair";
import { type Lines, normalizeBy, text } from "./lines";
import { oddLines, withOdd } from "./odd-lines";
import type { Scene } from "./references";

let compiled: readonly Uint8Array[] | undefined;

function programs(): readonly Uint8Array[] {
	compiled ??= programsOf("crawl");
	return compiled;
}

/** Lines by any rules of the kernel, or by a program. */
function lines(pair: KernelPair, some: Lines): void {
	playInput(pair, "crawl", inputFor(pair.next, text(pair, some, 1 + pair.next(6))), programs());
}

/** Many lines, each with an odd piece, by any rules of the kernel, or by a program. */
function oddities(pair: KernelPair): void {
	const octets = Buffer.concat(oddLines(pair, 60 + pair.next(60)).flatMap((line) => [line, Uint8Array.of(0x0a)]));
	playInput(pair, "crawl", inputFor(pair.next, octets), programs());
}

/** One reference by a program. */
function single(pair: KernelPair, some: Lines): void {
	place(pair, pair.of(programs()));
	normalizeBy(pair, pair.of(["key", "both"]), CrawlFlag.POLICY, { factor: 20, more: 1024 }, some, true);
}

/** A program with a word that is changed, which is refused or runs. */
function damaged(pair: KernelPair, some: Lines): void {
	const octets = Uint8Array.from(pair.of(programs()));
	const view = new DataView(octets.buffer);
	for (let left = 1 + pair.next(2); left > 0; --left) {
		const at = 4 * pair.next(octets.length >> 2);
		const word = view.getInt32(at, true);
		if (at !== Header.WORK)
			view.setInt32(at, pair.of([0, -1, word + 1, word - 1, word ^ (1 << pair.next(31)), octets.length]), true);
	}
	if (place(pair, octets) !== 0) return;
	normalizeBy(pair, "key", CrawlFlag.POLICY, { factor: 20, more: 1024 }, some, true);
}

/** Sets a program, its checksum made right. */
function place(pair: KernelPair, program: Uint8Array): number {
	const start = pair.area(program.length + workOf(program), 64);
	pair.set(start, program);
	pair.run("fingerprint", 0, start + Header.BASE, start + program.length, start + Header.CHECKSUM);
	return pair.run("setProgram", start, program.length);
}

const ON_LINES: readonly Scene[] = [lines, single, damaged];
export const POLICIES: readonly Scene[] = [
	...ON_LINES.map(
		(scene): Scene =>
			(pair, some) =>
				scene(pair, withOdd(pair, some)),
	),
	oddities,
	oddities,
];
