/** A line longer than a reference can be, which goes through in pieces: as many octets at a time as the call has room for. */

import { createNormalizer } from "urlsieve";
import { expect, it } from "vitest";
import { Address, Cursor, Limit, LineRecord, RejectRecord } from "../../assembly/layout/addresses";
import { Flag } from "../../assembly/layout/options";
import { Status } from "../../assembly/layout/status";
import { isMarked, unmark } from "../../assembly/lines/line-record";
import { align, createKernel } from "../seams/kernels";
import { describeEngines } from "../support/engines";

const MAX_RECORDS = 4;
const WHOLE = createNormalizer().settings.linesWord | Flag.STREAM_END;

describeEngines("a line that is too long", (engine) => {
	const kernel = createKernel(engine);
	const records = align(kernel.call.heapBase());
	const rejects = records + MAX_RECORDS * LineRecord.SIZE;
	const output = align(rejects + MAX_RECORDS * RejectRecord.SIZE);
	const input = output + 8192;
	const cursor = (field: Cursor) => kernel.words[(Address.CURSOR + field) >> 2] as number;

	/** One call, by default inside the line: its status, what it has written, and its records, "…" after a piece that is not the last. */
	function call(text: string, room: number, { options = WHOLE, inLongLine = 1 } = {}) {
		kernel.reserve(input + text.length + Limit.MARGIN);
		kernel.octets.set(Buffer.from(text), input);
		kernel.words[(Address.CURSOR + Cursor.IN_LONG_LINE) >> 2] = inLongLine;
		kernel.words.set([records, MAX_RECORDS, rejects, MAX_RECORDS], (Address.CURSOR + Cursor.RECORDS_AT) >> 2);
		const limit = output + room + Limit.MARGIN;
		const status = kernel.call.normalizeLines(options, input, input + text.length, output, limit);
		const pieces = Array.from({ length: cursor(Cursor.RECORDS) }, (_, index) => {
			const end = kernel.words[(records + index * LineRecord.SIZE + LineRecord.INPUT_END) >> 2] as number;
			return `${unmark(end) - input}${isMarked(end) ? "…" : ""}`;
		});
		const written = Buffer.from(kernel.octets.slice(output, cursor(Cursor.WRITTEN))).toString();
		return [status, written, pieces, cursor(Cursor.CONSUMED) - input];
	}

	it("goes on as far as there is room", () => {
		const text = `${"x".repeat(25)}\r\nHTTP://A\n`;
		expect(call(text, 10)).toEqual([-Status.NEEDS_ROOM, "x".repeat(10), ["10…"], 10]);
		expect(cursor(Cursor.IN_LONG_LINE)).toBe(1);
		expect(call(text, 0)).toEqual([-Status.NEEDS_ROOM, "", [], 0]);
		expect(call(text, 4000)).toEqual([Status.OK, `${"x".repeat(25)}\nhttp://a/\n`, ["27", "36"], 36]);
		expect(cursor(Cursor.IN_LONG_LINE)).toBe(0);
	});

	it.each(["xxxx\n", "xxxx\r\n", "xxxx"])("ends with a rest that just has room, as one piece: %j", (rest) => {
		expect(call(rest, 4)).toEqual([Status.OK, "xxxx\n", [`${rest.length}`], rest.length]);
		expect(cursor(Cursor.IN_LONG_LINE)).toBe(0);
		expect(call(rest, 3)).toEqual([-Status.NEEDS_ROOM, "xxx", ["3…"], 3]);
	});

	it("begins and goes on in one call", () => {
		const text = "x".repeat(Limit.REFERENCE + 2);
		expect(call(text, 10, { inLongLine: 0 })).toEqual([-Status.NEEDS_ROOM, "x".repeat(10), ["10…"], 10]);
		expect([cursor(Cursor.LINES), cursor(Cursor.REJECTS)]).toEqual([1, 1]);
		const places = [RejectRecord.START, RejectRecord.END].map((field) => kernel.words[(rejects + field) >> 2] as number);
		expect(places.map((place) => place - input)).toEqual([0, Limit.REFERENCE]);
	});
});
