/** Experimental schemes, whose names begin with "x-": RFC 1738 §4; draft of March 1994, "Registration of naming schemes". */
import { readSchemePart, writeSchemePart } from "./scheme-part";
import type { SchemeBase, SchemeSyntax } from "./syntax";

/** A URL that some parties understand, by mutual agreement. */
export interface ExperimentalRecord extends SchemeBase {
	readonly scheme: `x-${string}`;
	/** What stands behind the scheme and its colon, as it stands. */
	readonly schemePart: string;
}

export const experimental: SchemeSyntax<ExperimentalRecord> = {
	read(source) {
		return { scheme: source.scheme as ExperimentalRecord["scheme"], schemePart: readSchemePart(source) };
	},
	write({ scheme, schemePart }) {
		return writeSchemePart(scheme, schemePart);
	},
};
