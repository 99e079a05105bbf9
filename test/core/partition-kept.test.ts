/** The third pass over a long list: which lines the kernel writes, how, and how much room it takes. */

import { createNormalizer } from "urlsieve";
import { expect, it } from "vitest";
import { Address, Cursor, Limit, LineRecord, RejectRecord } from "../../assembly/layout/addresses";
import { Flag } from "../../assembly/layout/options";
import { Status } from "../../assembly/layout/status";
import { Fate, Kept, PartitionAddress, Print } from "../../assembly/partition/layout";
import { align, createListKernel } from "../seams/kernels";
import { describeEngines } from "../support/engines";

const [NORMALIZE, DROP, COPY] = [Fate.NORMALIZE, Fate.DROP, Fate.COPY] as const;
const MAX_RECORDS = 8;
const WHOLE = createNormalizer().settings.linesWord | Flag.STREAM_END;
const LONG = "x".repeat(2 * Limit.WINDOW);
const TOO_LONG = `${"x".repeat(Limit.REFERENCE + 1)}\n`;

/** Arguments of a call besides the text. */
interface Call {
	readonly fates: readonly Fate[];
	readonly print?: Print;
	readonly options?: number;
	readonly room?: number;
	readonly maxLines?: number;
}

describeEngines("lines that are kept", (engine) => {
	const kernel = createListKernel(engine);
	const map = align(kernel.call.heapBase());
	const lineEnds = map + 64;
	const records = lineEnds + 4 * (Limit.WINDOW + 2);
	const rejects = records + MAX_RECORDS * LineRecord.SIZE;
	const output = align(rejects + MAX_RECORDS * RejectRecord.SIZE);
	const input = output + 262144;
	kernel.reserve(input + TOO_LONG.length + Limit.MARGIN);
	const { octets, words } = kernel;

	/** One call: its status, what it has written, and how many lines and octets it has taken. */
	function call(text: string, { fates, print = Print.NORMALIZED, options = WHOLE, room = 200_000, maxLines = 100 }: Call) {
		const end = input + Buffer.byteLength(text);
		octets.set(Buffer.from(text), input);
		octets.fill(0, map, map + 64);
		for (const [line, fate] of fates.entries())
			octets[map + (line >> 2)] = (octets[map + (line >> 2)] as number) | (fate << (2 * (line & 3)));
		for (const [field, value] of [
			[Kept.MAP, map],
			[Kept.FIRST, 0],
			[Kept.MAX_LINES, maxLines],
			[Kept.PRINT, print],
			[Kept.LINE_ENDS, lineEnds],
		] as const)
			words[(PartitionAddress.KEPT + field) >> 2] = value;
		const cursor = (field: Cursor) => words[(Address.CURSOR + field) >> 2] as number;
		words[(Address.CURSOR + Cursor.IN_LONG_LINE) >> 2] = 0;
		words.fill(0, records >> 2, rejects >> 2);
		words.set([records, MAX_RECORDS, rejects, MAX_RECORDS], (Address.CURSOR + Cursor.RECORDS_AT) >> 2);
		const status = kernel.call.writeKeptLines(options, input, end, output, output + room);
		const written = Buffer.from(octets.slice(output, cursor(Cursor.WRITTEN))).toString();
		return [status, written, cursor(Cursor.LINES), cursor(Cursor.CONSUMED) - input];
	}

	it.each([
		["in normal form", Print.NORMALIZED, "http://a/\nHTTP://c\nhttp://d/\n"],
		["as they came, without their line ends", Print.ORIGINAL, "HTTP://a\nHTTP://c\nHTTP://d\n"],
		["as they came", Print.RAW, "HTTP://a\r\nHTTP://c\nHTTP://d\n"],
	])("are written %s", (_, print, written) => {
		const text = "HTTP://a\r\nHTTP://b\nHTTP://c\nHTTP://d";
		expect(call(text, { fates: [NORMALIZE, DROP, COPY, NORMALIZE], print })).toEqual([Status.OK, written, 4, text.length]);
	});

	it("wait for their line ends, unless no more input follows", () => {
		for (const [text, first] of [
			["a:b\nHTTP://a", 4],
			[`${LONG}\n${LONG}`, LONG.length + 1],
		] as const) {
			const fates = [COPY, COPY];
			const options = WHOLE & ~Flag.STREAM_END;
			expect(call(text, { fates, options, print: Print.RAW })).toEqual([Status.OK, text.slice(0, first), 1, first]);
			expect(call(text, { fates, print: Print.RAW })).toEqual([Status.OK, `${text}\n`, 2, text.length]);
		}
	});

	it("take a margin more than they have octets", () => {
		for (const text of ["a:b\n", "a:b", `${LONG}\n`, LONG]) {
			const needed = text.length + (text.endsWith("\n") ? 0 : 1) + Limit.MARGIN;
			const status = (room: number) => call(text, { fates: [COPY], print: Print.RAW, room }).slice(0, 2);
			expect(status(needed - 1)).toEqual([-Status.NEEDS_ROOM, ""]);
			expect(status(needed)).toEqual([Status.OK, text.endsWith("\n") ? text : `${text}\n`]);
		}
	});

	it("are as many as the map has, and as many of them normalized as there are records", () => {
		const text = "HTTP://a\n".repeat(12);
		const most = { fates: Array.from({ length: 12 }, () => NORMALIZE) };
		expect(call(text, { ...most, maxLines: 3 })).toEqual([-Status.NEEDS_ROOM, "http://a/\n".repeat(3), 3, 27]);
		expect(call(text.trimEnd(), { fates: [], maxLines: 0 })).toEqual([-Status.NEEDS_ROOM, "", 0, 0]);
		expect(call(text, most)).toEqual([-Status.NEEDS_ROOM, "http://a/\n".repeat(MAX_RECORDS), MAX_RECORDS, 9 * MAX_RECORDS]);
	});

	it("are written in pieces if they are too long, in any way of printing", () => {
		for (const print of [Print.NORMALIZED, Print.ORIGINAL]) {
			const result = call(TOO_LONG, { fates: [NORMALIZE], print, room: 100 + Limit.MARGIN });
			expect(result).toEqual([-Status.NEEDS_ROOM, "x".repeat(100), 1, 100]);
		}
	});

	it("are listed a window at a time, however short they are", () => {
		const text = "\n".repeat(Limit.WINDOW + 100);
		const result = [-Status.NEEDS_ROOM, "\n".repeat(200), 200, 200];
		expect(call(text, { fates: [], print: Print.RAW, maxLines: 200 })).toEqual(result);
		// The records follow the list.
		expect(words.subarray(records >> 2, rejects >> 2).every((word) => word === 0)).toBe(true);
	});

	it("are counted with one that has no line end, if no more input follows", () => {
		const count = (text: string, options: number) => {
			octets.fill(0, input);
			// A line end that follows is not counted.
			if (options === 0) octets[input + 5 * Limit.WINDOW] = 10;
			octets.set(Buffer.from(text), input);
			return kernel.call.countLines(options, input, input + text.length);
		};
		octets[input - 1] = 120;
		const texts = ["", "a", "a\n", "a\nb", "\n\n", `${LONG}\n${LONG}`];
		expect(texts.map((text) => count(text, Flag.STREAM_END))).toEqual([0, 1, 1, 2, 2, 2]);
		expect(texts.map((text) => count(text, 0))).toEqual([0, 0, 1, 1, 2, 1]);
	});
});
