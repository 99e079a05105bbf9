/** Draws the ladder: two rails, with one rung beside each row of text. */
import { element, svgElement } from "../src/page/element";

/** A whole rung reaches from rail to rail. A broken one has a gap in the middle. */
export type RungState = "whole" | "broken";

const [LEFT, RIGHT, WIDTH] = [6, 42, 48];
const HEIGHT = 100;
/** Length of each end of a broken rung. */
const STUB = 9;

/** One row of the ladder. The rails stretch to the height of the text beside them. The rung keeps its size. */
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
