/** What may mislead or be dangerous in a URL, and what is not valid in it by the letter of the grammar. */
import { UriError, validate } from "urlsieve";
import { type Finding, inspect } from "urlsieve/text";
import { element } from "./element";
import { placeMark, referenceText } from "./reference-text";
import { EXCERPT } from "./visible-ranges";
import { visibleSentence } from "./visible-text";

/** Findings and faults that are shown, and the length from which a text is not searched for faults: each is an error of its own. */
const MOST_SHOWN = 8;
const LONG = 65_536;

/** The part of the page about safety; undefined when the reference has no components. */
export function findingsPart(reference: string): { part: HTMLElement; count: number } | undefined {
	const findings = tryInspect(reference);
	if (findings === undefined) return undefined;
	const none = element("p", { class: "quiet" }, "Nothing that is known to mislead people or programs.");
	const part = element(
		"section",
		{ "aria-labelledby": "findings-title" },
		element("h2", { id: "findings-title" }, "What may mislead"),
		findings.length === 0 ? none : listOf(findings, (finding) => findingItem(reference, finding)),
	);
	return { part, count: findings.length };
}

/** The part about validity; `isRepaired` says whether there is a normal form all the same. */
export function faultsPart(reference: string, isRepaired: boolean): HTMLElement {
	return element(
		"section",
		{ "aria-labelledby": "faults-title" },
		element("h2", { id: "faults-title" }, "By the letter"),
		...faultsOf(reference, isRepaired),
	);
}

function faultsOf(reference: string, isRepaired: boolean): HTMLElement[] {
	if (reference.length > LONG) return [element("p", { class: "quiet" }, "It is too long to be checked on this page.")];
	const faults = validate(reference);
	if (faults.length === 0) return [element("p", { class: "quiet" }, "It is valid by the grammar of RFC 3986.")];
	const count = faults.length === 1 ? "one fault" : `${faults.length.toLocaleString("en")} faults`;
	return [
		element(
			"p",
			{ class: "sentence" },
			`By the grammar of RFC 3986 it has ${count}. ${isRepaired ? "The normal form has none." : "It cannot be repaired."}`,
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
	const rest = items.length - MOST_SHOWN;
	const more = rest > 0 ? element("li", { class: "quiet" }, `and ${rest.toLocaleString("en")} more`) : undefined;
	return element("ul", { class: "findings" }, ...items.slice(0, MOST_SHOWN).map(itemElement), more);
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
