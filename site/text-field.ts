/** The fields into which URLs are put, and the errors below them. */
import { elementById } from "./element";

/** Shows an error below a field, and says that the field is at fault. */
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

/** Puts text into a field, unless it is there: the place of the caret stays. */
export function setField(field: HTMLTextAreaElement, text: string): void {
	if (field.value !== text) field.value = text;
}

function errorPlace(field: HTMLTextAreaElement): HTMLElement {
	return elementById(`${field.id}-error`, HTMLElement);
}
