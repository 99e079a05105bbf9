/** Makes hostile text visible: characters that are invisible or change the direction of text appear as U+ and their code. */
import { element } from "./element";

/**
 * Categories C and Z: controls, format characters (direction marks), surrogates, unassigned characters and separators. Others that no
 * font draws: variation selectors and Hangul fillers (the property Default_Ignorable_Code_Point), and the blank of Braille.
 */
const UNSEEN = /([\p{C}\p{Z}\p{DI}\u2800])/u;
const UNSEEN_BUT_SPACE = /([\p{C}\p{DI}\u2800]|(?! )\p{Z})/u;

/** Nodes that show every character of a text, spaces included. */
export function visibleNodes(text: string): Node[] {
	return nodesOf(text, UNSEEN);
}

/** Like `visibleNodes`, but leaves spaces alone. */
export function visibleSentence(sentence: string): Node[] {
	return nodesOf(sentence, UNSEEN_BUT_SPACE);
}

/** Requires: `pattern` has one group. Every second part of the split is then a match. */
function nodesOf(text: string, pattern: RegExp): Node[] {
	const parts = text.split(pattern);
	return parts.flatMap((part, index) => {
		if (part === "") return [];
		return index % 2 === 1 ? unseenCharacter(part) : document.createTextNode(part);
	});
}

function unseenCharacter(character: string): HTMLElement {
	if (character === " ") return element("span", { class: "unseen-character space" }, "␣");
	const number = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
	return element("span", { class: "unseen-character" }, `U+${number}`);
}
