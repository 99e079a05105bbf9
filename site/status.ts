/** What is said to those who do not see the page change. */
import { elementById } from "./element";

/** Long enough that what is typed is heard out before a result is said. */
const PAUSE = 700;
let timer: number | undefined;

/** Says a sentence, in place of one that has not been said yet. */
export function announce(sentence: string): void {
	window.clearTimeout(timer);
	timer = window.setTimeout(() => {
		elementById("status", HTMLElement).textContent = sentence;
	}, PAUSE);
}
