/** `normalizeLinesInto`: the lines of `normalizeLines`, in the caller's buffer. Under every engine. */

import { createNormalizer, normalizeLinesInto, OptionError } from "urlsieve";
import { expect, it } from "vitest";
import { describeEngines } from "../support/engines";
import { size } from "../support/extent";

const encoder = new TextEncoder();
const roomFor = (octets: Uint8Array) => 5 * octets.length + 1024;
/** Content of an output before the call. */
const MARK = 0xa5;

/** The error that `run` throws. */
function errorOf(run: () => unknown): OptionError {
	try {
		run();
	} catch (error) {
		if (error instanceof OptionError) return error;
		throw error;
	}
	throw new Error("It did not throw.");
}

describeEngines("normalizeLinesInto", (engine) => {
	const normalizer = createNormalizer({ engine });

	it.each([
		["nothing", ""],
		["lines in normal form", "http://a/\nhttp://b/\n"],
		["lines that change, with rejects", "HTTP://a\r\nhttp://[\n\n%7e"],
		["lines that triple", `http://a/${"\u00e9^".repeat(1000)}\n`],
		["more lines than a workspace holds", "HTTP://Example.com/%7Ea\nhttp://b/\n".repeat(20_000)],
	])("writes %s as normalizeLines does", (_name, text) => {
		const octets = encoder.encode(text);
		const output = new Uint8Array(roomFor(octets));
		const { lines, ...counts } = normalizer.normalizeLinesInto(octets, output);
		const { lines: expected, ...others } = normalizer.normalizeLines(octets);
		expect(counts).toEqual(others);
		expect(Buffer.compare(lines, expected)).toBe(0);
		expect(lines.buffer).toBe(output.buffer);
		expect(lines.byteOffset).toBe(0);
	});

	it.each([
		["an ArrayBuffer", new ArrayBuffer(2000)],
		["a DataView", new DataView(new ArrayBuffer(2000))],
		["shared memory", new SharedArrayBuffer(2000)],
	])("takes %s", (_name, output) => {
		const { lines } = normalizer.normalizeLinesInto(encoder.encode("HTTP://a"), output);
		expect(new TextDecoder().decode(lines.slice())).toBe("http://a/\n");
	});

	it("refuses an output that is too small, with a bound that suffices, and writes nothing", () => {
		const octets = encoder.encode("HTTP://a\n".repeat(100));
		const output = new Uint8Array(roomFor(octets) - 1).fill(MARK);
		const error = errorOf(() => normalizer.normalizeLinesInto(octets, output));
		expect(error).toMatchObject({ code: "output-too-small", bound: roomFor(octets) });
		expect(error.message).toContain(String(error.bound));
		expect(output.every((octet) => octet === MARK)).toBe(true);
		expect(normalizer.normalizeLinesInto(octets, new Uint8Array(error.bound as number)).count).toBe(100);
	});

	it("names a bound that suffices when A-labels of the caller need more, and writes nothing", () => {
		const long = createNormalizer({ engine, idna: () => `${"a.".repeat(126)}b` });
		const count = size(30_000, 6_000);
		const octets = encoder.encode("http://a/\n".repeat(count) + "http://\u00e9\n".repeat(count));
		const output = new Uint8Array(roomFor(octets)).fill(MARK);
		const error = errorOf(() => long.normalizeLinesInto(octets, output));
		expect(error.code).toBe("output-too-small");
		expect(output.every((octet) => octet === MARK)).toBe(true);
		const { lines } = long.normalizeLinesInto(octets, new Uint8Array(error.bound as number));
		expect(Buffer.compare(lines, long.normalizeLines(octets).lines)).toBe(0);
	});

	it("has room for the platform's A-labels that are longest for their names", () => {
		const octets = encoder.encode(`http://${"\u337f.".repeat(13)}\u337f\n`.repeat(5000));
		const output = new Uint8Array(roomFor(octets));
		const { lines } = normalizer.normalizeLinesInto(octets, output);
		expect(lines.length).toBeGreaterThan(4 * octets.length);
		expect(lines.buffer).toBe(output.buffer);
	});

	it.each([
		["the same buffer", 0, 0],
		["an output that begins in the lines", 0, 99],
		["an output that ends in the lines", 3000, 1],
	])("refuses %s, and writes nothing", (_name, linesAt, outputAt) => {
		const memory = new Uint8Array(8000).fill(0x61);
		const lines = memory.subarray(linesAt, linesAt + 100);
		const output = memory.subarray(outputAt, outputAt + 3000);
		expect(errorOf(() => normalizer.normalizeLinesInto(lines, output)).code).toBe("invalid-option");
		expect(memory.every((octet) => octet === 0x61)).toBe(true);
	});

	it("is a function too, with options", () => {
		const { lines } = normalizeLinesInto(encoder.encode("HTTP://A:80"), new Uint8Array(2000), { engine, level: "syntax" });
		expect(new TextDecoder().decode(lines)).toBe("http://a:80\n");
	});
});
