/** References, one per line, and streams of lines with their reports, on every engine. */

import { type LineStream, type NormalizeOptions, SeenSet, UriError } from "urlsieve";
import { expect, it } from "vitest";
import { describeEngines, normalizerOn } from "../support/engines";
import { everyNth, runsLargest, sizeOn } from "../support/extent";

const encoder = new TextEncoder();
const decoder = new TextDecoder("latin1");

describeEngines("lines", (engine) => {
	const lines = (input: string, options: NormalizeOptions = {}) => {
		const result = normalizerOn(engine, options).normalizeLines(encoder.encode(input));
		return { ...result, lines: decoder.decode(result.lines) };
	};

	it("ends every line with LF, whether it ended with LF, CR LF or the input", () => {
		expect(lines("HTTP://a\nHTTP://b\r\nHTTP://c")).toEqual({
			lines: "http://a/\nhttp://b/\nhttp://c/\n",
			count: 3,
			rejects: [],
		});
	});

	it.each([
		["\n\nx:\n", "\n\nx:\n", 3],
		["", "", 0],
		["\n", "\n", 1],
		["\r", "\n", 1],
	])("treats an empty line as the empty reference: %j becomes %j", (input, output, count) => {
		expect(lines(input)).toEqual({ lines: output, count, rejects: [] });
	});

	it("drops a byte order mark at the start only", () => {
		expect(lines("\ufeffHTTP://a\n\ufeffx\n").lines).toBe("http://a/\n%EF%BB%BFx\n");
		expect(lines("\ufeff").lines).toBe("");
		expect(lines("\ufeff\n").lines).toBe("\n");
		expect(lines("\ufeff1:", { invalid: "keep" })).toMatchObject({ lines: "1:\n", rejects: [{ line: 1, offset: 0 }] });
	});

	it("does not complete a byte order mark with octets of an earlier input", () => {
		// The mark of the earlier input is still in kernel memory: one or two octets must not be completed by it.
		const mark = [0xef, 0xbb, 0xbf];
		for (const input of [[0xef], [0xef, 0xbb], [0x78], [0x78, 0x3a], [0x0a]]) {
			const expected = decoder.decode(normalizerOn(engine).normalizeLines(Uint8Array.from([...input, 0x0a])).lines);
			for (const before of [mark, [...mark, 0x0a], [...mark, ...encoder.encode("HTTP://a\n")]]) {
				normalizerOn(engine).normalizeLines(Uint8Array.from(before));
				const result = normalizerOn(engine).normalizeLines(Uint8Array.from(input));
				expect([decoder.decode(result.lines), result.count]).toEqual([input[0] === 0x0a ? "\n" : expected, 1]);
			}
		}
	});

	it("handles rejected lines as the option invalid says", () => {
		const input = "x:a\n 1:b\r\nhttp://h:x\nx:c";
		const rejects = [
			{ line: 2, code: "invalid-scheme", component: "scheme", offset: 1 },
			{ line: 3, code: "invalid-port", component: "port", offset: 9 },
		];
		expect(lines(input)).toEqual({ lines: "x:a\n 1:b\nhttp://h:x\nx:c\n", count: 4, rejects });
		expect(lines(input, { invalid: "blank" })).toEqual({ lines: "x:a\n\n\nx:c\n", count: 4, rejects });
		expect(lines(input, { invalid: "drop" })).toEqual({ lines: "x:a\nx:c\n", count: 4, rejects });
		const attempt = () => lines(input, { invalid: "fail" });
		expect(attempt).toThrow(UriError);
		expect(attempt).toThrow('Line 2: The text before the first ":" is not a scheme (at 1).');
	});

	it("keeps octets that are not UTF-8 in rejected lines and encodes them in others", () => {
		const input = Uint8Array.from([...encoder.encode("1:"), 0xff, 0x0a, ...encoder.encode("x:"), 0xff, 0x0a]);
		const { lines: output } = normalizerOn(engine).normalizeLines(input);
		expect(decoder.decode(output)).toBe("1:ÿ\nx:%FF\n");
	});

	it("stays usable after the idna option throws", () => {
		const idna = (host: string) => {
			if (host.startsWith("bad")) throw new Error("not today");
			return undefined;
		};
		const normalizer = normalizerOn(engine, { idna });
		expect(() => normalizer.normalizeLines(encoder.encode("http://badé/"))).toThrow("not today");
		expect(() => normalizer.normalize("http://badé/")).toThrow("not today");
		expect(normalizer.normalize("http://goodé/")).toBe("http://good%C3%A9/");
	});

	it("has room for lines that grow", () => {
		const growing = "ws://ü\n%\n\u00ff\nfile:/\nhttp://[::ffff:1:1]\n".repeat(9000);
		const { lines: output, count, rejects } = lines(growing);
		const once = "ws://xn--tda/\n%25\n%C3%BF\nfile:///\nhttp://[::ffff:0.1.0.1]/\n";
		expect([count, rejects.length]).toEqual([45000, 0]);
		expect(output === once.repeat(9000)).toBe(true);
	});

	it("accepts up to a million empty lines", () => {
		const empty = sizeOn(engine, 1_000_000, 100_000);
		const { count, lines: output } = lines("\n".repeat(empty));
		expect([count, output.length]).toEqual([empty, empty]);
	});
});

describeEngines("long lines", (engine) => {
	const limit = 16777216;
	const long = encoder.encode(`http://h/${"a".repeat(limit)}`);

	const WAYS = [
		["keep", `x:a\n${"*".repeat(long.length)}\nx:b\n`],
		["blank", "x:a\n\nx:b\n"],
		["drop", "x:a\nx:b\n"],
	] as const;
	const ways = engine === "js" ? WAYS : everyNth(WAYS, 3);
	it.each(ways)("are rejected without being buffered as a whole: %s", (invalid, expected) => {
		const normalizer = normalizerOn(engine, { invalid });
		const input = Uint8Array.from([...encoder.encode("x:a\n")]);
		const whole = new Uint8Array(input.length + long.length + 5);
		whole.set(input);
		whole.set(long, input.length);
		whole.set(encoder.encode("\r\nX:b"), input.length + long.length);
		const { lines, count, rejects } = normalizer.normalizeLines(whole);
		expect(count).toBe(3);
		expect(rejects).toEqual([{ line: 2, code: "too-long", component: undefined, offset: limit }]);
		const text = decoder.decode(lines).replace(decoder.decode(long), "*".repeat(long.length));
		expect(text === expected).toBe(true);
	});

	if (runsLargest(engine))
		it("of the maximum length are normalized", () => {
			const input = encoder.encode(`HTTP://h/${"%7E".repeat(5592402)}`);
			const { lines, rejects } = normalizerOn(engine).normalizeLines(input);
			expect(rejects).toEqual([]);
			expect(lines.length).toBe("http://h/".length + 5592402 + 1);
		});

	it("throw under fail", () => {
		expect(() => normalizerOn(engine, { invalid: "fail" }).normalizeLines(long)).toThrow(
			/^Line 1: The reference is longer than 16,777,216 bytes/,
		);
	});
});

/** Writes chunks one by one and discards the output. Returns the counts after each chunk, and after the end. */
async function countsOver(stream: LineStream, chunks: string[]) {
	const writer = stream.writable.getWriter();
	const drained = stream.readable.pipeTo(new WritableStream());
	const seen: object[] = [{ ...stream.counts }];
	for (const chunk of chunks) {
		await writer.write(encoder.encode(chunk));
		seen.push({ ...stream.counts });
	}
	await writer.close();
	await drained;
	return [...seen, { ...stream.counts }];
}

async function errorOf(stream: LineStream, chunks: string[]): Promise<unknown> {
	const writer = stream.writable.getWriter();
	const drained = stream.readable.pipeTo(new WritableStream()).catch((error: unknown) => error);
	for (const chunk of chunks) await writer.write(encoder.encode(chunk)).catch(() => undefined);
	await writer.close().catch(() => undefined);
	return drained;
}

describeEngines("streams of lines", (engine) => {
	it("lineStream counts lines and rejects, while it runs and after its end", async () => {
		const counts = await countsOver(normalizerOn(engine).lineStream(), ["x:a\n1:b\n", "x:c\nx:", "d"]);
		expect(counts).toEqual([
			{ lines: 0, rejects: 0 },
			{ lines: 2, rejects: 1 },
			{ lines: 3, rejects: 1 },
			{ lines: 3, rejects: 1 },
			{ lines: 4, rejects: 1 },
		]);
	});

	it("dedupeStream counts lines, unique ones, duplicates and rejects, while it runs and after its end", async () => {
		const normalizer = normalizerOn(engine);
		const seen = new SeenSet({ normalizer });
		seen.add("http://h/known");
		const chunks = ["HTTP://a\nhttp://a/\n1:\n", "http://h:80/known\nhttp://b", ""];
		expect(await countsOver(normalizer.dedupeStream(seen), chunks)).toEqual([
			{ lines: 0, unique: 0, duplicates: 0, rejects: 0 },
			{ lines: 3, unique: 1, duplicates: 1, rejects: 1 },
			{ lines: 4, unique: 1, duplicates: 2, rejects: 1 },
			{ lines: 4, unique: 1, duplicates: 2, rejects: 1 },
			{ lines: 5, unique: 2, duplicates: 2, rejects: 1 },
		]);
	});

	it("gives the error of an invalid line its number, across chunks, under invalid: fail", async () => {
		const normalizer = normalizerOn(engine, { invalid: "fail" });
		for (const stream of [normalizer.lineStream(), normalizer.dedupeStream()]) {
			const error = await errorOf(stream, ["x:a\nx:b\nx:", "c\n1", ":\nx:d\n"]);
			expect(error).toBeInstanceOf(UriError);
			expect(error).toMatchObject({ code: "invalid-scheme", line: 4, offset: 0 });
			expect(stream.counts).toMatchObject({ lines: 3, rejects: 1 });
		}
	});
});
