/** The view of two URLs: the lowest level of the ladder at which they are equal, and the rules by which their keys are. */
import { compare, type Level, UriError } from "urlsieve";
import { element, elementById } from "../src/page/element";
import { visibleSentence } from "../src/page/visible-text";
import { crawlerOf } from "./crawler";
import { climb, type LevelForm, tryNormalize } from "./ladder";
import { rungPicture } from "./ladder-picture";
import { faultOf } from "./levels-part";
import { crawlRules } from "./merge-rules";
import type { PageProfile } from "./page-profile";
import { referenceText } from "./reference-text";
import { ruleNames } from "./rule-names";
import { proposalPart } from "./scheme-proposal";
import { sectionLink } from "./section-link";
import { announce } from "./status";
import { differenceOf } from "./text-difference";
import { hideError, showError } from "./text-field";

const VERDICTS: { readonly [level in Level | "none"]: readonly [verdict: string, reason: string] } = {
	string: ["They are identical, octet by octet.", "No rule is needed."],
	syntax: ["They are equivalent at level syntax.", "The generic syntax makes them equal."],
	scheme: ["They are equivalent at level scheme.", "The rules of the scheme make them equal."],
	none: ["They are not equivalent.", "By RFC 3986 alone, they may name different resources."],
};

/** The names of the two fields. */
type Side = "first" | "second";

/**
 * Shows the lowest level at which two references are equal, and whether their keys by a profile are, or nothing unless both have a
 * normal form. `accept` takes the proposal of a scheme for one of them.
 */
export function showTwo(
	first: string,
	second: string,
	profile: PageProfile | undefined,
	accept: (side: Side, proposal: string) => void,
): void {
	const result = elementById("two-result", HTMLElement);
	result.replaceChildren();
	propose({ first, second }, accept);
	const isNormal = [check("first", first), check("second", second)].every(Boolean);
	if (first === "" || second === "" || !isNormal) return;
	const level = compare(first, second);
	const keys = profile === undefined ? undefined : keysBy(profile, first, second);
	const [verdict, reason] = level !== undefined || keys === undefined ? VERDICTS[level ?? "none"] : keyVerdict(keys);
	const others = climb(second);
	const rows = climb(first).map((form, index) => levelItem(form, others[index] as LevelForm));
	if (keys !== undefined) rows.push(keyItem(keys));
	result.append(
		element("p", { class: "verdict", id: "verdict" }, verdict, " ", element("span", { class: "reason" }, reason)),
		element("section", { "aria-label": "The ladder" }, element("ol", { class: "ladder" }, ...rows)),
	);
	announce(`${verdict} ${reason}`);
}

function propose(texts: { readonly [side in Side]: string }, accept: (side: Side, proposal: string) => void): void {
	const place = elementById("two-proposals", HTMLElement);
	const parts = (["first", "second"] as const).map((side) => proposalPart(texts[side], (proposal) => accept(side, proposal)));
	const present = parts.filter((part) => part !== undefined);
	place.replaceChildren(...present);
	place.hidden = present.length === 0;
}

/** The keys of two references, or an error in their place. */
interface Keys {
	readonly profile: PageProfile;
	readonly first: string;
	readonly second: string;
	readonly error: UriError | undefined;
	/** The rules that make the keys equal. Undefined if they differ. */
	readonly rules: readonly string[] | undefined;
}

function keysBy(profile: PageProfile, first: string, second: string): Keys {
	const crawler = crawlerOf(profile);
	const [left, right] = [crawler.tryKey(first), crawler.tryKey(second)];
	const error = left instanceof UriError ? left : right instanceof UriError ? right : undefined;
	const rules = error === undefined && left === right ? crawlRules(crawler, first, second) : undefined;
	return { profile, first: String(left), second: String(right), error, rules };
}

function keyVerdict({ profile, rules }: Keys): readonly [verdict: string, reason: string] {
	if (rules === undefined) return ["They are not equivalent.", `Neither RFC 3986 nor ${profile} makes them equal.`];
	return [`They have the same key by ${profile}.`, "RFC 3986 alone keeps them apart."];
}

/** The level of the key. */
function keyItem({ profile, first, second, error, rules }: Keys): HTMLElement {
	const areEqual = rules !== undefined;
	return element(
		"li",
		{ class: "level", "data-level": "key", "data-equal": String(areEqual) },
		rungPicture(areEqual ? "whole" : "broken", areEqual),
		element(
			"div",
			{ class: "level-text" },
			element("h3", {}, "key ", element("span", { class: "section" }, profile)),
			element("p", { class: "sentence" }, "Also ignores what, by this profile, does not choose the page."),
			...(error !== undefined
				? [element("p", { class: "fault" }, ...visibleSentence(error.message))]
				: [areEqual ? both(first) : each(first, second)]),
			rules === undefined || rules.length === 0 ? undefined : element("p", { class: "rules" }, ...ruleNames(rules)),
		),
	);
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

function levelItem({ level, section, sentence, text: first = "" }: LevelForm, { text: second = "" }: LevelForm): HTMLElement {
	const areEqual = first === second;
	return element(
		"li",
		{ class: "level", "data-level": level, "data-equal": String(areEqual) },
		rungPicture(areEqual ? "whole" : "broken", areEqual),
		element(
			"div",
			{ class: "level-text" },
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
