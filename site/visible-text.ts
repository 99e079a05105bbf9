/** Hostile text made visible: what has no shape of its own, or turns the text around it, is shown by its number. */
import { element } from "./element";

/** Controls, format characters such as those of direction, line ends, spaces, and what stands for no character. */
const UNSEEN = /([\p{C}\p{Z}])/u;
const UNSEEN_BUT_SPACE = /(\p{C}|(?! )\p{Z})/u;

/** Text of which every character is to be seen, spaces included, as nodes. */
export function visibleNodes(text: string): Node[] {
	return nodesOf(text, UNSEEN);
}

/** The same for a sentence, in which spaces are spaces. */
export function visibleSentence(sentence: string): Node[] {
	return nodesOf(sentence, UNSEEN_BUT_SPACE);
}

/** Requires: the pattern has one group, so that every second part of the split is what it found. */
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
