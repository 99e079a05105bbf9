/** The view of one URL: components, ladder, findings and validity. */
import { UriError } from "urlsieve";
import { componentsPart } from "./components-part";
import { elementById } from "./element";
import { faultsPart, findingsPart } from "./findings-part";
import { tryNormalize } from "./ladder";
import { faultOf, rungsPart } from "./rungs-part";
import { announce } from "./status";
import { hideError, showError } from "./text-field";

/** Shows everything about a reference, or nothing for an empty text. */
export function showOne(reference: string): void {
	const field = elementById("url", HTMLTextAreaElement);
	const result = elementById("one-result", HTMLElement);
	hideError(field);
	result.replaceChildren();
	if (reference === "") return;
	const normal = tryNormalize(reference);
	const findings = findingsPart(reference);
	if (normal instanceof UriError) showError(field, faultOf(reference, normal));
	const parts = [
		componentsPart(reference),
		rungsPart(reference),
		findings?.part,
		faultsPart(reference, typeof normal === "string"),
	];
	result.append(...parts.filter((part) => part !== undefined));
	announce(normal instanceof UriError ? normal.message : summary(normal === reference, findings?.count ?? 0));
}

function summary(isNormal: boolean, findings: number): string {
	const form = isNormal ? "It is in normal form." : "Its normal form is below.";
	return `${form} ${findings === 0 ? "No findings." : findings === 1 ? "One finding." : `${findings} findings.`}`;
}
