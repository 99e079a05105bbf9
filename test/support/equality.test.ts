/** Values that are compared at once fail if they differ. */
import { describe, expect, it } from "vitest";

const MANY = 10_000;

describe("toEqual of many values", () => {
	const octets = (last: number) => new Uint8Array(MANY).fill(7).with(-1, last);
	const words = (last: string) => Array.from({ length: MANY }, (_, index) => `w${index}`).with(-1, last);

	it("holds for the same ones", () => {
		expect(octets(7)).toEqual(octets(7));
		expect({ words: words("x") }).toEqual({ words: words("x") });
	});

	it("finds one that differs, and another kind or number", () => {
		expect(octets(7)).not.toEqual(octets(8));
		expect(words("x")).not.toEqual(words("y"));
		expect({ words: words("x") }).not.toEqual({ words: words("y") });
		expect(octets(7)).not.toEqual(Buffer.from(octets(7)));
		expect(octets(7)).not.toEqual(octets(7).subarray(1));
		expect(words("x")).not.toEqual([...words("x"), undefined]);
	});

	it("still compares objects among them by their members, and takes matchers", () => {
		expect([...words("x"), { a: 1 }]).toEqual([...words("x"), { a: expect.any(Number) }]);
		expect([...words("x"), { a: 1 }]).not.toEqual([...words("x"), { a: 2 }]);
	});
});
