/** Calls on lines that have been normalized: some of their parts, the fresh ones, and those of each part of a partition. */
import { Limit, LineRecord } from "../../../../assembly/layout/addresses";
import { Part, partRoom } from "../../../../assembly/layout/parts";
import { Routing } from "../../../../assembly/lines/route";
import { FINGERPRINT_SIZE } from "../../../../assembly/seen/fingerprint";
import type { KernelPair } from "./kernel-pair";

/** Lines that have been normalized: the places of their records, their input and their output. */
export interface Written {
	readonly records: number;
	readonly count: number;
	readonly input: number;
	readonly inputEnd: number;
	readonly output: number;
	readonly outputEnd: number;
}

const PARTS = [Part.SCHEME, Part.HOST, Part.PORT, Part.PATH, Part.QUERY, Part.FRAGMENT, Part.POLITENESS];
/** Shapes need twelve times the room: they are made of short outputs. */
const MAX_SHAPED = 1000;

/** Writes some parts of lines. Octets that stand for no part are among them. */
function writeParts(pair: KernelPair, { records, count, output, outputEnd }: Written): void {
	const known = outputEnd - output > MAX_SHAPED ? PARTS : [...PARTS, Part.SHAPE];
	const parts = Array.from({ length: pair.next(Part.MAX + 1) }, () => pair.of(known));
	const word = parts.reduce((sum, part, place) => sum | (part << (Part.BITS * place)), 0);
	const to = pair.area(parts.length * (partRoom(word, outputEnd - output) + count));
	pair.same("writeParts", to, pair.run("writeParts", records, count, output, word, to));
	// Any octets have a shape, lines together too.
	const end = Math.min(outputEnd, output + pair.next(MAX_SHAPED));
	const shape = pair.area(partRoom(Part.SHAPE, end - output));
	pair.same("shape", shape, pair.run("shape", output, end, shape));
}

/** Writes the lines that some marks call fresh, as they were written or read. */
function writeFresh(pair: KernelPair, { records, count, output, outputEnd, input, inputEnd }: Written): void {
	const marks = pair.putWords(Array.from({ length: count + 2 }, () => pair.of([-1, -1, 0, pair.next(1000)])));
	const to = pair.area(outputEnd - output + inputEnd - input + Limit.MARGIN);
	const end = pair.of([
		() => pair.run("writeFreshOriginals", records, count, marks, input, output, to),
		() => pair.run("writeFreshLines", records, count, marks, output, to),
	])();
	pair.same("fresh lines", to, end);
}

/** Makes the fingerprints of lines, and routes the lines by them. */
function route(pair: KernelPair, { records, count, output, outputEnd, input, inputEnd }: Written): void {
	const prints = pair.area(count * FINGERPRINT_SIZE, 4);
	const [key] = pair.put(pair.random(FINGERPRINT_SIZE));
	pair.run("fingerprintLines", key, records, count, output, prints);
	pair.same("fingerprintLines", prints, prints + count * FINGERPRINT_SIZE);
	pair.same("fingerprintLines, line records", records, records + count * LineRecord.SIZE);
	const parts = pair.of([1, 2, 3, 64, Routing.MAX_PARTS]);
	const routing = pair.area(Routing.SPANS + Routing.SPAN_SIZE * parts, 4);
	const to = pair.area(outputEnd - output + inputEnd - input + count + Routing.GAP * parts + Limit.MARGIN);
	pair.setWords(routing, [
		[Routing.PARTS, parts],
		[Routing.KEY, key],
		[Routing.TO, to],
		[Routing.IN_LONG_LINE, pair.of([0, 0, 1])],
	]);
	pair.run("routeLines", records, count, prints, input, output, routing);
	pair.sameWords("routeLines, IN_LONG_LINE", routing, Routing.IN_LONG_LINE);
	for (
		let span = routing + Routing.SPANS;
		span < routing + Routing.SPANS + Routing.SPAN_SIZE * parts;
		span += Routing.SPAN_SIZE
	) {
		pair.same("routeLines, a span", span, span + Routing.SPAN_SIZE);
		pair.same("routeLines, a part", pair.word(span), pair.word(span + 4));
	}
}

/** Calls one of them, or none. */
export function useWritten(pair: KernelPair, written: Written): void {
	pair.of([writeParts, writeFresh, route, () => undefined])(pair, written);
}
