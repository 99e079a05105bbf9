/** Calls on lines that have been normalized: their fingerprints, the fresh ones, their parts, a column. */
import { Limit, LineRecord, MARK_SIZE } from "../../../../assembly/layout/addresses";
import { Routing } from "../../../../assembly/lines/route";
import { FINGERPRINT_SIZE } from "../../../../assembly/seen/fingerprint";
import type { KernelPair } from "./kernel-pair";
import type { Written } from "./lines";

/** Makes the fingerprints of lines, and then one of the others. */
export function useLines(pair: KernelPair, written: Written, canGather: boolean): void {
	const { records, count, output } = written;
	const prints = pair.area(count * FINGERPRINT_SIZE + 4, 4);
	const [key] = pair.put(pair.random(16));
	pair.run("fingerprintLines", key, records, count, output, prints);
	pair.same("fingerprintLines", prints, prints + count * FINGERPRINT_SIZE);
	pair.same("fingerprintLines, line records", records, records + count * LineRecord.SIZE);
	const use = pair.next(canGather ? 4 : 3);
	if (use === 3) gather(pair, written);
	else if (use === 2) route(pair, written, prints, key);
	else fresh(pair, written, use === 0);
}

function fresh(pair: KernelPair, { records, count, output, outputEnd, input, inputEnd }: Written, isOriginal: boolean): void {
	const marks = pair.putWords(Array.from({ length: count + 2 }, () => pair.of([-1, -1, 0, pair.next(1000)])));
	const to = pair.area(outputEnd - output + inputEnd - input + 2 + Limit.MARGIN);
	const end = isOriginal
		? pair.run("writeFreshOriginals", records, count, marks, input, output, to)
		: pair.run("writeFreshLines", records, count, marks, output, to);
	pair.same("fresh lines", to, end);
}

function route(
	pair: KernelPair,
	{ records, count, output, outputEnd, input, inputEnd }: Written,
	prints: number,
	key: number,
): void {
	const parts = pair.of([1, 2, 3, 7, 64, Routing.MAX_PARTS]);
	const routing = pair.area(Routing.SPANS + Routing.SPAN_SIZE * parts, 4);
	const to = pair.area(outputEnd - output + inputEnd - input + count + Routing.GAP * parts + Limit.MARGIN);
	for (const [field, value] of [
		[Routing.PARTS, parts],
		[Routing.KEY, key],
		[Routing.TO, to],
		[Routing.IN_LONG_LINE, pair.next(8) === 0 ? 1 : 0],
	] as const)
		pair.setWord(routing + field, value);
	pair.run("routeLines", records, count, prints, input, output, routing);
	pair.sameWords("routeLines, IN_LONG_LINE", routing, Routing.IN_LONG_LINE);
	for (let part = 0; part < parts; ++part) {
		const span = routing + Routing.SPANS + Routing.SPAN_SIZE * part;
		pair.same("routeLines, a span", span, span + Routing.SPAN_SIZE);
		pair.same("routeLines, a part", pair.word(span), pair.word(span + 4));
	}
}

function gather(pair: KernelPair, { records, count, output, outputEnd }: Written): void {
	const ends = pair.area(count * MARK_SIZE + 4, 4);
	const to = pair.area(outputEnd - output + Limit.MARGIN);
	const end = pair.run("gather", records, records + count * LineRecord.SIZE, output, to, ends, pair.next(100) - 50);
	pair.same("gather, values", to, end);
	pair.same("gather, ends", ends, ends + count * MARK_SIZE);
}
