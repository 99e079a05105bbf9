/** Proposes a scheme for a text that begins with a host, such as `example.com/a`: it is a relative reference as it stands. */

import { element } from "../src/page/element";
import { beginsWithHost } from "../src/text/bare-host";
import { referenceText } from "./reference-text";
import { EXCERPT } from "./visible-ranges";

/** The longest host with its port has fewer octets. */
const ENOUGH = 1024;

/** The text with a scheme, or undefined if it does not begin with a host. */
function proposalFor(reference: string): string | undefined {
	const octets = new TextEncoder().encode(reference.slice(0, ENOUGH));
	const latin = Array.from(octets, (octet) => String.fromCharCode(octet)).join("");
	return beginsWithHost(latin) ? `http://${reference}` : undefined;
}

/** A sentence with a button that calls `accept` with the proposal. Undefined if there is none. */
export function proposalPart(reference: string, accept: (proposal: string) => void): HTMLElement | undefined {
	const proposal = proposalFor(reference);
	if (proposal === undefined) return undefined;
	const button = element("button", { type: "button", class: "plain" }, referenceText(proposal, undefined, EXCERPT));
	button.addEventListener("click", () => accept(proposal));
	return element("p", { class: "proposal" }, "Without a scheme, this is a path. Did you mean ", button, "?");
}
