/** The picture of the ladder: two rails, and one rung between them for each row beside it. */
import { element, svgElement } from "./element";

/** How a rung is drawn: from rail to rail, or broken in the middle. */
export type RungState = "whole" | "broken";

const [LEFT, RIGHT, WIDTH] = [6, 42, 48];
const HEIGHT = 100;
/** What is left on each side of a broken rung. */
const STUB = 9;

/** A row of the ladder: it is stretched to the height of what stands beside it, its rung is not. */
export function rungPicture(state: RungState, isStrong: boolean): HTMLElement {
	const rails = svgElement(
		"svg",
		{ class: "rails", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none" },
		...[LEFT, RIGHT].map((x) => svgElement("path", { d: `M${x} 0V${HEIGHT}`, "vector-effect": "non-scaling-stroke" })),
	);
	const line = state === "whole" ? `M${LEFT} 12H${RIGHT}` : `M${LEFT} 12H${LEFT + STUB}M${RIGHT - STUB} 12H${RIGHT}`;
	const rung = svgElement(
		"svg",
		{ class: "crossbar", viewBox: `0 0 ${WIDTH} 24`, width: String(WIDTH), height: "24" },
		svgElement("path", { d: line }),
	);
	return element("div", { class: `picture ${state}${isStrong ? " strong" : ""}`, "aria-hidden": "true" }, rails, rung);
}
