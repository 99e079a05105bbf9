/** Draws the results: the cost of a reference, and the growth of time and memory. */

import { isOfSlices } from "../lists/corpus";
import type { Results, Row } from "../measure/results";
import { BY_LENGTH, BY_LINES } from "../suites/growth";
import { type Curve, type DotRow, dotPlot, heightOfRows, linePlot } from "./plot";
import { picture } from "./svg";

const WIDTH = 860;
const GAP = 20;
const HALF = (WIDTH - GAP) / 2;
const PLOT_HEIGHT = 260;

/** The picture of the available results as SVG. Undefined if there are none to draw. */
export function pictureOf(results: ReadonlyMap<string, Results>): string | undefined {
	const costs = [results.get("bulk"), results.get("single")].filter((suite) => suite !== undefined);
	const growth = results.get("growth");
	const plots: string[] = [];
	let y = 0;
	for (const suite of costs) {
		plots.push(costPlot(suite, y));
		y += heightOfRows(dotRows(suite).length) + GAP;
	}
	if (growth !== undefined) {
		plots.push(...growthPlots(growth, y));
		y += 2 * PLOT_HEIGHT + GAP;
	}
	if (plots.length === 0) return undefined;
	return picture(WIDTH, y, "Cost of a reference in urlsieve and its peers, and growth of time and memory", ...plots);
}

function costPlot(suite: Results, y: number): string {
	const rows = dotRows(suite);
	const box = { x: 0, y, width: WIDTH, height: heightOfRows(rows.length) };
	return dotPlot(box, suite.title, "nanoseconds per reference (left is faster)", inputsOf(suite), rows);
}

/** The medians of the first version of Node.js: a row per name, a value per input. */
function dotRows({ rows }: Results): DotRow[] {
	const first = rows.filter(({ node }) => node === rows[0]?.node);
	const inputs = inputsOf({ rows });
	return [...new Set(first.map(({ name }) => name))].map((name) => ({
		name,
		values: inputs.map((input) => first.find((row) => row.name === name && row.input === input)?.median),
	}));
}

/** The inputs, without the slices beside flat strings. */
function inputsOf({ rows }: Pick<Results, "rows">): string[] {
	return [...new Set(rows.map(({ input }) => input))].filter((input) => !isOfSlices(input));
}

function growthPlots({ rows }: Results, y: number): string[] {
	const plots = [
		["Time for more lines", "seconds", BY_LINES, (row: Row) => row.best],
		["Memory for more lines", "megabytes", BY_LINES, (row: Row) => row.memory],
		["Time for longer lines, same file size", "seconds", BY_LENGTH, (row: Row) => row.best],
		["Memory for longer lines, same file size", "megabytes", BY_LENGTH, (row: Row) => row.memory],
	] as const;
	return plots.map(([title, yAxis, input, value], index) => {
		const box = {
			x: (index % 2) * (HALF + GAP),
			y: y + (index >> 1) * (PLOT_HEIGHT + GAP),
			width: HALF,
			height: PLOT_HEIGHT,
		};
		return linePlot(box, title, input, yAxis, curvesOf(rows, input, value));
	});
}

/** A curve for each name. Values that are not positive are noise and cannot be drawn on a logarithmic axis. */
function curvesOf(rows: readonly Row[], input: string, value: (row: Row) => number | undefined): Curve[] {
	const own = rows.filter((row) => row.input === input);
	return [...new Set(own.map(({ name }) => name))].map((name) => ({
		name,
		points: own
			.filter((row) => row.name === name)
			.map((row) => [row.at ?? 0, value(row) ?? 0] as const)
			.filter(([x, height]) => x > 0 && height > 0),
	}));
}
