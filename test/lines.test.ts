/** References that stand one a line, under every engine. */
import { expect, it } from "vitest";
import { createKernel } from "../src/engine/select";
import { linesWorkspace } from "../src/engine/shared";
import { Workspace } from "../src/engine/workspace";
import { createNormalizer, type NormalizeOptions, UriError } from "../src/index";
import { LineFeed } from "../src/lines/lines";
import { describeEngines, normalizerOn } from "./engines";

const encoder = new TextEncoder();
const decoder = new TextDecoder("latin1");

describeEngines("lines", (engine) => {
	const lines = (input: string, options: NormalizeOptions = {}) => {
		const result = normalizerOn(engine, options).normalizeLines(encoder.encode(input));
		return { ...result, lines: decoder.decode(result.lines) };
	};

	it("ends every line by LF, be it ended by LF, CR LF or the end of the input", () => {
		expect(lines("HTTP://a\nHTTP://b\r\nHTTP://c")).toEqual({
			lines: "http://a/\nhttp://b/\nhttp://c/\n",
			count: 3,
			rejects: [],
		});
	});

	it("takes one CR before LF for the line's end, and no more", () => {
		expect(lines("x:a\r\r\n\r\nx:\rb\n").lines).toBe("x:a\n\nx:b\n");
		expect(lines("x:a\r\r\n", { level: "string" }).lines).toBe("x:a\r\n");
	});

	it("takes an empty line for the empty reference", () => {
		expect(lines("\n\nx:\n")).toEqual({ lines: "\n\nx:\n", count: 3, rejects: [] });
		expect(lines("")).toEqual({ lines: "", count: 0, rejects: [] });
		expect(lines("\n")).toEqual({ lines: "\n", count: 1, rejects: [] });
		expect(lines("\r")).toEqual({ lines: "\n", count: 1, rejects: [] });
	});

	it("drops a byte order mark at the very start, and nowhere else", () => {
		expect(lines("\ufeffHTTP://a\n\ufeffx\n").lines).toBe("http://a/\n%EF%BB%BFx\n");
		expect(lines("\ufeff").lines).toBe("");
		expect(lines("\ufeff\n").lines).toBe("\n");
		expect(lines("\ufeff1:", { invalid: "keep" })).toMatchObject({ lines: "1:\n", rejects: [{ line: 1, offset: 0 }] });
	});

	it("takes 1 or 2 octets for a line, whatever an input before left behind them", () => {
		// The mark stays in the kernel's memory: 1 or 2 octets are no mark, even if those behind them would complete one.
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

	it("does with rejected lines as it is told", () => {
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

	it("keeps octets that are not UTF-8 in a line that is rejected, and encodes them in one that is not", () => {
		const input = Uint8Array.from([...encoder.encode("1:"), 0xff, 0x0a, ...encoder.encode("x:"), 0xff, 0x0a]);
		const { lines: output } = normalizerOn(engine).normalizeLines(input);
		expect(decoder.decode(output)).toBe("1:ÿ\nx:%FF\n");
	});

	it("gives back every line as it is at level string", () => {
		const input = " a\tb \n1:\n\u0000\n";
		expect(lines(input, { level: "string" })).toEqual({ lines: input, count: 3, rejects: [] });
	});

	it("asks for A-labels in the middle of lines and goes on behind them", () => {
		const host = Array.from({ length: 300 }, (_, index) => `HTTP://ü${index}.example\nhttp://a/${index}\n`).join("");
		expect(lines(host).lines).toBe(
			host.replace(/HTTP:\/\/ü(\d+)\.example/g, (_, index) => `${new URL(`http://ü${index}.example`).href}`),
		);
	});

	it("goes on after an error of the caller's own idna", () => {
		const idna = (host: string) => {
			if (host.startsWith("bad")) throw new Error("not today");
			return undefined;
		};
		const normalizer = normalizerOn(engine, { idna });
		expect(() => normalizer.normalizeLines(encoder.encode("http://badé/"))).toThrow("not today");
		expect(() => normalizer.normalize("http://badé/")).toThrow("not today");
		expect(normalizer.normalize("http://goodé/")).toBe("http://good%C3%A9/");
	});

	it("is the same wherever the input is cut", () => {
		const input = encoder.encode("\ufeffHTTP://a\r\n\r\nhttp://b/ü\n1:\nhttp://ü.example:80\r\n%7e\r");
		const whole = normalizerOn(engine).normalizeLines(input);
		expect(decoder.decode(whole.lines)).toBe("http://a/\n\nhttp://b/%C3%BC\n1:\nhttp://xn--tda.example/\n~\n");
		for (let first = 0; first <= input.length; ++first) {
			for (let second = first; second <= input.length; second += 3) {
				const parts: number[] = [];
				const settings = normalizerOn(engine).settings;
				const feed = new LineFeed(linesWorkspace(engine), settings, ({ workspace, written }) => {
					parts.push(...workspace.kernel.octets.subarray(workspace.output, written));
				});
				for (const part of [input.subarray(0, first), input.subarray(first, second), input.subarray(second)]) {
					feed.resume();
					feed.push(part);
					feed.pause();
				}
				feed.resume();
				feed.end();
				expect(Uint8Array.from(parts)).toEqual(whole.lines);
				expect(feed.lines).toBe(whole.count);
			}
		}
	});

	it("has room for whatever lines become", () => {
		const growing = "ws://ü\n%\n\u00ff\nfile:/\nhttp://[::ffff:1:1]\n".repeat(9000);
		const { lines: output, count, rejects } = lines(growing);
		const once = "ws://xn--tda/\n%25\n%C3%BF\nfile:///\nhttp://[::ffff:0.1.0.1]/\n";
		expect([count, rejects.length]).toEqual([45000, 0]);
		expect(output === once.repeat(9000)).toBe(true);
	});

	it("counts more rejects than one batch has room for", () => {
		const { rejects, count } = lines("1:\n".repeat(5000));
		expect([rejects.length, count]).toEqual([5000, 5000]);
		expect(rejects.at(-1)).toEqual({ line: 5000, code: "invalid-scheme", component: "scheme", offset: 0 });
	});

	it("takes a million empty lines", () => {
		const { count, lines: output } = lines("\n".repeat(1_000_000));
		expect([count, output.length]).toEqual([1_000_000, 1_000_000]);
	});
});

describeEngines("long lines", (engine) => {
	const limit = 16777216;
	const long = encoder.encode(`http://h/${"a".repeat(limit)}`);

	it.each([
		["keep", `x:a\n${"*".repeat(long.length)}\nx:b\n`],
		["blank", "x:a\n\nx:b\n"],
		["drop", "x:a\nx:b\n"],
	] as const)("are rejected without being held as a whole, %s", (invalid, expected) => {
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

	it("take no more memory than the limit asks for, however long they are", () => {
		const workspace = new Workspace(createKernel(engine), 65536);
		let octets = 0;
		const feed = new LineFeed(workspace, createNormalizer().settings, ({ written }) => {
			octets += written - workspace.output;
		});
		const chunk = new Uint8Array(1 << 20).fill(0x61);
		for (let round = 0; round < 64; ++round) feed.push(chunk);
		feed.end();
		expect(octets).toBe(64 * chunk.length + 1);
		expect(feed.lines).toBe(1);
		expect(workspace.capacity).toBeLessThan(limit + 1048576);
	});

	it("of the greatest length are normalized", () => {
		const input = encoder.encode(`HTTP://h/${"%7E".repeat(5592402)}`);
		const { lines, rejects } = normalizerOn(engine).normalizeLines(input);
		expect(rejects).toEqual([]);
		expect(lines.length).toBe("http://h/".length + 5592402 + 1);
	});

	it("end it all when they are to", () => {
		expect(() => normalizerOn(engine, { invalid: "fail" }).normalizeLines(long)).toThrow(
			/^Line 1: The reference is longer than 16,777,216 octets/,
		);
	});
});
