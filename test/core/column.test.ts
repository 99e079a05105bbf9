/** Columns in Apache Arrow's Utf8 layout, under every engine. */
import fc from "fast-check";
import { type NormalizeOptions, type Normalizer, UriError, type Utf8Column } from "urlsieve";
import { expect, it } from "vitest";
import { type Arrays, bitsOf, columnOf, valuesOf } from "../support/columns";
import { describeEngines, normalizerOn } from "../support/engines";
import { hostileOctets } from "../support/hostile";

const encoder = new TextEncoder();
const decoder = new TextDecoder("latin1");

/** The column with `count` foreign octets before its data and three after it. */
function movedBy(count: number, { offsets, data, valid }: Arrays): Utf8Column {
	const moved = new Uint8Array(data.length + count + 3).fill(0x0d);
	moved.set(data, count);
	return { offsets: offsets.map((offset) => offset + count), data: moved, valid };
}

/** The expected octets and validity bit of each value: those that it has as the only one of a column. */
function expected(normalizer: Normalizer, values: readonly (Uint8Array | undefined)[]): { values: string[]; bits: number[] } {
	const alone = new Map<string, { text: string; bit: number }>();
	const normal = values.map((value) => {
		const key = value === undefined ? "null" : `=${decoder.decode(value)}`;
		const known = alone.get(key);
		if (known !== undefined) return known;
		const { data, valid } = normalizer.normalizeColumn(columnOf([value]));
		const result = { text: decoder.decode(data), bit: valid[0] as number };
		alone.set(key, result);
		return result;
	});
	return { values: normal.map(({ text }) => text), bits: normal.map(({ bit }) => bit) };
}

describeEngines("columns", (engine) => {
	const run = (values: readonly (string | Uint8Array | undefined)[], options: NormalizeOptions = {}) => {
		const result = normalizerOn(engine, options).normalizeColumn(columnOf(values));
		return { values: valuesOf(result), valid: [...result.valid] };
	};

	it("returns offsets that start at 0 and values without gaps", () => {
		const column = columnOf(["HTTP://a", "http://b/c", "", "x:%7e"]);
		const result = normalizerOn(engine).normalizeColumn({ offsets: column.offsets, data: column.data });
		expect([...result.offsets]).toEqual([0, 9, 19, 19, 22]);
		expect(decoder.decode(result.data)).toBe("http://a/http://b/cx:~");
		expect([...result.valid]).toEqual([0b1111]);
	});

	it("puts the first value into the least significant bit, and 0 after the last value", () => {
		const values = ["1:", "x:a", "x:a", "2:", "x:a", "x:a", "x:a", "x:a", "x:a", "3:"];
		expect(run(values).valid).toEqual([0b11110110, 0b00000001]);
		expect(run(["x:a"]).valid).toEqual([0b1]);
		expect(run(Array(8).fill("x:a")).valid).toEqual([0xff]);
	});

	it("keeps a null a null and drops its octets", () => {
		const { offsets, data } = columnOf(["X:a", "1:", "HTTP://b", ""]);
		const valid = Uint8Array.of(0b11110001);
		const result = normalizerOn(engine, { invalid: "fail" }).normalizeColumn({ offsets, data, valid });
		expect([valuesOf(result), [...result.valid]]).toEqual([["x:a", "", "", ""], [0b0001]]);
		expect([...valid]).toEqual([0b11110001]);
	});

	it("makes an invalid value a null and keeps its octets, except under drop and blank", () => {
		const values = ["X:a", "1:\r", "http://h:x", "3:\n", "X:b"];
		expect(run(values)).toEqual({ values: ["x:a", "1:\r", "http://h:x", "3:\n", "x:b"], valid: [0b10001] });
		expect(run(values, { invalid: "keep" })).toEqual(run(values));
		expect(run(values, { invalid: "drop" })).toEqual({ values: ["x:a", "", "", "", "x:b"], valid: [0b10001] });
		expect(run(values, { invalid: "blank" })).toEqual(run(values, { invalid: "drop" }));
	});

	it("throws the error of the first invalid value under fail", () => {
		const fault = (values: string[]) => {
			try {
				return run(values, { invalid: "fail" });
			} catch (error) {
				expect(error).toBeInstanceOf(UriError);
				const { code, component, offset, message } = error as UriError;
				return { code, component, offset, message };
			}
		};
		const message = "Value at index 2: The port is not a number in decimal digits (at 9).";
		const expectedFault = { code: "invalid-port", component: "port", offset: 9, message };
		expect(fault(["x:a", "x:\n", "http://h:x", "1:"])).toEqual(expectedFault);
		expect(fault(["x:a", "x:b", "http://h:x", "1:"])).toEqual(expectedFault);
		expect(fault(["x:a", "x:b", "http://h:x\n", "1:"])).toEqual(expectedFault);
		expect(fault(["x:a", "x:\n"])).toEqual({ values: ["x:a", "x:"], valid: [0b11] });
	});

	it("treats LF, CR, NUL and a byte order mark as octets of a value", () => {
		const values = ["\ufeffx", "x:a\nb\n", "\n", "x:\r", "\r", "", "\r\n", "x:\0", "http://h/\r", "\n\n", ""];
		expect(run(values, { level: "string" }).values).toEqual(values.map((value) => decoder.decode(encoder.encode(value))));
		expect(run(values).values).toEqual(["%EF%BB%BFx", "x:ab", "", "x:", "", "", "", "x:", "http://h/", "", ""]);
		expect(run(values, { strict: true, invalid: "drop" }).valid).toEqual([0b00100000, 0b100]);
	});

	it.each([
		["descending offsets", { offsets: Int32Array.of(0, 2, 1), data: new Uint8Array(3) }, /index 2 is 1, which is less than 2/],
		["a negative offset", { offsets: Int32Array.of(-1, 2), data: new Uint8Array(3) }, /index 0 is -1, which is less than 0/],
		[
			"an offset after the end of the data",
			{ offsets: Int32Array.of(0, 4), data: new Uint8Array(3) },
			/last offset is 4, .* 3 bytes/,
		],
		[
			"a short bitmap",
			{ offsets: new Int32Array(10), data: new Uint8Array(0), valid: new Uint8Array(1) },
			/has 1 bytes, .* need 2/,
		],
	])("refuses %s", (_what, column, message) => {
		const attempt = () => normalizerOn(engine).normalizeColumn(column);
		expect(attempt).toThrow(expect.objectContaining({ name: "OptionError", code: "invalid-option" }));
		expect(attempt).toThrow(message);
	});

	it("asks for A-labels in the middle of a column and continues", () => {
		const values = Array.from({ length: 300 }, (_, index) => [`HTTP://ü${index}.example`, `http://a/${index}`]).flat();
		const normal = values.map((value) => new URL(value).href);
		expect(run(values)).toEqual({ values: normal, valid: Array(75).fill(0xff) });
		expect(run(["http://ü", "http://ü\n"], { idna: false }).values).toEqual(["http://%C3%BC/", "http://%C3%BC/"]);
	});

	it("normalizes hostile values independently of each other", () => {
		const value = fc.oneof(
			{ weight: 8, arbitrary: hostileOctets },
			{ weight: 1, arbitrary: fc.constantFrom("\n", "\r", "", "x:\n", "http://h/\r").map((text) => encoder.encode(text)) },
			{ weight: 1, arbitrary: fc.constant(undefined) },
		);
		const options = fc.record({
			level: fc.constantFrom("string", "syntax", "scheme" as const),
			strict: fc.boolean(),
			invalid: fc.constantFrom("keep", "drop", "blank" as const),
		});
		fc.assert(
			fc.property(fc.array(value, { maxLength: 40 }), options, fc.nat(20), fc.nat(), (octets, chosen, first, nulls) => {
				const normalizer = normalizerOn(engine, chosen);
				const column = columnOf(octets);
				// Makes nulls of some values that have octets.
				column.valid[0] = (column.valid[0] as number) & nulls;
				const values = octets.map((value, index) => (index < 8 && ((nulls >> index) & 1) === 0 ? undefined : value));
				const result = normalizer.normalizeColumn(movedBy(first, column));
				expect({ values: valuesOf(result), bits: bitsOf(result.valid, values.length) }).toEqual(expected(normalizer, values));
				expect([result.offsets[0], result.offsets.at(-1)]).toEqual([0, result.data.length]);
			}),
			{ numRuns: 300 },
		);
	});
});

describeEngines("long columns", (engine) => {
	const check = (values: readonly (Uint8Array | undefined)[], options: NormalizeOptions = {}) => {
		const normalizer = normalizerOn(engine, options);
		const result = normalizer.normalizeColumn(movedBy(5, columnOf(values)));
		const { values: normal, bits } = expected(normalizer, values);
		const actual = valuesOf(result);
		expect(actual.length).toBe(normal.length);
		expect(actual.findIndex((value, index) => value !== normal[index])).toBe(-1);
		expect(bitsOf(result.valid, values.length).findIndex((bit, index) => bit !== bits[index])).toBe(-1);
	};

	it("may have more values than a workspace holds", () => {
		const kinds = ["HTTP://a", "http://a/b", "", "1:", "x:\r", "http://h/%7e", undefined].map((text) =>
			text === undefined ? undefined : encoder.encode(text),
		);
		check(Array.from({ length: 40000 }, (_, index) => kinds[index % 7]));
		check(Array.from({ length: 20000 }, () => encoder.encode("")));
		check(
			Array.from({ length: 5000 }, () => encoder.encode("1:")),
			{ invalid: "drop" },
		);
	});

	it.each([127, 128, 129, 32767, 32768, 32769, 200000])("may have chunks that end within values of %i octets", (length) => {
		const value = encoder.encode(`http://h/${"a".repeat(length - 9)}`);
		check(Array.from({ length: 9 }, (_, index) => (index % 4 === 3 ? encoder.encode(`\n${index}:`) : value)));
	});

	it("may have values that contain line ends and grow as much as possible", () => {
		check(Array.from({ length: 9000 }, () => encoder.encode("\n\u00ff")));
		check(Array.from({ length: 9000 }, () => encoder.encode("\r\u00ff\r")));
		check(Array.from({ length: 9000 }, (_, index) => (index % 2 === 0 ? undefined : encoder.encode("ws://ü"))));
		const { offsets, data } = columnOf(Array.from({ length: 9000 }, () => "X:a"));
		const valid = new Uint8Array(1125).fill(0b01010101);
		const result = normalizerOn(engine).normalizeColumn({ offsets, data, valid });
		expect(decoder.decode(result.data) === "x:a".repeat(4500)).toBe(true);
		expect(result.valid).toEqual(valid);
	});
});
