/** A link to the section of a standard. */
import { element } from "../src/page/element";
import { addressOf } from "./ladder";

export function sectionLink(section: string): HTMLElement {
	const href = addressOf(section);
	if (href === undefined) return element("span", { class: "section" }, section);
	return element("a", { class: "section", href, rel: "noreferrer" }, section);
}
