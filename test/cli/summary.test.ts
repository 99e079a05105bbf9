/** The summary of `dedupe` by a profile: why lines are one page. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "./command";

const { path } = useFolder();

/** All orders of some names. */
function orders(names: readonly string[]): string[][] {
	if (names.length < 2) return [[...names]];
	return names.flatMap((first) => orders(names.filter((name) => name !== first)).map((rest) => [first, ...rest]));
}

/** All sets of some names. */
function sets(names: readonly string[]): string[][] {
	return Array.from({ length: 2 ** names.length }, (_, bits) => names.filter((_, index) => (bits >> index) & 1));
}

const UTM = ["utm_source", "utm_medium", "utm_campaign", "utm_term"];
const url = (names: readonly string[]) => `http://h/?${names.map((name) => `${name}=1`).join("&")}\n`;

function dedupe(input: string, ...more: string[]) {
	const args = ["dedupe", "--profile", "crawl@1", "--audit", path("audit"), "-o", path("out"), ...more];
	const { status, stderr } = run(args, input);
	expect(status).toBe(0);
	return { stderr, counts: stderr.split("\n").slice(1, -1), reasons: readFileSync(path("audit"), "utf8").split("\n") };
}

describe("the summary of dedupe --profile crawl@1 --audit", () => {
	it("has one line for a set of rules, whatever the order of the parameters", () => {
		const { counts, reasons } = dedupe(`http://h/\n${orders(UTM).map(url).join("")}`);
		const reason = "tracking@1:utm_campaign+tracking@1:utm_medium+tracking@1:utm_source+tracking@1:utm_term";
		expect(counts).toEqual([`          24  ${reason}`]);
		expect(new Set(reasons.slice(0, -1).map((line) => line.split("\t")[2]))).toEqual(new Set([reason]));
	});

	it("names each rule once", () => {
		expect(dedupe("http://h/\nhttp://h/?gclid=1&gclid=2\n").counts).toEqual(["           1  tracking@1:gclid"]);
	});

	it("has ten lines at most, the most frequent first, and counts the rest", () => {
		const all = sets(UTM).slice(1);
		const input = `http://h/\n${all.map(url).join("")}${url(["utm_term"]).repeat(3)}`;
		const { counts } = dedupe(input);
		expect(counts.length).toBe(11);
		expect(counts[0]).toBe("           4  tracking@1:utm_term");
		expect(counts.slice(1, 10)).toEqual([...counts.slice(1, 10)].sort());
		expect(counts[10]).toBe("           5  for 5 other reasons; see --json");
		const total = counts.reduce((sum, line) => sum + Number.parseInt(line, 10), 0);
		expect(total).toBe(all.length + 3);
	});

	it("has all of them in JSON", () => {
		const { merges } = JSON.parse(dedupe(`http://h/\n${sets(UTM).slice(1).map(url).join("")}`, "--json").stderr);
		expect(Object.keys(merges).length).toBe(15);
		expect(merges["tracking@1:utm_medium+tracking@1:utm_source"]).toBe(1);
	});
});
