/** A literal, slow implementation of §5.1 for tests: the base URI, from the layers that the documents draw. */
import { oracleResolve, oracleSplit } from "./resolve";

/** The sources of a base URI: 2005 §5.1.1 to §5.1.4, and the header fields of 1997 §5.1.1. */
export interface OracleBaseSources {
	embedded?: string;
	encapsulating?: string;
	retrieval?: string;
	fallback?: string;
	contentBase?: string;
	contentLocation?: string;
	edition?: "1997" | "2003" | "2005";
}

/**
 * 2005 §5.1: the innermost one that is known; a reference "must be converted to absolute form and stripped of any fragment
 * component prior to its use". 1997 §5.1.4: without any of them it is "the empty string", which is not a base.
 */
export function oracleEstablishBase(sources: OracleBaseSources): string | undefined {
	const { embedded, encapsulating, retrieval, fallback, contentBase, contentLocation } = sources;
	const layers =
		sources.edition === "1997"
			? [embedded, contentBase, contentLocation, encapsulating, retrieval]
			: [embedded, encapsulating, retrieval, fallback];
	let base: string | undefined;
	for (const layer of layers.filter((given) => given !== undefined).reverse()) {
		if (oracleSplit(layer).scheme !== undefined) base = layer.replace(/#.*$/s, "");
		else if (base !== undefined) base = oracleResolve(layer, base).replace(/#.*$/s, "");
	}
	return base;
}
