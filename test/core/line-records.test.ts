/** Records of lines and of rejected lines: a call ends where one of either has no more room, and the next one goes on from there. */
import { createNormalizer } from "urlsieve";
import { createNormalizer as createCrawler } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { Address, Cursor, LineRecord, RejectRecord } from "../../assembly/layout/addresses";
import { Flag } from "../../assembly/layout/options";
import { Status } from "../../assembly/layout/status";
import { align, crawlKernels, createKernel } from "../seams/kernels";
import { describeEngines } from "../support/engines";

/** Octets of the input and of each area after it. */
const ROOM = 4096;
const OPTIONS = createNormalizer().settings.linesWord | Flag.STREAM_START | Flag.STREAM_END;
/** A word that no record has. */
const UNTOUCHED = 0x5eed;

/** Kernels and their options: the fast paths of each know how many records there are. */
const KERNELS = {
	core: OPTIONS,
	"whatwg@1": createCrawler({ profile: "whatwg@1" }).settings.word | Flag.STREAM_START | Flag.STREAM_END,
	"w3lib@1": createCrawler({ profile: "w3lib@1" }).settings.word | Flag.STREAM_START | Flag.STREAM_END,
};

describe.each(Object.entries(KERNELS))("normalizeLines of %s", (name, options) =>
	describeEngines("its records", (engine) => {
		const kernel = name === "core" ? createKernel(engine) : crawlKernels.create(engine);
		const input = align(kernel.call.heapBase());
		const [output, records, rejects] = [1, 2, 3].map((area) => input + area * ROOM) as [number, number, number];
		kernel.reserve(rejects + ROOM);
		const cursor = (field: Cursor) => (Address.CURSOR + field) >> 2;

		/** Normalizes a text with room for so many records in each call. Returns the output of each, and what it recorded. */
		function calls(text: string, maxRecords: number, maxRejects: number) {
			const { octets, words } = kernel;
			const fields = { [Cursor.RECORDS_AT]: records, [Cursor.MAX_RECORDS]: maxRecords, [Cursor.REJECTS_AT]: rejects };
			for (const [field, value] of Object.entries({ ...fields, [Cursor.MAX_REJECTS]: maxRejects }))
				words[cursor(Number(field))] = value;
			const end = input + text.length;
			octets.set(Buffer.from(text), input);
			const all = [];
			for (
				let from = input, status = -Status.NEEDS_ROOM as number;
				status === -Status.NEEDS_ROOM;
				from = words[cursor(Cursor.CONSUMED)] as number
			) {
				words.fill(UNTOUCHED, records >> 2, (rejects + ROOM) >> 2);
				status = kernel.call.normalizeLines(options, from, end, output, records);
				const [lines, count, rejected] = [Cursor.WRITTEN, Cursor.RECORDS, Cursor.REJECTS].map(
					(field) => words[cursor(field)] as number,
				) as [number, number, number];
				expect(words[(records + count * LineRecord.SIZE) >> 2]).toBe(UNTOUCHED);
				expect(words[(rejects + rejected * RejectRecord.SIZE) >> 2]).toBe(UNTOUCHED);
				all.push([Buffer.from(octets.slice(output, lines)).toString(), count, rejected]);
			}
			return all;
		}

		it("ends a call before the line that has no record", () => {
			const lines = ["http://a/\n", "http://b/c\n", "http://d/%7Ee\n", "http://f/\n"];
			const [whole, few] = [10, 3].map((most) => calls(lines.join(""), most, 10));
			const output = whole?.[0]?.[0];
			expect(whole).toEqual([[expect.stringMatching(/^(?:.*\n){4}$/), 4, 0]]);
			expect(few?.map(([, count, rejected]) => [count, rejected])).toEqual([
				[3, 0],
				[1, 0],
			]);
			expect(few?.map(([text]) => text).join("")).toBe(output);
		});

		if (name === "core")
			it("ends a call before the rejected line that has no record", () => {
				const text = "1:\nHTTP://a\n2:\n3:\nhttp://b/\n4:";
				expect(calls(text, 10, 4)).toEqual([["1:\nhttp://a/\n2:\n3:\nhttp://b/\n4:\n", 6, 4]]);
				expect(calls(text, 10, 2)).toEqual([
					["1:\nhttp://a/\n2:\n", 3, 2],
					["3:\nhttp://b/\n4:\n", 3, 2],
				]);
			});
	}),
);
