/** Shows what may be misleading or dangerous in a URL, and where it violates the grammar. */
import { UriError, validate } from "urlsieve";
import { type Finding, inspect } from "urlsieve/text";
import { element } from "../src/page/element";
import { visibleSentence } from "../src/page/visible-text";
import { placeMark, referenceText } from "./reference-text";
import { EXCERPT } from "./visible-ranges";

/** Findings or faults listed on the page. The rest are only counted. */
const MAX_SHOWN = 8;
/** Longer texts are not validated: every fault is an error object of its own. */
const MAX_VALIDATED_LENGTH = 65_536;

/** The section on safety and its number of findings, or undefined if the reference cannot be parsed. */
export function findingsPart(reference: string): { part: HTMLElement; count: number } | undefined {
	const findings = tryInspect(reference);
	if (findings === undefined) return undefined;
	const none = element("p", { class: "quiet" }, "Nothing known to mislead people or programs.");
	const part = element(
		"section",
		{ "aria-labelledby": "findings-title" },
		element("h2", { id: "findings-title" }, "What may mislead"),
		findings.length === 0 ? none : listOf(findings, (finding) => findingItem(reference, finding)),
	);
	return { part, count: findings.length };
}

/** The section on validity. `isRepaired`: whether the reference has a normal form. */
export function faultsPart(reference: string, isRepaired: boolean): HTMLElement {
	return element(
		"section",
		{ "aria-labelledby": "faults-title" },
		element("h2", { id: "faults-title" }, "Grammar"),
		...faultsOf(reference, isRepaired),
	);
}

function faultsOf(reference: string, isRepaired: boolean): HTMLElement[] {
	if (reference.length > MAX_VALIDATED_LENGTH) return [element("p", { class: "quiet" }, "It is too long to check on this page.")];
	const faults = validate(reference);
	if (faults.length === 0) return [element("p", { class: "quiet" }, "It is valid under the grammar of RFC 3986.")];
	const count = faults.length === 1 ? "one error" : `${faults.length.toLocaleString("en")} errors`;
	return [
		element(
			"p",
			{ class: "sentence" },
			`It has ${count} under the grammar of RFC 3986. ${isRepaired ? "Its normal form has none." : "It has no normal form."}`,
		),
		listOf(faults, (fault) => faultItem(reference, fault)),
	];
}

function tryInspect(reference: string): Finding[] | undefined {
	try {
		return inspect(reference);
	} catch (error) {
		if (error instanceof UriError) return undefined;
		throw error;
	}
}

function listOf<Item>(items: readonly Item[], itemElement: (item: Item) => HTMLElement): HTMLElement {
	const rest = items.length - MAX_SHOWN;
	const more = rest > 0 ? element("li", { class: "quiet" }, `and ${rest.toLocaleString("en")} more`) : undefined;
	return element("ul", { class: "findings" }, ...items.slice(0, MAX_SHOWN).map(itemElement), more);
}

function findingItem(reference: string, { code, component, offset, sentence }: Finding): HTMLElement {
	return item(reference, { code, place: component, offset, sentence });
}

function faultItem(reference: string, { code, component, offset, message }: UriError): HTMLElement {
	return item(reference, { code, place: component, offset, sentence: message });
}

interface Place {
	readonly code: string;
	readonly place: string | undefined;
	readonly offset: number;
	readonly sentence: string;
}

function item(reference: string, { code, place, offset, sentence }: Place): HTMLElement {
	return element(
		"li",
		{ class: "finding", "data-code": code },
		element("p", { class: "code" }, code, place === undefined ? "" : ` in the ${place}`),
		element("p", {}, ...visibleSentence(sentence)),
		element("p", { class: "excerpt" }, referenceText(reference, placeMark(reference, offset), EXCERPT)),
	);
}
