/** Shows the components of a URL, in colour and by name (RFC 3986 §3). */
import { type Component, parse, UriError } from "urlsieve";
import { element } from "../src/page/element";
import { visibleNodes } from "../src/page/visible-text";
import { PASSWORD, referenceText } from "./reference-text";
import { sectionLink } from "./section-link";
import { FULL, visibleRanges } from "./visible-ranges";

const ROWS: readonly (readonly [component: Exclude<Component, "authority">, section: string])[] = [
	["scheme", "RFC 3986 §3.1"],
	["userinfo", "RFC 3986 §3.2.1"],
	["host", "RFC 3986 §3.2.2"],
	["port", "RFC 3986 §3.2.3"],
	["path", "RFC 3986 §3.3"],
	["query", "RFC 3986 §3.4"],
	["fragment", "RFC 3986 §3.5"],
];

/** The section of the page, or undefined if the reference cannot be parsed. */
export function componentsPart(reference: string): HTMLElement | undefined {
	const texts = componentTexts(reference);
	if (texts === undefined) return undefined;
	const rows = ROWS.flatMap(([component, section]) => {
		const text = texts[component];
		return text === undefined ? [] : [row(component, section, text)];
	});
	return element(
		"section",
		{ "aria-labelledby": "components-title" },
		element("h2", { id: "components-title" }, "Components"),
		element("p", { class: "display" }, referenceText(reference)),
		element("dl", { class: "components" }, ...rows),
	);
}

function componentTexts(reference: string) {
	try {
		return parse(reference);
	} catch (error) {
		if (error instanceof UriError) return undefined;
		throw error;
	}
}

function row(component: string, section: string, text: string): HTMLElement {
	return element(
		"div",
		{ class: `row ${component}` },
		element("dt", {}, element("span", { class: "name" }, component), " ", sectionLink(section)),
		element("dd", { dir: "ltr", translate: "no" }, ...valueNodes(component, text)),
	);
}

/** The text of a component. A password in the userinfo is replaced by dots (§3.2.1). */
function valueNodes(component: string, text: string): (Node | string)[] {
	if (text === "") return [element("span", { class: "nothing" }, "present, but empty")];
	const shown = component === "userinfo" ? text.replace(/(?<=^[^:]*:).+$/su, PASSWORD) : text;
	const ranges = visibleRanges(shown.length, FULL);
	return ranges.flatMap(({ start, end }, index) => [...(index > 0 ? [" … "] : []), ...visibleNodes(shown.slice(start, end))]);
}
