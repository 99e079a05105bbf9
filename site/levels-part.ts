/** Shows the ladder of one URL: its form at each level and the rules that led there. */
import type { UriError } from "urlsieve";
import { element } from "../src/page/element";
import { visibleSentence } from "../src/page/visible-text";
import { climb, type LevelForm, RULE_SENTENCES } from "./ladder";
import { rungPicture } from "./ladder-picture";
import { placeMark, referenceText } from "./reference-text";
import { sectionLink } from "./section-link";
import { differenceOf } from "./text-difference";
import { EXCERPT } from "./visible-ranges";

/** What a rule did to a text. */
interface Change {
	readonly rule: string;
	readonly section: string;
	readonly before: string;
	readonly after: string;
}

/** The ladder, with the level of the key above if there is one. */
export function levelsPart(reference: string, key: HTMLElement | undefined): HTMLElement {
	return element(
		"section",
		{ "aria-labelledby": "levels-title" },
		element("h2", { id: "levels-title" }, "The ladder"),
		element("ol", { class: "ladder" }, ...climb(reference).map(levelItem), key),
	);
}

function levelItem(form: LevelForm): HTMLElement {
	const { level, section, sentence, steps, error, isReached } = form;
	return element(
		"li",
		{ class: "level", "data-level": level },
		rungPicture(error === undefined ? "whole" : "broken", level === "string" || steps.length > 0),
		element(
			"div",
			{ class: "level-text" },
			element("h3", {}, level, " ", sectionLink(section)),
			element("p", { class: "sentence" }, sentence),
			steps.length === 0
				? undefined
				: element("ol", { class: "steps" }, ...steps.map((step) => changeItem(step, RULE_SENTENCES[step.rule]))),
			error === undefined ? quietLevel(form) : missing(error, isReached),
		),
	);
}

/** Explains a level without a form. The error itself appears once, at the level where the reference fails. */
function missing(error: UriError, isReached: boolean): HTMLElement {
	if (!isReached) return element("p", { class: "quiet" }, "Not reached.");
	return element("p", { class: "fault" }, ...visibleSentence(error.message));
}

function quietLevel({ level, steps }: LevelForm): HTMLElement | undefined {
	if (level === "string" || steps.length > 0) return undefined;
	return element("p", { class: "quiet" }, "No rule of this level applies.");
}

/** A rule with the text before and after it. */
export function changeItem({ rule, section, before, after }: Change, sentence: string | undefined): HTMLElement {
	const difference = differenceOf(before, after);
	return element(
		"li",
		{ class: "step", "data-rule": rule },
		element("p", {}, element("strong", { class: "rule" }, ...visibleSentence(rule)), " ", sectionLink(section)),
		sentence === undefined ? undefined : element("p", { class: "sentence" }, sentence),
		element(
			"dl",
			{ class: "change" },
			element("dt", {}, "before"),
			element("dd", {}, referenceText(before, { as: "del", ranges: difference.before }, EXCERPT)),
			element("dt", {}, "after"),
			element("dd", {}, referenceText(after, { as: "ins", ranges: difference.after }, EXCERPT)),
		),
	);
}

/** The message of an error and its position in the reference. */
export function faultOf(reference: string, error: UriError): HTMLElement {
	return element(
		"div",
		{ class: "fault" },
		element("p", {}, ...visibleSentence(error.message)),
		element("p", {}, referenceText(reference, placeMark(reference, error.offset), EXCERPT)),
	);
}
