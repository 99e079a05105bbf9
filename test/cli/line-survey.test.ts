/** Counts of lines with a TAB or with a CR inside, in a sample that does not depend on chunks. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LineCounts, LineSurvey, mergedCounts } from "../../src/files/input/line-survey";
import { runs } from "../support/extent";

const octets = (text: string) => Buffer.from(text, "latin1");
const MIB = 1048576;

/** The literal counts. LF ends a line, and a CR before LF or before the end is part of the line end. */
function counted(text: string): LineCounts {
	let position = 0;
	const lines = text.split(/(?<=\n)/).filter((line) => {
		const isSampled = position < 128 * 1024 || position % MIB < 2048;
		position += line.length;
		return isSampled && line !== "";
	});
	const returns = lines.map((line) => line.replace(/\r?\n?$/, "").split("\r").length - 1);
	return {
		examined: lines.length,
		tabbed: lines.filter((line) => line.includes("\t")).length,
		returned: returns.filter((count) => count > 0).length,
		maxReturns: returns.reduce((max, count) => Math.max(max, count), 0),
	};
}

function surveyed(chunks: readonly Uint8Array[]): LineCounts {
	const survey = new LineSurvey();
	for (const chunk of chunks) survey.add(chunk);
	survey.end();
	return mergedCounts([survey]);
}

function cut(text: string, cuts: readonly number[]): Buffer[] {
	const places = [0, ...cuts.filter((place) => place < text.length).sort((a, b) => a - b), text.length];
	return places.slice(1).map((end, index) => octets(text.slice(places[index], end)));
}

describe("LineSurvey", () => {
	it.each([
		["a\tb\tc\n\td\ne", { examined: 3, tabbed: 2, returned: 0, maxReturns: 0 }],
		["a\r\nb\r\nc\r", { examined: 3, tabbed: 0, returned: 0, maxReturns: 0 }],
		["a\rb\rc\r", { examined: 1, tabbed: 0, returned: 1, maxReturns: 2 }],
		["a\r\r\n\rb\nc", { examined: 3, tabbed: 0, returned: 2, maxReturns: 1 }],
		["\n\n", { examined: 2, tabbed: 0, returned: 0, maxReturns: 0 }],
		["", { examined: 0, tabbed: 0, returned: 0, maxReturns: 0 }],
	])("counts the lines of %j", (text, counts) => {
		expect(surveyed([octets(text)])).toEqual(counts);
	});

	it("does not depend on chunks", () => {
		const texts = fc.string({ unit: fc.constantFrom("a", "\t", "\r", "\n"), maxLength: 40 });
		fc.assert(
			fc.property(texts, fc.array(fc.integer({ min: 0, max: 40 })), (text, cuts) => {
				expect(surveyed(cut(text, cuts))).toEqual(counted(text));
			}),
			{ numRuns: runs(5000) },
		);
	});

	it.each([20, 4000, 20_000, 3_000_000])(
		"examines the first 128 KiB, then what starts in the first 2 KiB of each MiB, with lines of up to %d octets",
		(size) => {
			let text = "";
			for (let index = 0; text.length < 4 * MIB; ++index) {
				text += `${"a".repeat((index * 7919) % size)}${["\n", "\r\n", "\t\n", "\rb\n"][index % 4]}`;
			}
			const counts = counted(text);
			expect(counts.examined).toBeLessThan(text.split("\n").length - 1);
			// Cuts before, at and after the places where the sample begins and ends.
			const edges = [131072, ...[1, 2, 3].flatMap((period) => [period * MIB, period * MIB + 2048])];
			for (const shift of [-1, 0, 1]) {
				const cuts = edges.map((edge) => edge + shift);
				expect(surveyed(cut(text, cuts))).toEqual(counts);
			}
		},
	);

	it("examines the same lines when each chunk has a survey of its own", () => {
		const lines = Array.from({ length: 200_000 }, (_, index) => `http://example.com/${index}${index % 3 === 0 ? "\t" : ""}\r\n`);
		const whole = counted(lines.join(""));
		let position = 0;
		const surveys = Array.from({ length: 200 }, (_, index) => {
			const survey = new LineSurvey(position);
			const chunk = octets(lines.slice(1000 * index, 1000 * (index + 1)).join(""));
			position += chunk.length;
			survey.add(chunk);
			survey.end();
			return survey;
		});
		expect(mergedCounts(surveys)).toEqual(whole);
	});

	it("counts streams separately, and adds them up", () => {
		const survey = new LineSurvey();
		for (const text of ["a\tb\rc", "d\te\rf\rg"]) {
			survey.add(octets(text));
			survey.end();
		}
		expect(mergedCounts([survey, surveyed([octets("\t\n")])])).toEqual({ examined: 3, tabbed: 3, returned: 2, maxReturns: 2 });
	});

	it("accepts shared memory", () => {
		const shared = new Uint8Array(new SharedArrayBuffer(4));
		shared.set(octets("\ta\rb"));
		expect(surveyed([shared])).toEqual({ examined: 1, tabbed: 1, returned: 1, maxReturns: 1 });
	});
});
