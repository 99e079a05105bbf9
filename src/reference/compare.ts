/** The comparison ladder of RFC 3986 §6.2: the lowest level at which two references are equal. */
import type { Workspace } from "../engine/workspace";
import { unwrap } from "../errors";
import { atLevel, type Level, type Settings } from "../options";
import { normalizeReference } from "./reference";

/** Returns the lowest level at which two references are equal, or undefined. Throws UriError if either has no normal form. */
export function lowestLevel(a: string, b: string, settings: Settings, workspace: Workspace): Level | undefined {
	if (a === b) return "string";
	for (const level of ["syntax", "scheme"] as const) {
		const [left, right] = [a, b].map((reference) => unwrap(normalizeReference(reference, atLevel(settings, level), workspace)));
		if (left === right) return level;
	}
	return undefined;
}
