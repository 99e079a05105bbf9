/** Two URLs: the rung of the ladder on which they meet. */
import { compare, type Level, UriError } from "urlsieve";
import { element, elementById } from "./element";
import { climb, type Stand, tryNormalize } from "./ladder";
import { rungPicture } from "./ladder-picture";
import { referenceText } from "./reference-text";
import { faultOf } from "./rungs-part";
import { sectionLink } from "./section-link";
import { announce } from "./status";
import { differenceOf } from "./text-difference";
import { hideError, showError } from "./text-field";

const VERDICTS: { readonly [rung in Level | "none"]: readonly [verdict: string, reason: string] } = {
	string: ["They are the same, octet by octet.", "There is nothing to find out."],
	syntax: ["They meet on the rung syntax.", "The grammar alone says that they are the same."],
	scheme: ["They meet on the rung scheme.", "What the scheme takes for granted makes them the same."],
	none: ["They do not meet.", "By RFC 3986 alone, nobody may take one for the other."],
};

/** Shows on which rung two references meet; nothing unless both are there and have a normal form. */
export function showTwo(first: string, second: string): void {
	const result = elementById("two-result", HTMLElement);
	result.replaceChildren();
	const isNormal = [isFine("first", first), isFine("second", second)].every(Boolean);
	if (first === "" || second === "" || !isNormal) return;
	const [verdict, reason] = VERDICTS[compare(first, second) ?? "none"];
	const others = climb(second);
	const rows = climb(first).map((stand, index) => rungItem(stand, others[index] as Stand));
	result.append(
		element("p", { class: "verdict", id: "verdict" }, verdict, " ", element("span", { class: "reason" }, reason)),
		element("section", { "aria-label": "The ladder" }, element("ol", { class: "ladder" }, ...rows)),
	);
	announce(`${verdict} ${reason}`);
}

/** Says whether a field has a reference with a normal form, or nothing, and shows the error when it has not. */
function isFine(id: string, reference: string): boolean {
	const field = elementById(id, HTMLTextAreaElement);
	hideError(field);
	const normal = tryNormalize(reference);
	if (!(normal instanceof UriError)) return true;
	showError(field, faultOf(reference, normal));
	announce(normal.message);
	return false;
}

function rungItem({ level, section, sentence, text: first = "" }: Stand, { text: second = "" }: Stand): HTMLElement {
	const areEqual = first === second;
	return element(
		"li",
		{ class: "rung", "data-level": level, "data-equal": String(areEqual) },
		rungPicture(areEqual ? "whole" : "broken", areEqual),
		element(
			"div",
			{ class: "rung-text" },
			element("h3", {}, level, " ", sectionLink(section)),
			element("p", { class: "sentence" }, sentence),
			areEqual ? both(first) : each(first, second),
		),
	);
}

function both(text: string): HTMLElement {
	return element("dl", { class: "pair" }, element("dt", {}, "both"), element("dd", {}, referenceText(text)));
}

function each(first: string, second: string): HTMLElement {
	const difference = differenceOf(first, second);
	return element(
		"dl",
		{ class: "pair" },
		element("dt", {}, "first"),
		element("dd", {}, referenceText(first, { as: "b", ranges: difference.before })),
		element("dt", {}, "second"),
		element("dd", {}, referenceText(second, { as: "b", ranges: difference.after })),
	);
}
