/** Counts of lines with a TAB, and with a CR inside, in chunks of any size. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LineCounts, LineSurvey, mergedCounts } from "../../src/cli/input/line-survey";

const octets = (text: string) => Buffer.from(text, "latin1");

/** The literal counts: lines end by LF, and one CR before it, or before the end, belongs to that. */
function counted(text: string): LineCounts {
	const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
	const returns = lines.map((line) => line.split("\r").length - 1);
	return {
		tabbed: lines.filter((line) => line.includes("\t")).length,
		returned: returns.filter((count) => count > 0).length,
		maxReturns: Math.max(...returns),
	};
}

function surveyed(chunks: readonly Uint8Array[]): LineCounts {
	const survey = new LineSurvey();
	for (const chunk of chunks) survey.add(chunk);
	survey.end();
	return mergedCounts([survey]);
}

describe("a survey", () => {
	it.each([
		["a\tb\tc\n\td\ne", { tabbed: 2, returned: 0, maxReturns: 0 }],
		["a\r\nb\r\nc\r", { tabbed: 0, returned: 0, maxReturns: 0 }],
		["a\rb\rc\r", { tabbed: 0, returned: 1, maxReturns: 2 }],
		["a\r\r\n\rb\nc", { tabbed: 0, returned: 2, maxReturns: 1 }],
		["", { tabbed: 0, returned: 0, maxReturns: 0 }],
	])("of %j counts its lines", (text, counts) => {
		expect(surveyed([octets(text)])).toEqual(counts);
	});

	it("counts the same in chunks of any size", () => {
		const texts = fc.string({ unit: fc.constantFrom("a", "\t", "\r", "\n"), maxLength: 40 });
		fc.assert(
			fc.property(texts, fc.array(fc.integer({ min: 0, max: 40 })), (text, cuts) => {
				const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
				const chunks = places.slice(1).map((end, index) => octets(text.slice(places[index], end)));
				expect(surveyed(chunks.filter(({ length }) => length > 0))).toEqual(counted(text));
			}),
			{ numRuns: 5000 },
		);
	});

	it("counts streams apart, and together", () => {
		const survey = new LineSurvey();
		for (const text of ["a\tb\rc", "d\te\rf\rg"]) {
			survey.add(octets(text));
			survey.end();
		}
		expect(mergedCounts([survey, surveyed([octets("\t\n")])])).toEqual({ tabbed: 3, returned: 2, maxReturns: 2 });
	});

	it("takes shared memory", () => {
		const shared = new Uint8Array(new SharedArrayBuffer(4));
		shared.set(octets("\ta\rb"));
		expect(surveyed([shared])).toEqual({ tabbed: 1, returned: 1, maxReturns: 1 });
	});
});
