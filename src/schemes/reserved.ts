/** The schemes nfs, mailserver and z39.50: names that RFC 1738 §4 reserves without a syntax of their own. */
import { readSchemePart, writeSchemePart } from "./scheme-part";
import type { SchemeBase, SchemeSyntax } from "./syntax";

/** A URL of a scheme that is known by name alone. */
export interface ReservedRecord extends SchemeBase {
	readonly scheme: "nfs" | "mailserver" | "z39.50";
	/** What stands behind the scheme and its colon, as it stands. */
	readonly schemePart: string;
}

export const reserved: SchemeSyntax<ReservedRecord> = {
	read(source) {
		return { scheme: source.scheme as ReservedRecord["scheme"], schemePart: readSchemePart(source) };
	},
	write({ scheme, schemePart }) {
		return writeSchemePart(scheme, schemePart);
	},
};
