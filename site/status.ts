/** Announces results to screen readers. */
import { elementById } from "../src/page/element";

/** Milliseconds. Lets a screen reader finish reading the typed text first. */
const PAUSE = 700;
let timer: number | undefined;

/** Announces a sentence. It replaces one that is still waiting. */
export function announce(sentence: string): void {
	window.clearTimeout(timer);
	timer = window.setTimeout(() => {
		elementById("status", HTMLElement).textContent = sentence;
	}, PAUSE);
}
