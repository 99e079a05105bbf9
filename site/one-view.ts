/** The view of one URL: components, ladder, findings, clients, readers and validity. */
import { UriError } from "urlsieve";
import { elementById } from "../src/page/element";
import { answerPart } from "./answer-part";
import { clientsPart } from "./clients-part";
import { componentsPart } from "./components-part";
import { faultsPart, findingsPart } from "./findings-part";
import { keyLevel } from "./key-level";
import { tryNormalize } from "./ladder";
import { faultOf, levelsPart } from "./levels-part";
import type { PageProfile } from "./page-profile";
import { readersPart } from "./readers-part";
import { proposalPart } from "./scheme-proposal";
import { announce } from "./status";
import { hideError, showError } from "./text-field";

/** Shows everything about a reference, or nothing for an empty text. `accept` takes the proposal of a scheme. */
export function showOne(reference: string, profile: PageProfile, accept: (proposal: string) => void): void {
	const field = elementById("url", HTMLTextAreaElement);
	const answer = elementById("one-answer", HTMLElement);
	const result = elementById("one-result", HTMLElement);
	hideError(field);
	answer.hidden = reference === "";
	answer.replaceChildren();
	result.replaceChildren();
	if (reference === "") return;
	const normal = tryNormalize(reference);
	const proposal = proposalPart(reference, accept);
	answer.append(...(proposal ? [proposal] : []), answerPart(reference, normal, profile));
	const findings = findingsPart(reference);
	if (normal instanceof UriError) showError(field, faultOf(reference, normal));
	const parts = [
		componentsPart(reference),
		levelsPart(reference, keyLevel(reference, profile)),
		findings?.part,
		clientsPart(reference),
		readersPart(reference),
		faultsPart(reference, typeof normal === "string"),
	];
	result.append(...parts.filter((part) => part !== undefined));
	announce(normal instanceof UriError ? normal.message : summary(normal === reference, findings?.count ?? 0));
}

function summary(isNormal: boolean, findings: number): string {
	const form = isNormal ? "It is in normal form." : "Its normal form is below.";
	return `${form} ${findings === 0 ? "No findings." : findings === 1 ? "One finding." : `${findings} findings.`}`;
}
