/** Calls on lines that have been normalized: their fingerprints, the fresh ones, their parts, a column. */
import { Limit, LineRecord, MARK_SIZE } from "../../../assembly/layout/addresses";
import { Routing } from "../../../assembly/lines/route";
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import type { Written } from "./lines";
import type { Twin } from "./twin";

/** Makes the fingerprints of lines, and then one of the others. */
export function useLines(twin: Twin, written: Written, canGather: boolean): void {
	const { records, count, output } = written;
	const prints = twin.area(count * FINGERPRINT_SIZE + 4, 4);
	const [key] = twin.put(twin.random(16));
	twin.run("fingerprintLines", key, records, count, output, prints);
	twin.same("fingerprintLines", prints, prints + count * FINGERPRINT_SIZE);
	twin.same("fingerprintLines, line records", records, records + count * LineRecord.SIZE);
	const use = twin.next(canGather ? 4 : 3);
	if (use === 3) gather(twin, written);
	else if (use === 2) route(twin, written, prints, key);
	else fresh(twin, written, use === 0);
}

function fresh(twin: Twin, { records, count, output, outputEnd, input, inputEnd }: Written, isOriginal: boolean): void {
	const marks = twin.putWords(Array.from({ length: count + 2 }, () => twin.of([-1, -1, 0, twin.next(1000)])));
	const to = twin.area(outputEnd - output + inputEnd - input + 2 + Limit.MARGIN);
	const end = isOriginal
		? twin.run("writeFreshOriginals", records, count, marks, input, output, to)
		: twin.run("writeFreshLines", records, count, marks, output, to);
	twin.same("fresh lines", to, end);
}

function route(twin: Twin, { records, count, output, outputEnd, input, inputEnd }: Written, prints: number, key: number): void {
	const parts = twin.of([1, 2, 3, 7, 64, Routing.MAX_PARTS]);
	const routing = twin.area(Routing.SPANS + Routing.SPAN_SIZE * parts, 4);
	const to = twin.area(outputEnd - output + inputEnd - input + count + Routing.GAP * parts + Limit.MARGIN);
	for (const [field, value] of [
		[Routing.PARTS, parts],
		[Routing.KEY, key],
		[Routing.TO, to],
		[Routing.IN_LONG_LINE, twin.next(8) === 0 ? 1 : 0],
	] as const)
		twin.setWord(routing + field, value);
	twin.run("routeLines", records, count, prints, input, output, routing);
	twin.sameWords("routeLines, IN_LONG_LINE", routing, Routing.IN_LONG_LINE);
	for (let part = 0; part < parts; ++part) {
		const span = routing + Routing.SPANS + Routing.SPAN_SIZE * part;
		twin.same("routeLines, a span", span, span + Routing.SPAN_SIZE);
		twin.same("routeLines, a part", twin.word(span), twin.word(span + 4));
	}
}

function gather(twin: Twin, { records, count, output, outputEnd }: Written): void {
	const ends = twin.area(count * MARK_SIZE + 4, 4);
	const to = twin.area(outputEnd - output + Limit.MARGIN);
	const end = twin.run("gather", records, records + count * LineRecord.SIZE, output, to, ends, twin.next(100) - 50);
	twin.same("gather, values", to, end);
	twin.same("gather, ends", ends, ends + count * MARK_SIZE);
}
