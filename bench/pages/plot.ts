/** Plots with logarithmic axes, on which proportional growth is a straight line. */
import { COLOURS, line, mark, text } from "./svg";

/** Position and size of a plot in the picture. */
export interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** Points of a curve in ascending order of x. Both coordinates are positive. */
export interface Curve {
	readonly name: string;
	readonly points: readonly (readonly [x: number, y: number])[];
}

/** One row of dots: a value per series, or undefined. */
export interface DotRow {
	readonly name: string;
	readonly values: readonly (number | undefined)[];
}

interface Scale {
	/** The coordinate of a value. */
	at(value: number): number;
	/** Powers of ten. */
	readonly ticks: readonly number[];
}

const ROW = 22;
/** Vertical offset between the marks of a row, so that none hides another. */
const SHIFT = 4;
const HEAD = 52;
const FOOT = 44;
const AXIS = 56;
const RIGHT = 28;
const NAMES = 250;
const LEGEND_STEP = 100;

/** The height of a dot plot with `count` rows. */
export function heightOfRows(count: number): number {
	return HEAD + count * ROW + FOOT;
}

/** A logarithmic axis that ends at powers of ten and covers at least one decade. */
function logScale(values: readonly number[], from: number, to: number): Scale {
	const first = Math.floor(Math.log10(Math.min(...values)));
	const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
	const ticks = Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
	return { ticks, at: (value) => from + ((Math.log10(value) - first) / (last - first)) * (to - from) };
}

/** Draws rows of dots, one dot per series. */
export function dotPlot(box: Box, title: string, unit: string, series: readonly string[], rows: readonly DotRow[]): string {
	const [left, right, top] = [box.x + NAMES, box.x + box.width - RIGHT, box.y + HEAD];
	const bottom = top + rows.length * ROW;
	const values = rows.flatMap((row) => row.values.filter((value) => value !== undefined));
	const scale = logScale(values, left, right);
	return [
		heading(box, title, series),
		...scale.ticks.map((tick) => line(scale.at(tick), top, scale.at(tick), bottom, GRID)),
		...scale.ticks.map((tick) => text(scale.at(tick), bottom + 16, tickText(tick), MIDDLE)),
		text((left + right) / 2, bottom + 34, unit, MIDDLE),
		...rows.flatMap(({ name, values: row }, index) => {
			const y = top + (index + 0.5) * ROW;
			const marks = row.map((value, which) => (value === undefined ? "" : mark(which, scale.at(value), y + (which - 1) * SHIFT)));
			return [text(left - 10, y + 4, name, END), line(left, y, right, y, { ...GRID, "stroke-opacity": 0.12 }), ...marks];
		}),
	].join("\n");
}

/** Draws curves with a mark at each point. */
export function linePlot(box: Box, title: string, xAxis: string, yAxis: string, curves: readonly Curve[]): string {
	const [left, right, top, bottom] = [box.x + AXIS, box.x + box.width - RIGHT, box.y + HEAD, box.y + box.height - FOOT];
	const points = curves.flatMap((curve) => curve.points);
	const across = logScale(
		points.map(([x]) => x),
		left,
		right,
	);
	const up = logScale(
		points.map(([, y]) => y),
		bottom,
		top,
	);
	return [
		heading(
			box,
			title,
			curves.map(({ name }) => name),
		),
		...up.ticks.map((tick) => line(left, up.at(tick), right, up.at(tick), GRID)),
		...up.ticks.map((tick) => text(left - 8, up.at(tick) + 4, tickText(tick), END)),
		...across.ticks.map((tick) => line(across.at(tick), top, across.at(tick), bottom, GRID)),
		...across.ticks.map((tick) => text(across.at(tick), bottom + 16, tickText(tick), MIDDLE)),
		text((left + right) / 2, bottom + 34, xAxis, MIDDLE),
		text(box.x + 12, (top + bottom) / 2, yAxis, {
			...MIDDLE,
			transform: `rotate(-90 ${box.x + 12} ${(top + bottom) / 2})`,
		}),
		...curves.map(({ points: own }, index) =>
			curve(
				own.map(([x, y]) => [across.at(x), up.at(y)] as const),
				index,
			),
		),
	].join("\n");
}

const GRID = { stroke: COLOURS.grid, "stroke-opacity": 0.3 };
const MIDDLE = { "text-anchor": "middle" };
const END = { "text-anchor": "end" };

/** The title with the legend below it. */
function heading({ x, y }: Box, title: string, series: readonly string[]): string {
	const legend = series.map((name, index) => {
		const at = x + 6 + index * LEGEND_STEP;
		return mark(index, at, y + 33) + text(at + 10, y + 37, name);
	});
	return text(x, y + 14, title, { "font-weight": "bold", "font-size": 14 }) + legend.join("");
}

function curve(points: readonly (readonly [number, number])[], series: number): string {
	const stroke = COLOURS.series[series % COLOURS.series.length] as string;
	const pairs = points.map((point, index) => {
		const [before] = points.slice(index - 1, index);
		return index === 0 || before === undefined
			? ""
			: line(before[0], before[1], point[0], point[1], { stroke, "stroke-width": 2 });
	});
	return pairs.join("") + points.map(([x, y]) => mark(series, x, y)).join("");
}

/** A power of ten: in digits from 0.001 to 1,000, otherwise as 10 with an exponent. */
function tickText(tick: number): string {
	const exponent = Math.round(Math.log10(tick));
	if (exponent >= -3 && exponent <= 3) return tick.toLocaleString("en-US", { maximumFractionDigits: 3 });
	const digits = [...String(Math.abs(exponent))].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
	return `10${exponent < 0 ? "⁻" : ""}${digits}`;
}
