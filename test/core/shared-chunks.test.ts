/** What threads share, in one thread: chunks of lines with their results, and the relay of those that read in turn. */
import "../../src/engine/wasm-engine";
import { describe, expect, it } from "vitest";
import { createNormalizer } from "../../src/crawl/index";
import { openTask, taskOf } from "../../src/crawl/job";
import { createKernel } from "../../src/engine/select";
import { LINES_CAPACITY, MAX_RECORDS, Workspace } from "../../src/engine/workspace";
import { rejectsOf } from "../../src/lines/lines";
import { resolveOptions } from "../../src/options";
import { normalizeBatch } from "../../src/threads/batch";
import { Chunk, State } from "../../src/threads/chunk";
import { STOPPED } from "../../src/threads/chunk-worker";
import { Relay, Total } from "../../src/threads/relay";

const workspaceOf = () => new Workspace(() => createKernel("wasm"), LINES_CAPACITY);
const octets = (text: string) => new TextEncoder().encode(text);
const KEEP = resolveOptions({ invalid: "keep" });

describe("a chunk", () => {
	const KEY = new Uint8Array(16).fill(5);

	/** Processes lines in one workspace. Returns what another workspace gets of them. */
	function processed(
		text: string,
		{
			key,
			beginsStream = true,
			settings = KEEP,
			needsInput = false,
		}: { key?: Uint8Array; beginsStream?: boolean; settings?: typeof KEEP; needsInput?: boolean } = {},
	) {
		const chunk = new Chunk();
		chunk.input.set(octets(text));
		chunk.offer(octets(text).length, beginsStream);
		expect([chunk.state, Buffer.from(chunk.lines).toString(), chunk.claim(), chunk.claim(), chunk.state]).toEqual([
			State.FILLED,
			text,
			true,
			false,
			State.CLAIMED,
		]);
		const other = new Chunk(chunk.memory);
		other.work(workspaceOf(), { settings, key });
		chunk.wait();
		if (chunk.state !== State.DONE) return chunk.state;
		const workspace = workspaceOf();
		const counts = chunk.load(workspace, key !== undefined, needsInput);
		const output = Buffer.from(workspace.kernel.octets.subarray(workspace.output, counts.outputEnd)).toString();
		const rejects = rejectsOf({ ...counts, workspace, linesBefore: 10 }).map(({ line, code, offset }) => [line, code, offset]);
		const prints = Buffer.from(
			workspace.kernel.octets.slice(workspace.fingerprints, workspace.fingerprints + 16 * counts.records),
		).toString("hex");
		const input = Buffer.from(workspace.inputOctets.subarray(0, octets(text).length)).toString();
		return { ...counts, first: counts.first - workspace.input, output, rejects, prints, input };
	}

	it("is free at first, and claimed once it is filled", () => {
		const chunk = new Chunk();
		expect([chunk.state, chunk.claim()]).toEqual([State.FREE, false]);
		chunk.wait();
		chunk.state = State.REFUSED;
		expect(new Chunk(chunk.memory).state).toBe(State.REFUSED);
	});

	it("hands its results over to another workspace", () => {
		expect(processed("HTTP://A\nhttp://[\n\nx:y\n")).toMatchObject({
			records: 4,
			lines: 4,
			rejects: [[12, "invalid-ip-literal", 7]],
			first: 0,
			output: "http://a/\nhttp://[\n\nx:y\n",
			hasFingerprints: false,
		});
	});

	it("has fingerprints if there is a key for them, equal for equal forms", () => {
		const { prints, records } = processed("HTTP://A\nhttp://a/\nhttp://b/\n", { key: KEY }) as {
			prints: string;
			records: number;
		};
		const [first, second, third] = prints.match(/.{32}/g) ?? [];
		expect([records, first === second, first === third, first === "0".repeat(32)]).toEqual([3, true, false, false]);
		expect((processed("HTTP://A\n") as { prints: string }).prints).toBe("0".repeat(32));
		const other = processed("http://a\n", { key: new Uint8Array(16) }) as { prints: string };
		expect(other.prints).not.toBe(first);
	});

	it("copies the input if it is needed, or if rejects refer to it", () => {
		const inputs = (text: string, needsInput: boolean) => (processed(text, { needsInput }) as { input: string }).input;
		expect([inputs("HTTP://A\n", true), inputs("http://[\n", false)]).toEqual(["HTTP://A\n", "http://[\n"]);
		expect(inputs("HTTP://A\n", false)).toBe("\0".repeat(9));
	});

	it("has a byte order mark only at the start of a stream", () => {
		expect(processed("\ufeffx:a\n")).toMatchObject({ output: "x:a\n", first: 3, rejects: [] });
		expect(processed("\ufeffx:a\n", { beginsStream: false })).toMatchObject({ first: 0, rejects: [[11, expect.any(String), 0]] });
	});

	it("is refused if a line ends the run, or if there are too many lines", () => {
		const fail = resolveOptions({ invalid: "fail" });
		expect(processed("x:a\nhttp://[\n", { settings: fail })).toBe(State.REFUSED);
		expect(processed("x:a\n", { settings: fail })).toMatchObject({ output: "x:a\n" });
		expect(processed("\n".repeat(MAX_RECORDS))).toMatchObject({ records: MAX_RECORDS });
		expect(processed("\n".repeat(MAX_RECORDS + 1))).toBe(State.REFUSED);
	});

	it("is offered by a count that is never what stops a thread", () => expect(STOPPED).toBeLessThan(0));

	it("is refused if its forms are longer than a chunk has room for", () => {
		// An octet that is not UTF-8 becomes nine.
		const stateOf = (count: number) => {
			const chunk = new Chunk();
			chunk.input.set(octets("http://a/"));
			chunk.input.fill(0xff, 9, 9 + count).set([10], 9 + count);
			chunk.offer(10 + count, true);
			const normalizer = createNormalizer({ profile: "whatwg@1", engine: "js" });
			const { workspace, settings } = openTask(taskOf(normalizer.settings, normalizer.opened));
			workspace.reserve(LINES_CAPACITY);
			chunk.work(workspace, { settings, key: undefined });
			return chunk.state;
		};
		expect([stateOf(50_000), stateOf(100_000)]).toEqual([State.DONE, State.REFUSED]);
	});
});

describe("a batch", () => {
	function batchOf(text: string, keepsRecords: boolean, { isLast = false, settings = KEEP } = {}) {
		const workspace = workspaceOf();
		workspace.inputOctets.set(octets(text));
		const counts = normalizeBatch(workspace, settings, { length: octets(text).length, isFirst: true, isLast }, keepsRecords);
		if (counts === undefined) return undefined;
		const output = Buffer.from(workspace.kernel.octets.subarray(workspace.output, counts.outputEnd)).toString();
		const lines = rejectsOf({ ...counts, workspace, linesBefore: 0 }).map(({ line }) => line);
		return { ...counts, first: counts.first - workspace.input, output, rejected: lines };
	}

	it("goes on after a question about a name, with the numbers of its lines", () => {
		const text = "http://[\nhttp://\u00e9.example\nhttp://[\nhttp://\u00e8.example\nhttp://[\n";
		for (const keepsRecords of [true, false]) {
			expect(batchOf(text, keepsRecords)).toMatchObject({
				records: 5,
				lines: 5,
				rejects: 3,
				first: 0,
				rejected: [1, 3, 5],
				output: "http://[\nhttp://xn--9ca.example/\nhttp://[\nhttp://xn--8ca.example/\nhttp://[\n",
			});
		}
	});

	it("has more lines than records only if it may forget these", () => {
		const text = "\n".repeat(MAX_RECORDS + 5);
		expect(batchOf(text, true)).toBeUndefined();
		expect(batchOf(text, false)).toMatchObject({ lines: MAX_RECORDS + 5, records: MAX_RECORDS + 5, output: text });
	});

	it("ends with a line without its end, if that is the last one", () => {
		expect(batchOf("x:a\nx:b", true, { isLast: true })).toMatchObject({ lines: 2, output: "x:a\nx:b\n" });
		expect(batchOf("x:a\nx:b", true)).toBeUndefined();
		expect(batchOf("", true)).toMatchObject({ lines: 0, records: 0, output: "" });
	});
});

describe("a relay", () => {
	it("gives tickets in order, and keeps totals that threads share", () => {
		const relay = new Relay();
		const other = new Relay(relay.memory);
		expect([relay.takeTicket(), other.takeTicket(), relay.takeTicket()]).toEqual([0, 1, 2]);
		relay.add(Total.LINES, 2 ** 33);
		other.add(Total.LINES, 5);
		other.add(Total.REJECTS, 1);
		expect([relay.total(Total.LINES), relay.total(Total.REJECTS), relay.total(Total.OCTETS_READ)]).toEqual([2 ** 33 + 5, 1, 0]);
		relay.addCounts({ examined: 5, tabbed: 2, returned: 1, maxReturns: 7 });
		other.addCounts({ examined: 1, tabbed: 1, returned: 1, maxReturns: 3 });
		expect(relay.lineCounts).toEqual({ examined: 6, tabbed: 3, returned: 2, maxReturns: 7 });
		other.addCounts({ examined: 0, tabbed: 0, returned: 0, maxReturns: 8 });
		expect(relay.lineCounts.maxReturns).toBe(8);
	});

	it("knows where to read next, and what has been read beyond", () => {
		const relay = new Relay();
		const other = new Relay(relay.memory);
		const into = new Uint8Array(4);
		expect([relay.file, relay.isContinued, relay.readTail(into)]).toEqual([0, false, 0]);
		relay.advance(100, Uint8Array.of(1, 2));
		relay.advance(50, Uint8Array.of(7, 8, 9));
		expect([other.isContinued, other.total(Total.POSITION), other.readTail(into), ...into]).toEqual([true, 150, 3, 7, 8, 9, 0]);
		other.add(Total.FILE_OCTETS_READ, 9);
		other.add(Total.OCTETS_READ, 9);
		other.nextFile();
		expect([relay.file, relay.isContinued, relay.readTail(new Uint8Array(4))]).toEqual([1, false, 0]);
		expect([Total.POSITION, Total.FILE_OCTETS_READ, Total.OCTETS_READ].map((total) => relay.total(total))).toEqual([0, 0, 9]);
	});

	it("has locks of its own for reading and for writing, which close together", () => {
		const relay = new Relay();
		expect([relay.reading.acquire(0, 0), relay.reading.acquire(1, 0), relay.writing.acquire(0, 0)]).toEqual([true, false, true]);
		relay.reading.release();
		expect([relay.reading.acquire(1, 0), relay.writing.acquire(1, 0)]).toEqual([true, false]);
		expect(new Relay(relay.memory).reading.acquire(1, 0)).toBe(true);
		relay.close();
		expect([relay.reading.isClosed, relay.writing.isClosed, relay.reading.acquire(2, 0)]).toEqual([true, true, false]);
	});
});
