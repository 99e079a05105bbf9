/** Renders a reference safely: components in colour, userinfo set apart, a password as dots (RFC 3986 §7.5, §7.6). */
import { type Span, visualize } from "urlsieve/text";
import { element } from "../src/page/element";
import { visibleNodes } from "../src/page/visible-text";
import { FULL, type Range, type Size, visibleRanges } from "./visible-ranges";

/** Ranges to mark: an error (`mark`), text that a rule removed (`del`) or inserted (`ins`), or a difference (`b`). */
export interface Marks {
	readonly as: "mark" | "del" | "ins" | "b";
	readonly ranges: readonly Range[];
}

const NO_MARKS: Marks = { as: "mark", ranges: [] };
/** Replaces a password of any length, so that not even its length shows. */
export const PASSWORD = "•••••";

/** Renders a reference. A long one is shortened to its start, its end and the marks. */
export function referenceText(reference: string, marks: Marks = NO_MARKS, size: Size = FULL): HTMLElement {
	const shown = element("span", { class: "reference", dir: "ltr", translate: "no" });
	const spans = visualize(reference);
	let end = 0;
	for (const range of visibleRanges(reference.length, size, marks.ranges)) {
		if (range.start > end) shown.append(omission(range.start - end));
		for (const span of spans) shown.append(...spanNodes(span, range, marks));
		end = range.end;
	}
	if (marks.ranges.at(-1)?.start === reference.length) shown.append(element("mark", { class: "end" }, "end"));
	return shown;
}

/** Marks the character at an offset. The mark is empty at the end of the reference. */
export function placeMark(reference: string, offset: number): Marks {
	const length = (reference.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
	return { as: "mark", ranges: [{ start: offset, end: Math.min(offset + length, reference.length) }] };
}

function omission(count: number): HTMLElement {
	return element("span", { class: "omission" }, ` … ${count.toLocaleString("en")} characters … `);
}

/** The visible nodes of a span within a range. */
function spanNodes(span: Span, range: Range, marks: Marks): Node[] {
	const [start, end] = [Math.max(span.start, range.start), Math.min(span.end, range.end)];
	if (start >= end) return [];
	const name = `component ${span.kind}`;
	if (!span.secret) return [element("span", { class: name }, ...markedNodes(span, { start, end }, marks))];
	if (span.start !== start) return [];
	const hidden = element("span", { class: name, title: "A password, not shown" }, PASSWORD);
	const isMarked = marks.ranges.some((mark) => mark.start < span.end && mark.end > span.start);
	return [isMarked ? element(marks.as, {}, hidden) : hidden];
}

/** The text of a range of a span, with and between the marks. */
function markedNodes(span: Span, { start, end }: Range, marks: Marks): Node[] {
	const text = (from: number, to: number) => visibleNodes(span.text.slice(from - span.start, to - span.start));
	const nodes: Node[] = [];
	let at = start;
	for (const mark of marks.ranges) {
		const [from, to] = [Math.max(at, mark.start), Math.min(end, mark.end)];
		if (from >= to) continue;
		nodes.push(...text(at, from), element(marks.as, {}, ...text(from, to)));
		at = to;
	}
	return [...nodes, ...text(at, end)];
}
