/** What a report tells of duplicates and rejects that are added one by one, or through the log of a run. */
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { MergeReport, type ReportRun } from "../../src/dedupe/report/merge-report";

const RUN: ReportRun = {
	version: "1.2.3",
	command: ["urlsieve"],
	date: "2026-01-01T00:00:00Z",
	rules: {},
	unique: 0,
	duplicates: 0,
	rejects: 0,
	merges: {},
};

const octets = (text: string) => new TextEncoder().encode(text);
const newReport = () => new MergeReport(tmpdir(), 2 ** 20);

/** Adds a duplicate. Without a kept line, only an earlier run knows it. */
function merge(
	report: MergeReport,
	kept: string | undefined,
	dropped: string,
	lines: readonly [number, number],
	reason = "string",
) {
	const [keptLine, droppedLine] = lines;
	report.addMerge({
		reason,
		kept: kept === undefined ? undefined : octets(kept),
		keptLine,
		dropped: octets(dropped),
		droppedLine,
	});
}

describe("a report of merges", () => {
	it("has the facts of the run, and nothing else without duplicates", () => {
		const lists = { hosts: [], sizes: [], largest: [], rejected: [], sample: [] };
		expect(newReport().data(RUN)).toEqual({ ...RUN, ...lists, otherHosts: 0, hostError: 0 });
		expect(newReport().tempOctets).toBe(0);
	});

	it("counts duplicates by the host of what is kept, or of what an earlier run has kept", () => {
		const report = newReport();
		merge(report, "http://A/", "http://b/", [1, 2]);
		merge(report, undefined, "http://c/", [0, 3]);
		merge(report, "mailto:a@b", "mailto:a@c", [4, 5]);
		merge(report, "http://a/", "http://a/", [1, 6]);
		merge(report, "urn:x:y", "URN:x:y", [7, 8]);
		merge(report, "urn:x:y", "URN:x:y", [7, 9]);
		const { hosts, otherHosts } = report.data({ ...RUN, duplicates: 6 });
		expect(hosts).toEqual([
			{ host: null, duplicates: 3 },
			{ host: "a", duplicates: 2 },
			{ host: "c", duplicates: 1 },
		]);
		expect(otherHosts).toBe(0);
	});

	it("lists fifty hosts, and counts the duplicates of all others", () => {
		const report = newReport();
		for (let host = 0; host < 52; ++host) merge(report, `http://h${host}/`, "x", [1, 2]);
		merge(report, "http://h51/", "x", [1, 2]);
		const { hosts, otherHosts } = report.data({ ...RUN, duplicates: 53 });
		expect(hosts).toHaveLength(50);
		expect(hosts[0]).toEqual({ host: "h51", duplicates: 2 });
		expect(otherHosts).toBe(2);
	});

	it("has no class of lines that only an earlier run knows", () => {
		const report = newReport();
		merge(report, undefined, "http://c/", [0, 3], "-");
		const { sizes, largest, sample } = report.data(RUN);
		expect([sizes, largest]).toEqual([[], []]);
		expect(sample).toEqual([{ reason: "-", dropped: { line: 3, text: "http://c/" } }]);
		merge(report, "http://d/", "http://D/", [4, 5], "syntax");
		expect(report.data(RUN).sizes).toEqual([{ from: 2, to: 2, classes: 1 }]);
	});

	it("samples a hundred duplicates of each reason, in the order of their lines", () => {
		const report = newReport();
		for (let line = 400; line > 0; --line) merge(report, "k", `d${line}`, [1, line], line % 4 === 0 ? "syntax" : "string");
		const { sample } = report.data(RUN);
		const lines = sample.map(({ dropped }) => dropped.line);
		expect(lines).toEqual([...lines].sort((a, b) => a - b));
		expect(sample.filter(({ reason }) => reason === "syntax")).toHaveLength(100);
		expect(sample.filter(({ reason }) => reason === "string")).toHaveLength(100);
		expect(sample.every(({ dropped }) => dropped.text === `d${dropped.line}`)).toBe(true);
		expect(sample[0]?.kept).toEqual({ line: 1, text: "k" });
	});

	it("lets reasons beyond the first forty share a sample", () => {
		const report = newReport();
		for (let reason = 0; reason < 43; ++reason)
			for (let line = 1; line <= 60; ++line) merge(report, "k", "d", [1, 1000 * reason + line], `r${reason}`);
		const { sample } = report.data(RUN);
		const of = (from: number, end: number) =>
			sample.filter(({ dropped }) => dropped.line > 1000 * from && dropped.line <= 1000 * (end - 1) + 60);
		expect(of(0, 40)).toHaveLength(40 * 60);
		expect(of(40, 43)).toHaveLength(100);
	});

	it("copies what it samples, up to the octet that shows the cut", () => {
		const report = newReport();
		const [kept, dropped] = [octets("a".repeat(1200)), octets("b".repeat(1200))];
		report.addMerge({ reason: "r", kept, keptLine: 1, dropped, droppedLine: 2 });
		kept.fill(0x78);
		dropped.fill(0x78);
		expect(report.data(RUN).sample).toEqual([
			{
				reason: "r",
				kept: { line: 1, text: "a".repeat(1000), isCut: true },
				dropped: { line: 2, text: "b".repeat(1000), isCut: true },
			},
		]);
	});
});

describe("rejects", () => {
	it("are counted by code, the most frequent one first, with the first five lines", () => {
		const report = newReport();
		report.addReject("invalid-port", 1, octets("http://h:x"));
		for (let line = 2; line <= 7; ++line) report.addReject("invalid-ip-literal", line, octets(`http://[${line}`));
		expect(report.data(RUN).rejected).toEqual([
			{
				code: "invalid-ip-literal",
				count: 6,
				examples: [2, 3, 4, 5, 6].map((line) => ({ line, text: `http://[${line}` })),
			},
			{ code: "invalid-port", count: 1, examples: [{ line: 1, text: "http://h:x" }] },
		]);
	});

	it("with equal counts come in the order of their first lines", () => {
		const report = newReport();
		for (const [line, code] of ["b", "a", "c"].entries()) report.addReject(code, line, octets(""));
		expect(report.data(RUN).rejected.map(({ code }) => code)).toEqual(["b", "a", "c"]);
	});
});
