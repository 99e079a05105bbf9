/** The Public Suffix List of the package tldts, if it is installed. */
import type { PublicSuffix } from "../crawl/expressions";
import { placesOfPackages } from "../installed";

/** Loads the crawl kernel and what drives it. Other commands start without it. */
export function loadExpressions() {
	return import("../crawl/expressions");
}

/** The list of tldts, installed beside this package or in the current directory. Undefined without it. */
export async function installedSuffixes(): Promise<PublicSuffix | undefined> {
	const { fromTldts } = await loadExpressions();
	const { createRequire } = await import("node:module");
	for (const from of placesOfPackages()) {
		try {
			return fromTldts(createRequire(from)("tldts"));
		} catch {}
	}
	return undefined;
}
