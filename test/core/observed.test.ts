/** The level "protocol": references observed to lead to the same resource (RFC 3986 §6.2.4). */
import fc from "fast-check";
import { createNormalizer, SeenSet } from "urlsieve";
import { describe, expect, it } from "vitest";
import { ENGINES } from "../support/engines";

const A = "http://a.example/";
const B = "https://a.example/";
const C = "https://www.a.example/";

describe.each(ENGINES)("observations [%s]", (engine) => {
	it("make references equal at level protocol, transitively", () => {
		const normalizer = createNormalizer({ engine, observed: [[A, B]] });
		normalizer.observe("HTTPS://A.example", C);
		expect(normalizer.compare("http://a.example:80", C)).toBe("protocol");
		expect(normalizer.equivalent(A, C)).toBe(true);
		expect(normalizer.representative("HTTP://a.example")).toBe(C);
		expect(normalizer.compare(A, "http://a.example")).toBe("scheme");
		expect(normalizer.compare(A, "http://b.example/")).toBe(undefined);
	});

	it("may form cycles", () => {
		const normalizer = createNormalizer({
			engine,
			observed: [
				[A, B],
				[B, C],
				[C, A],
				[A, A],
			],
		});
		expect(normalizer.representative(A)).toBe(normalizer.representative(C));
		expect(normalizer.compare(A, C)).toBe("protocol");
	});

	it("are part of the keys of a set with byObserved, for references and lines", () => {
		const normalizer = createNormalizer({ engine, observed: [[A, B]] });
		const seen = new SeenSet({ normalizer, byObserved: true });
		expect([seen.add(A), seen.add(B), seen.add("http://A.example"), seen.has(B), seen.size]).toEqual([
			true,
			false,
			false,
			true,
			1,
		]);
		expect(seen.fingerprint(A)).toBe(seen.fingerprint(B));
		normalizer.observe(C, B);
		const lines = new TextEncoder().encode(`${C}\nhttp://x/\n${A}\n`);
		expect(seen.addLines(lines)).toMatchObject({ added: 1, duplicates: 2 });
		expect(new SeenSet({ normalizer }).addLines(lines)).toMatchObject({ added: 3 });
	});

	it("are validated like any reference", () => {
		expect(() => createNormalizer({ engine, observed: [["1:", A]] })).toThrow(
			expect.objectContaining({ code: "invalid-scheme" }),
		);
	});
});

it("agree with a search of the graph of observations", () => {
	const name = fc.integer({ min: 0, max: 12 }).map((n) => `http://h/${n}`);
	fc.assert(
		fc.property(fc.array(fc.tuple(name, name), { maxLength: 20 }), name, name, (pairs, from, to) => {
			const normalizer = createNormalizer({ observed: pairs });
			const reached = new Set([from]);
			for (let grown = true; grown; ) {
				const size = reached.size;
				for (const [a, b] of pairs) if (reached.has(a) || reached.has(b)) reached.add(a).add(b);
				grown = reached.size > size;
			}
			expect(normalizer.equivalent(from, to)).toBe(reached.has(to));
		}),
	);
});

it("follow long chains", () => {
	const normalizer = createNormalizer();
	for (let n = 0; n < 20000; ++n) normalizer.observe(`http://h/${n}`, `http://h/${n + 1}`);
	for (let n = 0; n < 20000; ++n) expect(normalizer.representative(`http://h/${n}`)).toBe("http://h/20000");
});
