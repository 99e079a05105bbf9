/** Reference resolution: RFC 3986 §5 and its predecessors. */
import { Resolution } from "../../assembly/layout/options";
import type { Edition } from "../editions/editions";
import type { Workspace } from "../engine/workspace";
import { type UriError, unwrap } from "../errors";
import { checkFlags, checkNames, choose, requireString } from "../input";
import { putBase, resolveAgainstBase } from "./reference";

/** Options of resolution. */
export interface ResolveOptions {
	/** Which edition of the standard to follow. The default is `"2005"`, RFC 3986. */
	readonly edition?: Exclude<Edition, "1994"> | undefined;
	/**
	 * `false` treats a reference that has the base's scheme as relative, for backward compatibility (§5.2.2). The default is
	 * `true`. In edition 1997 such a reference is always absolute.
	 */
	readonly strict?: boolean | undefined;
	/**
	 * The handling of ".." above the root in edition 2003, which leaves it open (§5.2, step 6g): keep it, remove it, or throw
	 * `excess-dots`. The default is `"remove"`. Edition 1997 always keeps it, edition 2005 always removes it.
	 */
	readonly excessDots?: "keep" | "remove" | "error" | undefined;
}

/** The resolution flags of each edition. */
export const RESOLUTIONS = {
	"1997": Resolution.REMOVE_PAIRS | Resolution.KEEP_EXCESS_DOTS | Resolution.MERGE_QUERY,
	"2003": Resolution.REMOVE_PAIRS | Resolution.MERGE_FROM_ROOT,
	"2005": 0,
} as const satisfies { readonly [edition in Exclude<Edition, "1994">]: number };

const EXCESS_DOTS = { keep: Resolution.KEEP_EXCESS_DOTS, remove: 0, error: Resolution.REFUSE_EXCESS_DOTS } as const;

/** Converts options to the kernel's set of Resolution flags. Throws OptionError `invalid-option`. */
export function resolutionOf(options: ResolveOptions = {}): number {
	checkNames(options, "edition", "strict", "excessDots");
	checkFlags(options, "strict");
	const { edition = "2005", strict = true, excessDots = "remove" } = options;
	const resolution = choose("edition", edition, RESOLUTIONS);
	const excess = choose("excessDots", excessDots, EXCESS_DOTS);
	const relative = strict || edition === "1997" ? 0 : Resolution.SAME_SCHEME_IS_RELATIVE;
	return resolution | relative | (edition === "2003" ? excess : 0);
}

/** Like `resolve`, but returns the error. */
export function tryResolve(
	reference: string,
	base: string,
	options: ResolveOptions | undefined,
	workspace: Workspace,
): string | UriError {
	return putBase(base, resolutionOf(options), workspace) ?? resolveAgainstBase(reference, workspace);
}

/** Whether a reference identifies the document that has this base: see the function `isSameDocument`. */
export function meansSameDocument(
	reference: string,
	base: string,
	options: ResolveOptions | undefined,
	workspace: Workspace,
): boolean {
	requireString(reference, "reference");
	requireString(base, "base");
	if (options?.edition !== undefined && options.edition !== "2005") return reference === "" || reference.startsWith("#");
	const target = unwrap(tryResolve(reference, base, options, workspace));
	return withoutFragment(target) === withoutFragment(base);
}

/** The text before the first "#". */
export function withoutFragment(reference: string): string {
	const at = reference.indexOf("#");
	return at < 0 ? reference : reference.slice(0, at);
}
