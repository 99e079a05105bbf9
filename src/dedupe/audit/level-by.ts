/** Why two lines are equal: the level. */
import type { Workspace } from "../../engine/workspace";
import { isSame } from "../../keys/is-same";
import { atLevel, type Level, type Settings } from "../../options";
import { normalizeRaw } from "../../reference/reference";

/** The lowest level at which two lines are equal that are equal at the level of this run. */
export function levelBy(settings: Settings, workspace: Workspace): (kept: Uint8Array, dropped: Uint8Array) => Level {
	return (kept, dropped) => {
		if (isSame(kept, dropped)) return "string";
		if (settings.level === "syntax") return "syntax";
		const [a, b] = [kept, dropped].map((line) => normalizeRaw(line, atLevel(settings, "syntax"), workspace));
		return a !== undefined && b !== undefined && isSame(a, b) ? "syntax" : "scheme";
	};
}
