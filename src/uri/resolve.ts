/** Reference resolution, RFC 3986 §5, and what went before it. */
import { Resolution } from "../../assembly/options";
import type { Workspace } from "../engine/workspace";
import { type UriError, unwrap } from "../errors";
import { checkNames, choose, requireString } from "../input";
import { putBase, resolveAgainstBase } from "../reference/reference";

/** How a reference is resolved. */
export interface ResolveOptions {
	/** Which edition of the standard says how; `"2005"`, RFC 3986, unless given. */
	readonly edition?: "1997" | "2003" | "2005" | undefined;
	/**
	 * `false` takes a reference with the scheme of the base for a relative one, as parsers did before RFC 3986 (§5.2.2);
	 * `true` unless given. In edition 1997 such a reference is always absolute.
	 */
	readonly strict?: boolean | undefined;
	/**
	 * What becomes of ".." above the root, in edition 2003, which leaves it open (§5.2, step 6g): it stays, goes, or is the
	 * error `excess-dots`; `"remove"` unless given. It stays in edition 1997 and goes in edition 2005.
	 */
	readonly excessDots?: "keep" | "remove" | "error" | undefined;
}

/** How each edition resolves. */
const EDITIONS = {
	"1997": Resolution.REMOVE_PAIRS | Resolution.KEEP_EXCESS_DOTS | Resolution.MERGE_QUERY,
	"2003": Resolution.REMOVE_PAIRS | Resolution.MERGE_FROM_ROOT,
	"2005": 0,
} as const;

const EXCESS_DOTS = { keep: Resolution.KEEP_EXCESS_DOTS, remove: 0, error: Resolution.REFUSE_EXCESS_DOTS } as const;

/** The options as the kernel takes them: a set of Resolution. Throws UriError `invalid-option`. */
export function resolutionOf(options: ResolveOptions = {}): number {
	checkNames(options, "edition", "strict", "excessDots");
	const { edition = "2005", strict = true, excessDots = "remove" } = options;
	const resolution = choose("edition", edition, EDITIONS);
	const excess = choose("excessDots", excessDots, EXCESS_DOTS);
	const relative = strict || edition === "1997" ? 0 : Resolution.SAME_SCHEME_IS_RELATIVE;
	return resolution | relative | (edition === "2003" ? excess : 0);
}

/** The target of a reference, or the error why there is none. */
export function tryResolve(
	reference: string,
	base: string,
	options: ResolveOptions | undefined,
	workspace: Workspace,
): string | UriError {
	return putBase(base, resolutionOf(options), workspace) ?? resolveAgainstBase(reference, workspace);
}

/** Says whether a reference means the document whose base is given: see the function `isSameDocument`. */
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
