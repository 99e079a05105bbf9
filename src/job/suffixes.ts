/** The Public Suffix List of the package tldts, if it is installed. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PublicSuffix } from "../crawl/expressions";

/** Loads the crawl kernel and what drives it. Other commands start without it. */
export function loadExpressions() {
	return import("../crawl/expressions");
}

/** The list of tldts, installed beside this package or in the current directory. Undefined without it. */
export async function installedSuffixes(): Promise<PublicSuffix | undefined> {
	const { fromTldts } = await loadExpressions();
	const { createRequire } = await import("node:module");
	for (const from of [import.meta.url, pathToFileURL(join(process.cwd(), "package.json"))]) {
		try {
			return fromTldts(createRequire(from)("tldts"));
		} catch {}
	}
	return undefined;
}
