/** The inverse of resolution: a reference that leads from a base to a target. */

import type { Workspace } from "../engine/workspace";
import { unwrap } from "../errors";
import { requireString } from "../input";
import { recompose } from "../reference/components";
import { tryResolve } from "../reference/resolve";
import { parse, type Uri } from "./uri";

/**
 * Returns the shortest reference that resolves to the target. The target is itself resolved first, since no reference resolves to
 * dot-segments (RFC 3986 §5.2.2).
 */
export function shortestReference(target: string, base: string, workspace: Workspace): string {
	requireString(target, "target");
	const resolved = unwrap(tryResolve(target, base, undefined, workspace));
	// Resolution removes the base's dot-segments before it appends the reference.
	const [to, folder] = [parse(resolved), parse(unwrap(tryResolve(".", base, undefined, workspace)))];
	const leadsThere = (candidate: string) => tryResolve(candidate, base, undefined, workspace) === resolved;
	return candidates(to, folder)
		.filter(leadsThere)
		.reduce((best, next) => (next.length < best.length ? next : best), resolved);
}

/** References that may lead from one URI to another. The caller tries each, so wrong ones do no harm. */
function candidates(to: Uri, folder: Uri): string[] {
	const { authority, path, query, fragment } = to;
	const networkPath = recompose({ authority, path, query, fragment });
	if (to.scheme !== folder.scheme || authority !== folder.authority) return [networkPath];
	return [
		recompose({ path: "", fragment }),
		recompose({ path: "", query, fragment }),
		...relativePaths(path, folder.path).map((way) => recompose({ path: way, query, fragment })),
		recompose({ path, query, fragment }),
		recompose({ path: `/.${path}`, query, fragment }),
		networkPath,
	];
}

/** Relative paths from a folder to a path: up to their common folder, then down. "./" may be needed: §4.2. */
function relativePaths(to: string, from: string): string[] {
	const shared = sharedFolder(to, from);
	const up = from.slice(shared).split("/").length - 1;
	const down = to.slice(shared);
	if (down === "") return [Array(up).fill("..").join("/") || "."];
	return up === 0 ? [down, `./${down}`] : [`${"../".repeat(up)}${down}`];
}

/** The length of the folder that two paths share, with its final "/". */
function sharedFolder(a: string, b: string): number {
	let shared = 0;
	for (let at = 0; at < a.length && a[at] === b[at]; ++at) if (a[at] === "/") shared = at + 1;
	return shared;
}
