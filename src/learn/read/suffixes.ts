/** The Public Suffix List of the package tldts, if it is installed. */
import type { PublicSuffix } from "../../crawl/expressions";
import { placesOfPackages } from "../../installed";

/** The list of tldts, installed beside this package or in the current directory. Undefined without it. */
export async function installedSuffixes(): Promise<PublicSuffix | undefined> {
	const { fromTldts } = await import("../../crawl/expressions");
	const { createRequire } = await import("node:module");
	for (const from of placesOfPackages()) {
		try {
			return fromTldts(createRequire(from)("tldts"));
		} catch {}
	}
	return undefined;
}
