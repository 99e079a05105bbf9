/** docs/integrations/scale.md: its figures are those that the bench has stored, and its extrapolation follows from them. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readResults } from "../../bench/measure/results";
import { figure, scaleText } from "../../bench/pages/scale-page";

const ROOT = new URL("../../", import.meta.url);
const page = readFileSync(new URL("docs/integrations/scale.md", ROOT), "utf8");
const results = readResults(new URL("bench/results", ROOT).pathname).get("scale");

/** The cells of the rows whose first cell matches. */
function rowsOf(text: string, first: RegExp): string[][] {
	const rows = text.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
	return rows.filter((cells) => first.test(cells[1] ?? "")).map((cells) => cells.slice(1, -1));
}

const number = (text: string | undefined) => Number((text ?? "").replaceAll(",", ""));
const octets = (text: string | undefined) => number(text?.slice(0, -3)) * (text?.endsWith(" TB") ? 1e12 : 1e9);

describe("docs/integrations/scale.md", () => {
	const step = (name: string) =>
		rowsOf(page, new RegExp(`^${name}`))[0]
			?.slice(1)
			.map(number) ?? [];
	const [dedupe = 0] = step("`dedupe` of a slice");
	const [route = 0, wire = 0] = step("route by key prefix");
	const [reduce = 0] = step("`dedupe --seen` of a partition");
	const [, snapshot = 0] = step("the store of a partition");
	const sizes = rowsOf(page, /^10[⁰¹²³⁴⁵⁶⁷⁸⁹]+$/);

	it("has the stored figures", () => {
		expect(results).toBeDefined();
		if (results !== undefined) expect(page).toContain(scaleText(results));
	});

	it("extrapolates by its own assumptions", () => {
		const [lines = 0, different = 0] = /([\d,]+) generated lines, of which ([\d,]+)/.exec(page)?.slice(1).map(number) ?? [];
		const [, cpu = 0, onWire = 0] = /a line takes ([\d,]+) ns of CPU and ([\d.]+) bytes/.exec(page)?.map(number) ?? [];
		expect(onWire).toBe(wire);
		// The lines that slices keep arrive at partitions: at least the different lines, at most all.
		expect((cpu - dedupe - route) / reduce).toBeGreaterThan(different / lines);
		expect((cpu - dedupe - route) / reduce).toBeLessThan(1);
		expect(sizes).toHaveLength(5);
		for (const [index, [size, hours, parallel, travels, stored, partitions]] of sizes.entries()) {
			const count = 10 ** (8 + index);
			expect(size).toBe(`10${[..."⁸⁹"][index] ?? `¹${[..."⁰¹²"][index - 2]}`}`);
			const rounded = (value: number) => Number(value.toPrecision(2));
			const near = (shown: number, value: number) => expect(Math.abs(shown / rounded(value) - 1)).toBeLessThan(0.03);
			near(number(hours), (count * cpu) / 1e9 / 3600);
			near(number(parallel), (count * cpu) / 1e9 / 3600 / 64);
			near(octets(travels), count * wire);
			near(octets(stored), (count * snapshot * different) / lines);
			const needed = (count * different) / lines / 1e8;
			expect(number(partitions)).toBeGreaterThanOrEqual(needed);
			expect(number(partitions) / 2).toBeLessThan(Math.max(needed, 1));
		}
	});

	it("has the measured skew", () => {
		const [keys, hosts] = ["by key prefix", "by host"].map((by) =>
			results === undefined ? "" : figure(results, "largest partition ÷ mean", by).toFixed(2),
		);
		expect(page).toContain(`the largest of 8 partitions has ${keys} times the mean`);
		expect(page).toContain(`By host, it has ${hosts} times`);
	});
});
