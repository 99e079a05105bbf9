/**
 * Statements whose faults change only the time that a program takes. The comment above such a statement says so, to readers first:
 *
 * ```
 *   // Fast path only: the slow path writes the same.
 *   // Prefetch only: no result depends on what is loaded.
 * ```
 */
const MARK = /^\s*\/\/ (?:Fast path|Prefetch) only\b/;

const indentOf = (text) => /^\s*/.exec(text)[0].length;

/** Whether a line of a source, counted from 1, is in a statement with such a comment above it. */
export function isMarked(lines, line) {
	for (let first = line; first > 1; --first) {
		if (MARK.test(lines[first - 2])) return true;
		// Only deeper lines continue a statement: nothing above its first line belongs to it.
		const outer = outerStart(lines, first);
		if (outer === undefined) return false;
		first = outer + 1;
	}
	return false;
}

/** The nearest line above that is less indented: the start of the statement around this one. */
function outerStart(lines, line) {
	const indent = indentOf(lines[line - 1]);
	if (indent === 0) return undefined;
	let at = line - 1;
	while (at > 0 && (lines[at - 1].trim() === "" || indentOf(lines[at - 1]) >= indent)) --at;
	return at > 0 ? at : undefined;
}
