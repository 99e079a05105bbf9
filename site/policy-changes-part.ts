/** Shows what a policy changes on a list: counts, and samples by rule. */
import type { PolicyChange } from "urlsieve/crawl";
import { element } from "../src/page/element";
import type { Against } from "./page-profile";
import type { ChangesOutcome, ShownChanges } from "./policy-changes-messages";
import { referenceText } from "./reference-text";
import { ruleNames } from "./rule-names";
import { differenceOf } from "./text-difference";

/** The part of the page, and a summary. */
export function changesPart(outcome: ChangesOutcome, against: Against): { part: HTMLElement; sentence: string } {
	const other = against === "base" ? "the base" : against;
	const part = element(
		"div",
		{},
		...asides(outcome, other).map((sentence) => element("p", { class: "aside" }, sentence)),
		directionPart("merged", "Merged by the policy only", `Pages that ${other} keeps apart`, outcome.merged),
		directionPart("apart", "Kept apart by the policy only", `Pages that ${other} merges`, outcome.apart),
	);
	return { part, sentence: sentenceOf(outcome, other) };
}

function sentenceOf({ references, pages, seconds }: ChangesOutcome, other: string): string {
	const time = seconds < 0.1 ? "less than 0.1 seconds" : `${seconds.toFixed(1)} seconds`;
	const [before, after] = pages;
	return `${counted(references, "URL")} in ${time}: ${counted(before, "page")} under ${other}, ${after.toLocaleString("en")} under the policy.`;
}

function asides({ rejects: [before, after], comments }: ChangesOutcome, other: string): string[] {
	return [
		...(before > 0 ? [`${counted(before, "line")} without a key under ${other}.`] : []),
		...(after > 0 ? [`${counted(after, "line")} without a key under the policy.`] : []),
		...(comments > 0 ? [`${counted(comments, "comment")} skipped.`] : []),
	];
}

function directionPart(name: string, title: string, meaning: string, { pages, changes, others }: ShownChanges): HTMLElement {
	const more = others > 0 ? element("li", { class: "quiet" }, `and ${counted(others, "set")} of other rules`) : undefined;
	return element(
		"section",
		{ "data-direction": name },
		element("h3", {}, `${title}: ${counted(pages, "page")}`),
		...(pages === 0
			? []
			: [
					element("p", { class: "sentence" }, `${meaning}, by rule, with the first samples.`),
					element("ul", { class: "merges" }, ...changes.map(changeItem), more),
				]),
	);
}

function changeItem({ rules, pages, samples }: PolicyChange): HTMLElement {
	return element(
		"li",
		{},
		element(
			"p",
			{ class: "by-rules" },
			element("span", { class: "count" }, pages.toLocaleString("en")),
			" ",
			...(rules.length === 0 ? ["no rule"] : ruleNames(rules)),
		),
		...samples.map(samplePart),
	);
}

function samplePart([first, second]: readonly [string, string]): HTMLElement {
	const { before, after } = differenceOf(first, second);
	return element(
		"dl",
		{ class: "pair" },
		element("dt", {}, "URL"),
		element("dd", {}, referenceText(first, { as: "b", ranges: before })),
		element("dt", {}, "and"),
		element("dd", {}, referenceText(second, { as: "b", ranges: after })),
	);
}

function counted(number: number, noun: string): string {
	return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
