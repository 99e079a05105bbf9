/** Messages on standard error. */
import { shownText } from "../text/shown-text";

let isGuarded = false;

/**
 * Writes to standard error. A message that cannot be written, because the disk is full or its reader has gone, is lost: it must not
 * change the exit status of delivered results.
 */
export function writeMessage(text: string): void {
	if (!isGuarded) process.stderr.on("error", () => {});
	isGuarded = true;
	process.stderr.write(text);
}

/** Prints a sentence. File names and values in it may contain controls, which must not act on the terminal. */
export function say(sentence: string): void {
	writeMessage(`urlsieve: ${shownText(sentence)}\n`);
}
