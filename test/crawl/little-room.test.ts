/** Lines in calls that have room for a part of them: the forms are those of one call, and no octet is written beyond the room. */
import { expect, it } from "vitest";
import { Address, Cursor, Limit } from "../../assembly/layout/addresses";
import { CrawlLimit } from "../../assembly/layout/crawl-addresses";
import { CrawlFlag } from "../../assembly/layout/crawl-options";
import { Flag } from "../../assembly/layout/options";
import { Status } from "../../assembly/layout/status";
import type { Kernel } from "../seams/kernels";
import { align, type CrawlFunctions, crawlKernels, programOf } from "../seams/kernels";
import { describeCrawlEngines } from "../support/crawl-engines";
import { kernelWith } from "../support/program-host";

/** Octets beyond the room, which no call may change. */
const BEYOND = Buffer.alloc(8192, 0xa5);
const MAX_RECORDS = 64;

/** Lines that only the slow path takes, with nine octets for each that is ill-formed, and lines of the fast path, which triple. */
const [ILL_FORMED, FAST] = [26, 32];
const TEXT = Buffer.concat([
	...Array.from({ length: ILL_FORMED }, () =>
		Buffer.concat([Buffer.from("http://h/"), Buffer.alloc(90, 0xff), Buffer.from("\n")]),
	),
	...Array.from({ length: FAST }, () => Buffer.from(`http://h/${"\u00e9".repeat(80)}\n`)),
]);
const FORMS = [
	...Array.from({ length: ILL_FORMED }, () => `http://h/${"%EF%BF%BD".repeat(90)}`),
	...Array.from({ length: FAST }, () => `http://h/${"%C3%A9".repeat(80)}`),
];

/**
 * Writes the lines, which are at `from` or above, in calls with `room` octets and records. Returns what they write, and how many calls it
 * takes.
 */
function written(
	kernel: Kernel<CrawlFunctions>,
	options: number,
	room: number,
	from = 0,
	lines = TEXT,
	maxRecords = MAX_RECORDS,
) {
	const input = align(Math.max(kernel.call.heapBase(), from));
	const records = align(input + lines.length + Limit.MARGIN);
	const output = records + 64 * MAX_RECORDS;
	kernel.reserve(output + room + BEYOND.length);
	const { octets, words } = kernel;
	octets.set(lines, input);
	const cursor = (field: Cursor, value?: number) => {
		if (value !== undefined) words[(Address.CURSOR + field) >> 2] = value;
		return words[(Address.CURSOR + field) >> 2] as number;
	};
	cursor(Cursor.IN_LONG_LINE, 0);
	const end = input + lines.length;
	const pieces: string[] = [];
	let calls = 0;
	for (let start = input, status = -1; status !== Status.OK; start = cursor(Cursor.CONSUMED)) {
		cursor(Cursor.RECORDS_AT, records);
		cursor(Cursor.MAX_RECORDS, maxRecords);
		cursor(Cursor.REJECTS_AT, records + 8 * MAX_RECORDS);
		cursor(Cursor.MAX_REJECTS, MAX_RECORDS);
		octets.set(BEYOND, output + room);
		status = kernel.call.normalizeLines(options | Flag.STREAM_END, start, end, output, output + room);
		expect([BEYOND.compare(octets, output + room, output + room + BEYOND.length), status]).toEqual([
			0,
			status === 0 ? 0 : -Status.NEEDS_ROOM,
		]);
		pieces.push(Buffer.from(octets.subarray(output, cursor(Cursor.WRITTEN))).toString());
		expect(++calls).toBeLessThan(2 * FORMS.length);
	}
	return { text: pieces.join(""), calls };
}

describeCrawlEngines("lines that grow most", (engine) => {
	const kernel = crawlKernels.create(engine);

	// The fast path relies on room for the rest of its window, which the slow path may have taken.
	it("stay within the room of a call, and come all the same", () => {
		for (const isBoth of [false, true]) {
			const text = FORMS.map((form) => (isBoth ? `${form}\t${form}\n` : `${form}\n`)).join("");
			for (const room of [1 << 18, Limit.GROWTH * Limit.WINDOW + Limit.SLACK, 20_000]) {
				const { text: result, calls } = written(kernel, isBoth ? CrawlFlag.BOTH : 0, room);
				expect([result === text, calls > 1]).toEqual([true, room < text.length]);
			}
		}
	});

	// A rule on the query needs scratch after the key, for a list of its pieces.
	it("stay within the room of a call while pieces are sorted", () => {
		const policy = { base: "whatwg", key: { query: { sort: "name" } } } as const;
		const { kernel: own, free: input } = kernelWith(engine, programOf({ policy }));
		const path = `http://h/${"\u00e9".repeat(790)}\n`;
		const query = `http://h/?${"\u00e9&".repeat(520)}a\n`;
		const text = Buffer.from(path.repeat(4) + query);
		const room = CrawlLimit.GROWTH * Buffer.byteLength(path) + Limit.SLACK;
		const { text: keys } = written(own, CrawlFlag.POLICY | CrawlFlag.KEY, room, input, text);
		const forms = [...Array(4).fill(encodeURI(path.trim())), `http://h/?a${"&%C3%A9".repeat(520)}`];
		expect(keys).toBe(`${forms.join("\n")}\n`);
	});

	it("may be anywhere in memory", () => {
		const { text } = written(kernel, 0, 1 << 18, Limit.REFERENCE);
		expect(text === FORMS.map((form) => `${form}\n`).join("")).toBe(true);
	});
});

describeCrawlEngines("a line that is too long", (engine) => {
	it("begins and goes on in one call", () => {
		const long = Buffer.alloc(Limit.REFERENCE + 2, "x");
		const { text, calls } = written(crawlKernels.create(engine), 0, long.length + Limit.SLACK, 0, long);
		expect([text.length, text.endsWith("x\n"), calls]).toEqual([long.length + 1, true, 1]);
	});
});
