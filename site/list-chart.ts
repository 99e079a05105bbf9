/**
 * The waterfall chart of a list: how many lines each level removed, down to the unique ones.
 *
 * ```
 *   lines    ████████████████
 *   comments                █
 *   rejects                █
 *   string            █████
 *   syntax         ███
 *   scheme      ███
 *   key       ██
 *   unique   █
 * ```
 *
 * The row "key" appears only if a profile or a policy is chosen, and "comments" only if there are some.
 */
import { element, svgElement } from "../src/page/element";
import type { ListCounts } from "./list-sieve";

type RowName = "lines" | "comments" | "rejects" | "string" | "syntax" | "scheme" | "key" | "unique";

const ROWS: readonly (readonly [name: RowName, label: string, meaning: string])[] = [
	["lines", "lines", "in the list"],
	["comments", "comments", "blank lines, and lines that begin with #"],
	["rejects", "rejects", "not valid references"],
	["string", "string", "merged: identical octets"],
	["syntax", "syntax", "merged: case, percent-encoding, dot-segments"],
	["scheme", "scheme", "merged: default port, empty path, rules of the scheme"],
	["key", "key", "merged: the same page by the profile or policy"],
	["unique", "unique", "remaining"],
];

const WIDTH = 1000;
/** Width of the narrowest visible bar. */
const MIN_WIDTH = 2;

/** Creates the table, and a function that updates its counts. `hasKeys`: whether a profile or a policy is chosen. */
export function listChart(hasKeys: boolean): { table: HTMLTableElement; show: (counts: ListCounts) => void } {
	const all = ROWS.map(([name, label, meaning]) => chartRow(name, label, meaning));
	const [first, comments] = all as [ChartRow, ChartRow];
	const rows = all.filter(({ name }) => hasKeys || name !== "key");
	const head = element("tr", {}, ...["Level", "Share", "Lines"].map((text) => element("th", { scope: "col" }, text)));
	const table = element(
		"table",
		{ class: "chart" },
		element("caption", { class: "unseen" }, "Lines merged at each level"),
		element("thead", { class: "unseen" }, head),
		element("tbody", {}, ...rows.filter((row) => row !== comments).map(({ row }) => row)),
	);
	return {
		table,
		show: (counts) => {
			const bars = barsOf(counts);
			if (counts.comments > 0) first.row.after(comments.row);
			for (const { name, update } of rows) update(counts[name], bars[name], counts.lines);
		},
	};
}

interface Bar {
	readonly from: number;
	readonly to: number;
}

/** Each bar of removed lines ends where the bar above it begins. */
function barsOf(counts: ListCounts): { readonly [name in RowName]: Bar } {
	const afterComments = counts.lines - counts.comments;
	const afterRejects = afterComments - counts.rejects;
	const afterString = afterRejects - counts.string;
	const afterSyntax = afterString - counts.syntax;
	const afterScheme = afterSyntax - counts.scheme;
	return {
		lines: { from: 0, to: counts.lines },
		comments: { from: afterComments, to: counts.lines },
		rejects: { from: afterRejects, to: afterComments },
		string: { from: afterString, to: afterRejects },
		syntax: { from: afterSyntax, to: afterString },
		scheme: { from: afterScheme, to: afterSyntax },
		key: { from: counts.unique, to: afterScheme },
		unique: { from: 0, to: counts.unique },
	};
}

type ChartRow = ReturnType<typeof chartRow>;

function chartRow(name: RowName, label: string, meaning: string) {
	const bar = svgElement("rect", { y: "0", height: "10", x: "0", width: "0" });
	const count = element("td", { class: "count" }, "0");
	const picture = svgElement("svg", { viewBox: `0 0 ${WIDTH} 10`, preserveAspectRatio: "none", "aria-hidden": "true" }, bar);
	const share = element("span", { class: "share" }, "");
	const row = element(
		"tr",
		{ class: `row-${name}`, "data-row": name },
		element(
			"th",
			{ scope: "row" },
			element("span", { class: "label" }, label),
			" ",
			element("span", { class: "meaning" }, meaning),
		),
		element("td", { class: "bar" }, picture, share),
		count,
	);
	const update = (value: number, { from, to }: Bar, all: number) => {
		const unit = all === 0 ? 0 : WIDTH / all;
		const width = value === 0 ? 0 : Math.max(MIN_WIDTH, (to - from) * unit);
		bar.setAttribute("x", String(Math.min(from * unit, WIDTH - width)));
		bar.setAttribute("width", String(width));
		count.textContent = value.toLocaleString("en");
		share.textContent = shareOf(value, all);
	};
	return { name, row, update };
}

function shareOf(value: number, all: number): string {
	if (all === 0 || value === 0) return "";
	const share = (100 * value) / all;
	return share < 0.1 ? "below 0.1 %" : `${share.toFixed(share < 10 ? 1 : 0)} %`;
}
