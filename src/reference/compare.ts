/** The ladder of RFC 3986 §6.2 as a question: on which rung are two references equal? */
import type { Workspace } from "../engine/workspace";
import { unwrap } from "../errors";
import { atLevel, type Level, type Settings } from "../options";
import { normalizeReference } from "./reference";

/** A rung of the ladder; on `"protocol"` (§6.2.4) references are equal that were observed to lead to the same. */
export type Rung = Level | "protocol";

/** The lowest rung on which two references are equal; undefined when they are on none. Throws UriError for a reference without normal form. */
export function lowestRung(a: string, b: string, settings: Settings, workspace: Workspace): Level | undefined {
	if (a === b) return "string";
	for (const level of ["syntax", "scheme"] as const) {
		const [left, right] = [a, b].map((reference) => unwrap(normalizeReference(reference, atLevel(settings, level), workspace)));
		if (left === right) return level;
	}
	return undefined;
}
