/** Progress, by a simulated clock and terminal, and summaries. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RunPace } from "../../src/cli/terminal/run-pace";
import { Progress, type Summary, summaryText } from "../../src/cli/terminal/terminal";

const CLEAR = "\r\u001b[K";

describe("the progress on a terminal", () => {
	let now = 0;
	let written: string[] = [];
	let restore = () => {};
	const { isTTY, columns } = process.stderr;

	beforeEach(() => {
		[now, written] = [5000, []];
		Object.assign(process.stderr, { isTTY: true, columns: 0 });
		const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
		const terminal = vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
		restore = () => {
			clock.mockRestore();
			terminal.mockRestore();
			Object.assign(process.stderr, { isTTY, columns });
		};
	});

	afterEach(() => restore());

	/** What has been written since the last call. */
	const rows = () => written.splice(0).map((row) => row.replace(CLEAR, "^"));

	it("shows lines, speed, share and time left, ten times a second at most", () => {
		const progress = new Progress(false, [{ size: 4e6 }, { size: 6e6 }]);
		progress.advance(1e6, 10, 1e6);
		expect(rows()).toEqual(["^10 lines  1000 MB/s  10 %"]);
		now += 99;
		progress.advance(1e6, 20, 2e6);
		expect(rows()).toEqual([]);
		now += 1;
		progress.advance(1e6, 1234, 3e6);
		expect(rows()).toEqual(["^1,234 lines  30 MB/s  30 %  0:01 left"]);
		expect([progress.octets, progress.position, progress.seconds]).toEqual([3e6, 3e6, 0.1]);
		now += 1900;
		progress.countRows();
		progress.showUnique(() => 1);
		progress.advance(1e6, 3, 4e6);
		expect(rows()).toEqual(["^3 rows  33 % unique  2 MB/s  40 %  0:04 left"]);
		now += 100;
		progress.advance(0, 0, 4e6);
		expect(rows()).toEqual(["^0 rows  100 % unique  2 MB/s  40 %  0:05 left"]);
	});

	it("shows the time elapsed unless all sizes are known", () => {
		const progress = new Progress(false, [{ size: 4e6 }, { size: 0 }]);
		now += 100;
		progress.advance(1e6, 1, 1e6);
		now += 61_000;
		progress.advance(1e6, 2, 2e6);
		expect(rows()).toEqual(["^1 lines  10 MB/s  0:00 elapsed", "^2 lines  0 MB/s  1:01 elapsed"]);
	});

	it("shows the speed of each pass, and begins its share anew", () => {
		const progress = new Progress(false, [{ size: 4e6 }]);
		now += 1000;
		progress.advance(4e6, 50, 4e6);
		expect(rows()).toEqual(["^50 lines  4 MB/s  0:00 elapsed"]);
		progress.beginPass("writing");
		expect([progress.position, rows()]).toEqual([0, []]);
		progress.advance(0, 0, 0);
		now += 500;
		progress.advance(1e6, 20, 1e6);
		expect(rows()).toEqual(["^writing  20 lines  40 lines/s  2 MB/s  25 %"]);
		now += 500;
		progress.advance(1e6, 30, 2e6);
		expect(rows()).toEqual(["^writing  30 lines  30 lines/s  2 MB/s  50 %  0:01 left"]);
	});

	it("shows shares of the files, never more than all", () => {
		const progress = new Progress(false, [{ size: 4e6 }, { size: 4e6 }]);
		now += 1000;
		progress.advanceShare(5, 0.25);
		now += 1000;
		progress.advanceShare(9, 0.5);
		expect(rows()).toEqual(["^5 lines  2 MB/s  25 %", "^9 lines  2 MB/s  50 %  0:02 left"]);
		progress.beginPass("writing");
		now += 1000;
		progress.advanceShare(9, 1.5);
		expect(rows()).toEqual(["^writing  9 lines  9 lines/s  8 MB/s  0:00 elapsed"]);
		expect([progress.octets, progress.position]).toEqual([12e6, 8e6]);
	});

	it("shows passes that read nothing by their name, or the share that is done", () => {
		const progress = new Progress(false, []);
		progress.showPass("sorting");
		expect(rows()).toEqual(["^sorting"]);
		progress.advancePass(0.999);
		expect(rows()).toEqual(["^sorting  99 %"]);
		now += 99;
		progress.advancePass(1);
		expect(rows()).toEqual([]);
	});

	it("fits in the row", () => {
		process.stderr.columns = 12;
		const progress = new Progress(false, [{ size: 0 }]);
		progress.advance(1, 12, 1);
		progress.clear();
		expect(rows()).toEqual(["^12 lines", "^"]);
	});

	it.each([
		["of a quiet run", true, true],
		["without a terminal", false, false],
	])("is nothing %s", (_, isQuiet, isTerminal) => {
		process.stderr.isTTY = isTerminal;
		const progress = new Progress(isQuiet, [{ size: 10 }]);
		progress.showPass("sorting");
		progress.advance(5, 1, 5);
		progress.advancePass(1);
		progress.clear();
		expect([rows(), progress.octets]).toEqual([[], 5]);
	});

	it("of threads adds what they have read since", async () => {
		const pace = new RunPace(new Progress(false, [{ size: 8e6 }]));
		const totals = (octets: number, lines: number) => ({
			total: (which: number) => (which === 0 ? octets : which === 1 ? lines : -1),
		});
		await pace.advanceBy(totals(2e6, 4));
		now += 1000;
		await pace.advanceBy(totals(8e6, 9));
		expect([rows(), pace.inputOctets]).toEqual([["^4 lines  2000 MB/s  25 %", "^9 lines  8 MB/s  0:01 elapsed"], 8e6]);
		pace.compare(0);
		pace.compare(0.5);
		now += 100;
		pace.compare(0.75);
		expect(rows()).toEqual(["^comparing  75 %"]);
		pace.beginPass("writing");
		now += 1000;
		await pace.advanceBy(totals(6e6, 7));
		expect(rows()).toEqual(["^writing  7 lines  7 lines/s  6 MB/s  75 %"]);
		expect([pace.inputOctets, pace.progress.octets]).toEqual([8e6, 14e6]);
	});

	it("of a library ends with all of the files", async () => {
		const pace = new RunPace(new Progress(false, [{ size: 8e6 }]));
		pace.countRows();
		pace.showUnique(() => 2);
		await pace.showShare(async (show) => {
			show(4, 0.5);
			now += 100;
		});
		expect(rows()).toEqual(["^4 rows  50 % unique  4000 MB/s  50 %", "^4 rows  50 % unique  80 MB/s  0:00 elapsed"]);
		expect(pace.progress.octets).toBe(8e6);
		await pace.showShare(async () => {});
		expect(pace.progress.octets).toBe(8e6);
	});
});

describe("a pause for signals", () => {
	/** Whether the process handles what waits while the pace advances by so many octets. */
	const pausesAfter = async (pace: RunPace, octets: number) => {
		let isHandled = false;
		setImmediate(() => {
			isHandled = true;
		});
		await pace.advance(octets, 1, octets);
		return isHandled;
	};

	it("comes after each 16 MiB", async () => {
		const pace = new RunPace(new Progress(true, []));
		expect(await pausesAfter(pace, 2 ** 24 - 1)).toBe(false);
		expect(await pausesAfter(pace, 1)).toBe(true);
		expect(await pausesAfter(pace, 2 ** 24 - 1)).toBe(false);
		expect(await pausesAfter(pace, 1)).toBe(true);
	});
});

const SUMMARY: Summary = {
	...{ command: "dedupe", rejects: 0, inputOctets: 0, outputOctets: 0, seconds: 0, notes: [] },
};

const textOf = (changes: Partial<Summary>, asJson = false) => summaryText({ ...SUMMARY, ...changes }, asJson);

it.each<[changes: Partial<Summary>, text: string]>([
	[{}, "0 lines, 0 rejects, 0.00 s, 0 MB/s"],
	[{ lines: 1, rejects: 1, seconds: 2, inputOctets: 3e6 }, "1 line, 1 reject, 2.00 s, 2 MB/s"],
	[{ lines: 1234, parts: 16 }, "1,234 lines, 16 parts, 0 rejects, 0.00 s, 0 MB/s"],
	[{ rows: 1, lines: 7, parts: 1, column: "url" }, "1 row, 1 part, 0 rejects, 0.00 s, 0 MB/s"],
	[{ rows: 0, empty: 0, unique: 0, duplicates: 1 }, "0 rows, 0 unique, 1 duplicate, 0 empty, 0 rejects, 0.00 s, 0 MB/s"],
	[
		{ lines: 2, unique: 1000, duplicates: 0, empty: 2000 },
		"2 lines, 1,000 unique, 0 duplicates, 2,000 empty, 0 rejects, 0.00 s, 0 MB/s",
	],
	[{ flagged: 0 }, "0 lines, 0 flagged, 0 rejects, 0.00 s, 0 MB/s"],
	[{ inputOctets: 1e6, seconds: 1e-9 }, "0 lines, 0 rejects, 0.00 s, 1000 MB/s"],
	[{ tempOctets: 1.5e9, peakMemory: 4.6e6 }, "0 lines, 0 rejects, 0.00 s, 0 MB/s, 1,500 MB of temporary files, 5 MB of memory"],
])("sums up %j in a row", (changes, text) => {
	expect(textOf(changes)).toBe(`urlsieve dedupe: ${text}\n`);
});

const NONE = "urlsieve dedupe: 0 lines, 0 rejects, 0.00 s, 0 MB/s\n";

it("adds a row for each finding and each note, without what acts on a terminal", () => {
	const notes = [{ code: "some-code", sentence: "line 1 has \u202e" }] as unknown as Summary["notes"];
	expect(textOf({ findings: { "rare-ipv4": 1234, userinfo: 1 }, notes })).toBe(
		`${NONE}       1,234  rare-ipv4\n           1  userinfo\nurlsieve dedupe: note: line 1 has <U+202E>\n`,
	);
});

it("lists the ten most frequent reasons of duplicates, by number, then by name", () => {
	const merges = Object.fromEntries(["l", "b", "a", "k", "j", "i", "h", "g", "f", "e"].map((name, n) => [name, n < 3 ? 5 : n]));
	const rows = ["9  e", "8  f", "7  g", "6  h", "5  a", "5  b", "5  i", "5  l", "4  j", "3  k"].map(
		(row) => `${" ".repeat(11)}${row}\n`,
	);
	expect(textOf({ merges })).toBe(NONE + rows.join(""));
	const one = textOf({ merges: { ...merges, z: 1 } });
	expect(one).toBe(`${NONE}${rows.join("")}           1  for 1 other reason; see --json\n`);
	const two = textOf({ merges: { ...merges, z: 1, y: 2 } });
	expect(two).toBe(`${NONE}${rows.join("")}           3  for 2 other reasons; see --json\n`);
});

it("sums up as JSON what the command counts, with escapes for what acts on a terminal", () => {
	const text = textOf({ lines: 2, column: "a\u009f\u202e\u{e0001}\u2028é" }, true);
	expect(text).toContain('"column":"a\\u009f\\u202e\\udb40\\udc01\\u2028é"');
	expect(text.endsWith("}\n")).toBe(true);
	expect(JSON.parse(text)).toEqual({ ...SUMMARY, lines: 2, column: "a\u009f\u202e\u{e0001}\u2028é" });
});
