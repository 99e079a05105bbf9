/** Experimental schemes, named "x-…": RFC 1738 §4; draft of March 1994, "Registration of naming schemes". */
import { readSchemePart, writeSchemePart } from "./scheme-part";
import type { SchemeBase, SchemeSyntax } from "./syntax";

/** A URL whose meaning some parties have agreed on. */
export interface ExperimentalRecord extends SchemeBase {
	readonly scheme: `x-${string}`;
	/** The text after the scheme's colon, not decoded. */
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
