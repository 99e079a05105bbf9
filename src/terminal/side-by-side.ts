/**
 * The normalization of two references, side by side: each rule that changes at least one of them, with its results.
 *
 * ```
 *     HTTP://Example.com/%7Efoo  http://example.com:80/~foo
 *   scheme-case, RFC 3986 §6.2.2.1
 *     http://Example.com/%7Efoo                                  an empty cell: the rule changes nothing here
 *   …
 *   normal form
 *     http://example.com/~foo    http://example.com/~foo
 * ```
 */
import { UriError } from "../errors";
import { type Explanation, RULES } from "../reference/explain";
import { columnsOf, withUnseenShown, wrapSpans, wrapWords } from "../text/columns";
import { shownText } from "../text/shown-text";
import { type Span, visualize } from "../text/visualize";
import { paint } from "./paint";

/** A reference, with the steps to its normal form or the error. */
export interface Side {
	readonly input: string;
	readonly outcome: Explanation | UriError;
}

/** The space to print in. */
export interface Screen {
	/** Columns of the terminal; Infinity if rows may have any length. */
	readonly columns: number;
	readonly inColour: boolean;
}

/** A reference, a sentence, or an empty cell. */
type Cell = { readonly spans: readonly Span[] } | { readonly sentence: string } | undefined;

interface Row {
	readonly title: string | undefined;
	readonly cells: readonly Cell[];
}

/** Columns before and between cells. */
const GAP = 2;
/** Cells too narrow to read are stacked instead. */
const MIN_WIDTH = 16;

export function sideBySide(sides: readonly [Side, Side], screen: Screen): string {
	const rows = rowsOf(sides);
	const widths = widthsOf(rows, screen.columns);
	const show = (cell: Cell, width: number) => shownCell(cell, width, screen.inColour);
	const lines = rows.flatMap(({ title, cells }) => {
		const shown = cells.map((cell, side) => show(cell, widths?.[side] ?? Math.max(screen.columns - GAP, 1)));
		const titles = title === undefined ? [] : [title];
		return [...titles, ...(widths === undefined ? stacked(shown) : joined(shown, widths[0] as number))];
	});
	return lines.join("\n");
}

/** The references, the rules that change one of them in the order in which they run, and the normal forms. */
function rowsOf(sides: readonly Side[]): Row[] {
	const steps = sides.map(({ outcome }) => (outcome instanceof UriError ? [] : outcome.steps));
	const rules = RULES.map(([, rule, section]) => ({
		title: `${rule}, ${section}`,
		cells: steps.map((own) => textCell(own.find((step) => step.rule === rule)?.after)),
	}));
	return [
		{ title: undefined, cells: sides.map(({ input }) => textCell(input)) },
		...rules.filter(({ cells }) => cells.some((cell) => cell !== undefined)),
		{ title: "normal form", cells: sides.map(({ outcome }) => lastCell(outcome)) },
	];
}

function textCell(text: string | undefined): Cell {
	return text === undefined ? undefined : { spans: withUnseenShown(visualize(text)) };
}

function lastCell(outcome: Explanation | UriError): Cell {
	return outcome instanceof UriError ? { sentence: shownText(outcome.message) } : textCell(outcome.value);
}

/** The widths of both columns: half each, or more for one if the other needs less. Undefined if there is no room for two. */
function widthsOf(rows: readonly Row[], columns: number): readonly number[] | undefined {
	const [a, b] = [0, 1].map((side) => Math.max(...rows.map(({ cells }) => wantedWidth(cells[side])))) as [number, number];
	const room = columns - 2 * GAP;
	if (a + b <= room) return [a, b];
	const half = Math.floor(room / 2);
	if (half < MIN_WIDTH) return undefined;
	const left = Math.min(a, Math.max(half, room - b));
	return [left, room - left];
}

function wantedWidth(cell: Cell): number {
	if (cell === undefined) return 0;
	return columnsOf("spans" in cell ? textOf(cell.spans) : cell.sentence);
}

/** A printed row of a cell, and the columns that it takes: escape sequences take none. */
interface ShownRow {
	readonly text: string;
	readonly columns: number;
}

function shownCell(cell: Cell, width: number, inColour: boolean): ShownRow[] {
	if (cell === undefined) return [];
	if ("sentence" in cell) return wrapWords(cell.sentence, width).map((text) => ({ text, columns: columnsOf(text) }));
	return wrapSpans(cell.spans, width).map((spans) => {
		const text = textOf(spans);
		return { text: paint(text, spans, inColour), columns: columnsOf(text) };
	});
}

function textOf(spans: readonly Span[]): string {
	return spans.map(({ text }) => text).join("");
}

/** Two cells side by side, the first one padded to `width`. */
function joined([a = [], b = []]: readonly ShownRow[][], width: number): string[] {
	return Array.from({ length: Math.max(a.length, b.length) }, (_, index) => {
		const [left, right] = [a[index] ?? { text: "", columns: 0 }, b[index]];
		const padding = " ".repeat(Math.max(width - left.columns, 0) + GAP);
		return `${" ".repeat(GAP)}${left.text}${right === undefined ? "" : padding + right.text}`.trimEnd();
	});
}

/** Two cells, one below the other, labelled A and B. Empty cells are left out. */
function stacked(cells: readonly ShownRow[][]): string[] {
	return cells.flatMap((rows, side) => rows.map(({ text }, index) => `${index === 0 ? "AB"[side] : " "} ${text}`));
}
