/** The most characters of a line that a message shows. */
const MAX_SHOWN = 80;

/** A line as messages show it: in quotes, and cut if it is long. */
export function quoted(text: string): string {
	return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
}
