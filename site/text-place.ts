/** Places in a text area, by line and column. */
import { element } from "../src/page/element";

export interface TextPlace {
	/** From 1. */
	readonly line?: number | undefined;
	/** From 1, in UTF-16 units. */
	readonly column?: number | undefined;
}

/** What is selected at a place: a string, a word or a character. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[\w.+-]+|[^\n]?/y;

/** A button that puts the cursor at a place. Undefined for a fault of the whole text. */
export function placeButton(field: HTMLTextAreaElement, place: TextPlace): HTMLButtonElement | undefined {
	if (place.line === undefined) return undefined;
	const button = element("button", { type: "button", class: "plain place" }, `Line ${place.line}, column ${place.column}`);
	button.addEventListener("click", () => select(field, place));
	return button;
}

function select(field: HTMLTextAreaElement, { line = 1, column = 1 }: TextPlace): void {
	const lines = field.value.split("\n", line - 1);
	TOKEN.lastIndex = lines.reduce((sum, { length }) => sum + length + 1, column - 1);
	const start = TOKEN.lastIndex;
	const [token = ""] = TOKEN.exec(field.value) ?? [];
	field.setSelectionRange(start, start);
	// Browsers scroll to the cursor when the field gets the focus.
	field.blur();
	field.focus();
	field.setSelectionRange(start, start + token.length);
}
