/** Words separated by spaces. `·` is a space, `∅` the empty word. */
export function texts(words: string): string[] {
	return words.split(" ").map((word) => (word === "∅" ? "" : word.replaceAll("·", " ")));
}
