/** The paths of inputs. */
import { inputError } from "../input";

/** Throws OptionError `invalid-input`. */
export function pathsOf(sources: string | readonly string[]): readonly string[] {
	const paths = typeof sources === "string" ? [sources] : sources;
	if (Array.isArray(paths) && paths.every((path) => typeof path === "string")) return paths;
	throw inputError(sources, "sources", "a path or paths");
}
