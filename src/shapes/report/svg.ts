/**
 * The report of `shapes` as a picture of a site: a row for each node of its tree, the largest first.
 *
 * ```
 *   /r                        16,000  ██████████
 *   └ /{word}  900 words      15,900  █████████
 *     ├ /comments             12,000  ███████
 *     └ 12 more                   80
 * ```
 */
import { counted, grouped } from "../../counted";
import { html, Markup } from "../../dedupe/report/markup";
import type { SitePicture } from "../picture/site-picture";
import { type TreeNode, treeOf } from "../picture/tree";
import type { ShapesReportData } from "./report";

/** Max nodes of a site. */
const MAX_NODES = 36;
/** Max characters of a label. */
const MAX_LABEL = 64;

const ROW = 22;
const INDENT = 18;
const WIDTH = 900;
const MARGIN = 20;
const COUNT_END = 690;
const BAR_START = 705;
const BAR_WIDTH = WIDTH - MARGIN - BAR_START;
/** What stands for a character that cannot be seen, or is none in XML. */
const UNSEEN = /[\p{C}\p{DI}]|(?! )\p{Z}/gu;

/** A line of the picture. */
interface Row {
	readonly depth: number;
	readonly label: string;
	readonly keys: number;
	readonly notes: string;
	readonly kind: "" | "merged" | "trap" | "rest";
}

/** Each site of the report, one below the other. */
export function shapesSvg({ sites }: ShapesReportData): string {
	let top = MARGIN;
	const parts = sites.map((picture) => {
		const rows = rowsOf(picture);
		const part = html`<g transform="translate(0 ${top})">${headOf(picture)}${rows.map((row, at) => rowOf(row, at + 1, rows, picture.keys))}</g>
`;
		top += ROW * (rows.length + 2);
		return part;
	});
	return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}" role="img">
<title>${titleOf(sites)}</title>
<style>${new Markup(STYLE)}</style>
<rect width="${WIDTH}" height="${top}" class="paper"/>
${parts}</svg>
`.text;
}

function titleOf(sites: readonly SitePicture[]): string {
	return sites.length === 0 ? "No site" : `The shapes of ${sites.map(({ site }) => shown(site)).join(", ")}`;
}

function headOf({ site, keys, kinds, precision }: SitePicture): Markup {
	const about = precision === undefined ? "" : `${precision} `;
	return html`<text x="${MARGIN}" y="${ROW / 2}"><tspan class="site">${shown(site)}</tspan> <tspan class="muted">${about}${counted(keys, "key")}, ${counted(kinds, "shape")}</tspan></text>
`;
}

function rowOf(row: Row, at: number, rows: readonly Row[], all: number): Markup {
	const { depth, label, keys, notes, kind } = row;
	const [x, y] = [MARGIN + INDENT * depth, ROW * at + ROW / 2];
	const width = Math.max(1, (BAR_WIDTH * keys) / all).toFixed(1);
	const lines = depth === 0 ? html`` : html`<path d="M${x - 12} ${ROW * parentOf(rows, at - 1) + ROW + 6}V${y - 4}h8"/>`;
	return html`${lines}<text x="${x}" y="${y}" class="${kind}">${shown(label)} <tspan class="note">${notes}</tspan></text><text x="${COUNT_END}" y="${y}" class="count">${grouped(keys)}</text><rect x="${BAR_START}" y="${y - 9}" width="${width}" height="10"/>
`;
}

/** The place of the row above that this one hangs from, from 1. */
function parentOf(rows: readonly Row[], at: number): number {
	const depth = (rows[at] as Row).depth;
	return rows.slice(0, at).findLastIndex((row) => row.depth < depth) + 1;
}

function rowsOf(picture: SitePicture): Row[] {
	const root = treeOf(picture);
	return rowsBelow(root, largestOf(root), 0);
}

function rowsBelow({ children }: TreeNode, drawn: ReadonlySet<TreeNode>, depth: number): Row[] {
	const rows = children
		.filter((child) => drawn.has(child))
		.flatMap((child) => [nodeRow(child, depth), ...rowsBelow(child, drawn, depth + 1)]);
	const rest = children.filter((child) => !drawn.has(child));
	if (rest.length === 0) return rows;
	const keys = rest.reduce((sum, child) => sum + child.keys, 0);
	return [...rows, { depth, label: `${grouped(rest.length)} more`, keys, notes: "", kind: "rest" }];
}

function nodeRow({ label, keys, position, traps }: TreeNode, depth: number): Row {
	const merged = position === undefined ? [] : [`${counted(position.merged, "word")} merged: ${position.rules.join(", ")}`];
	const notes = [...merged, ...traps.map(({ trap }) => `trap: ${trap}`)].join("; ");
	const kind = traps.length > 0 ? "trap" : position === undefined ? "" : "merged";
	return { depth, label, keys, notes, kind };
}

/** The nodes with most keys. None without those above it: they have as many. */
function largestOf(root: TreeNode): Set<TreeNode> {
	const all = [...descendants(root)];
	return new Set(all.sort((a, b) => b.keys - a.keys).slice(0, MAX_NODES));
}

function* descendants({ children }: TreeNode): Generator<TreeNode> {
	for (const child of children) {
		yield child;
		yield* descendants(child);
	}
}

function shown(text: string): string {
	const seen = text.replace(UNSEEN, "\u{fffd}");
	return seen.length > MAX_LABEL ? `${seen.slice(0, MAX_LABEL)}…` : seen;
}

const STYLE = `
.paper { fill: #fdfdfb; }
text { font: 13px ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #18211d; }
rect { fill: #0a6349; }
path { fill: none; stroke: #b9c2bb; }
.site { font-weight: bold; }
.muted, .count, .note, .rest { fill: #55615b; }
.note { font-size: 11px; }
.count { text-anchor: end; }
.merged { fill: #0a6349; }
.trap { fill: #a3261a; }
@media (prefers-color-scheme: dark) {
	.paper { fill: #1a211d; }
	text { fill: #e4eae5; }
	rect:not(.paper) { fill: #74d4ae; }
	path { stroke: #4a554e; }
	.muted, .count, .note, .rest { fill: #9caaa2; }
	.merged { fill: #74d4ae; }
	.trap { fill: #ff9f8c; }
}
`;
