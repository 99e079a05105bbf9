/** The view of two URLs: the lowest rung of the ladder on which they are equal. */
import { compare, type Level, UriError } from "urlsieve";
import { element, elementById } from "./element";
import { climb, type RungForm, tryNormalize } from "./ladder";
import { rungPicture } from "./ladder-picture";
import { referenceText } from "./reference-text";
import { faultOf } from "./rungs-part";
import { sectionLink } from "./section-link";
import { announce } from "./status";
import { differenceOf } from "./text-difference";
import { hideError, showError } from "./text-field";

const VERDICTS: { readonly [rung in Level | "none"]: readonly [verdict: string, reason: string] } = {
	string: ["They are identical, octet by octet.", "No rule is needed."],
	syntax: ["They are equivalent on the rung syntax.", "The generic syntax makes them equal."],
	scheme: ["They are equivalent on the rung scheme.", "The rules of the scheme make them equal."],
	none: ["They are not equivalent.", "By RFC 3986 alone, they may name different resources."],
};

/** Shows the lowest rung on which two references are equal, or nothing unless both have a normal form. */
export function showTwo(first: string, second: string): void {
	const result = elementById("two-result", HTMLElement);
	result.replaceChildren();
	const isNormal = [check("first", first), check("second", second)].every(Boolean);
	if (first === "" || second === "" || !isNormal) return;
	const [verdict, reason] = VERDICTS[compare(first, second) ?? "none"];
	const others = climb(second);
	const rows = climb(first).map((form, index) => rungItem(form, others[index] as RungForm));
	result.append(
		element("p", { class: "verdict", id: "verdict" }, verdict, " ", element("span", { class: "reason" }, reason)),
		element("section", { "aria-label": "The ladder" }, element("ol", { class: "ladder" }, ...rows)),
	);
	announce(`${verdict} ${reason}`);
}

/** Whether a text is empty or has a normal form. Otherwise shows the error below the field. */
function check(id: string, reference: string): boolean {
	const field = elementById(id, HTMLTextAreaElement);
	hideError(field);
	const normal = tryNormalize(reference);
	if (!(normal instanceof UriError)) return true;
	showError(field, faultOf(reference, normal));
	announce(normal.message);
	return false;
}

function rungItem({ level, section, sentence, text: first = "" }: RungForm, { text: second = "" }: RungForm): HTMLElement {
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
