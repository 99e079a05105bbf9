/** Arrays of strings: `normalizeAll` and `addAll` do what `tryNormalize` and `add` do one by one. Under every engine. */
import fc from "fast-check";
import { createNormalizer, SeenSet, UriError } from "urlsieve";
import { describe, expect, it } from "vitest";
import { describeEngines } from "../support/engines";

const KEY = new Uint8Array(16);

/** Strings in which lines and strings differ, or that have no normal form, each with the reason. */
const ODD: readonly [name: string, string][] = [
	["an LF inside", "http://a/b\nc"],
	["an LF at the end", "http://a/b\n"],
	["an LF at the start", "\nhttp://a/b"],
	["a CR at the end", "http://a/b\r"],
	["two CRs at the end", "http://a/b\r\r"],
	["a CR LF at the end", "HTTP://a/b\r\n"],
	["a CR inside", "http://a/b\rc"],
	["a byte order mark", "\ufeffhttp://a/b"],
	["a lone high surrogate", "http://a/\ud800"],
	["a lone low surrogate", "http://a/\udc00b"],
	["U+FFFD itself", "http://a/\ufffd"],
	["a pair of surrogates", "http://a/\u{10000}"],
	["a host for A-labels", "http://ex\u00e4mple.com"],
	["a host without A-labels", "http://xn--\u00e4.\u00e4"],
	["nothing", ""],
	["white space", " \t "],
	["no scheme", "1:x"],
	["an open bracket", "http://["],
	["more than a window", `http://a/${"%7e".repeat(4000)}`],
	["more than a batch", `HTTP://a/${"b".repeat(50_000)}`],
];
const ODD_STRINGS = ODD.map(([, text]) => text);
/** Strings in normal form. */
const PLAIN = Array.from({ length: 20 }, (_, index) => `http://example.com/${index}`);

/** The comparable part of a result. */
function shown(result: unknown): unknown {
	return result instanceof UriError ? { ...result, message: result.message } : result;
}

describeEngines("strings", (engine) => {
	const normalizer = createNormalizer({ engine });

	function agree(strings: readonly string[], by = normalizer): void {
		expect(by.normalizeAll(strings).map(shown)).toEqual(strings.map((text) => shown(by.tryNormalize(text))));
	}

	it("agrees on each odd string, first, in the middle and last", () => {
		for (const [, text] of ODD) {
			agree([text, ...PLAIN]);
			agree([...PLAIN, text, "HTTP://b"]);
			agree([...PLAIN, text]);
			agree([text, text]);
		}
	});

	it.each([{ level: "string" }, { level: "syntax" }, { strict: true }, { idna: false }, { edition: "1997" }] as const)(
		"agrees with the options %j",
		(options) => agree([...PLAIN, ...ODD_STRINGS, "HTTP://A%2D%5f", "http://a b"], createNormalizer({ ...options, engine })),
	);

	it("leaves the arguments of the caller unchanged", () => {
		const strings = Object.freeze(["HTTP://a", "http://b/"]);
		normalizer.normalizeAll(strings);
		expect(strings).toEqual(["HTTP://a", "http://b/"]);
	});

	const piece = fc.constantFrom(..."http:// HTTP: // a B / .. %41 % \u00e9 \ud800 ? #".split(" "), "\n", "\r", " ");
	const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
	it("agrees on batches of difficult pieces, and of pieces that make one line each", () => {
		const batch = fc.array(text, { maxLength: 12 });
		const lines = batch.map((strings) => strings.map((string) => string.replace(/[^ -~]/g, "%")));
		fc.assert(
			fc.property(fc.oneof(batch, lines), (strings) => agree(strings)),
			{ numRuns: 400 },
		);
	});

	describe("addAll", () => {
		const newSet = () => new SeenSet({ normalizer, key: KEY });
		/** `add` for each, with its error in place. */
		const addEach = (set: SeenSet, strings: readonly string[]) =>
			strings.map((string) => {
				try {
					return set.add(string);
				} catch (error) {
					return shown(error);
				}
			});

		function agreeOnAdding(strings: readonly string[]): void {
			const [together, alone] = [newSet(), newSet()];
			expect(together.addAll(strings).map(shown)).toEqual(addEach(alone, strings));
			expect(together.size).toBe(alone.size);
			for (const string of strings) {
				if (typeof normalizer.tryNormalize(string) === "string") expect(together.has(string)).toBe(true);
			}
		}

		it("takes a batch, and finds duplicates in it and in earlier ones", () => {
			const set = newSet();
			set.add("http://b/");
			expect(set.addAll(["http://a", "HTTP://A/", "HTTP://b", "http://c/", "http://c/"])).toEqual([
				true,
				false,
				false,
				true,
				false,
			]);
			expect(set.size).toBe(3);
		});

		it("agrees on each odd string", () => {
			for (const [, string] of ODD) agreeOnAdding([...PLAIN, string, string, ...PLAIN]);
		});

		it("agrees on strings of difficult pieces", () => {
			fc.assert(
				fc.property(fc.array(text, { maxLength: 12 }), (strings) => agreeOnAdding(strings)),
				{ numRuns: 100 },
			);
		});
	});
});
