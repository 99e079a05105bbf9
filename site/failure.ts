/** The places that say why a run could not begin or end. */
import { elementById } from "../src/page/element";
import { visibleSentence } from "../src/page/visible-text";

export function showFailure(id: string, sentence: string): void {
	const place = elementById(id, HTMLElement);
	place.replaceChildren(...visibleSentence(sentence));
	place.hidden = false;
}

export function hideFailure(id: string): void {
	elementById(id, HTMLElement).hidden = true;
}
