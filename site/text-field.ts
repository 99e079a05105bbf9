/** The input fields for URLs and the errors below them. */
import { elementById } from "../src/page/element";

/** Shows an error below a field and marks the field as invalid. */
export function showError(field: HTMLTextAreaElement, error: Node): void {
	const place = errorPlace(field);
	place.replaceChildren(error);
	place.hidden = false;
	field.setAttribute("aria-invalid", "true");
}

export function hideError(field: HTMLTextAreaElement): void {
	const place = errorPlace(field);
	place.replaceChildren();
	place.hidden = true;
	field.removeAttribute("aria-invalid");
}

/** Sets the text of a field. Leaves an equal text alone, which keeps the caret in place. */
export function setField(field: HTMLTextAreaElement, text: string): void {
	if (field.value !== text) field.value = text;
}

function errorPlace(field: HTMLTextAreaElement): HTMLElement {
	return elementById(`${field.id}-error`, HTMLElement);
}
