/** The schemes nfs, mailserver and z39.50, whose names RFC 1738 §4 reserves without a syntax. */
import { readSchemePart, writeSchemePart } from "./scheme-part";
import type { SchemeBase, SchemeSyntax } from "./syntax";

/** A URL of a scheme without a syntax of its own. */
export interface ReservedRecord extends SchemeBase {
	readonly scheme: "nfs" | "mailserver" | "z39.50";
	/** The text after the scheme's colon, not decoded. */
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
