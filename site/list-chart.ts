/** The chart of a list: what each rung took out of it. A row begins where the one below it ends, until the unique lines are left. */
import { element, svgElement } from "./element";
import type { ListCounts } from "./list-sieve";

type RowName = "lines" | "rejects" | "string" | "syntax" | "scheme" | "unique";

const ROWS: readonly (readonly [name: RowName, label: string, meaning: string])[] = [
	["lines", "lines", "in the list"],
	["rejects", "rejects", "that are no references"],
	["string", "string", "merged: the same octets"],
	["syntax", "syntax", "merged: case, percent-encoding, dot-segments"],
	["scheme", "scheme", "merged: default port, empty path, rules of the scheme"],
	["unique", "unique", "left"],
];

/** Units of the width of a bar, and the least that is seen. */
const WIDTH = 1000;
const LEAST = 2;

/** A table with a bar in each row, and how to put counts into it. */
export function listChart(): { table: HTMLTableElement; show: (counts: ListCounts) => void } {
	const rows = ROWS.map(([name, label, meaning]) => chartRow(name, label, meaning));
	const head = element("tr", {}, ...["Rung", "Share", "Lines"].map((text) => element("th", { scope: "col" }, text)));
	const table = element(
		"table",
		{ class: "chart" },
		element("caption", { class: "unseen" }, "What was merged on which rung"),
		element("thead", { class: "unseen" }, head),
		element("tbody", {}, ...rows.map(({ row }) => row)),
	);
	return {
		table,
		show: (counts) => {
			const bars = barsOf(counts);
			for (const { name, update } of rows) update(counts[name], bars[name], counts.lines);
		},
	};
}

interface Bar {
	readonly from: number;
	readonly to: number;
}

/** What is taken out stands at the right end of what is left. */
function barsOf(counts: ListCounts): { readonly [name in RowName]: Bar } {
	const afterRejects = counts.lines - counts.rejects;
	const afterString = afterRejects - counts.string;
	const afterSyntax = afterString - counts.syntax;
	return {
		lines: { from: 0, to: counts.lines },
		rejects: { from: afterRejects, to: counts.lines },
		string: { from: afterString, to: afterRejects },
		syntax: { from: afterSyntax, to: afterString },
		scheme: { from: counts.unique, to: afterSyntax },
		unique: { from: 0, to: counts.unique },
	};
}

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
		const width = value === 0 ? 0 : Math.max(LEAST, (to - from) * unit);
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
