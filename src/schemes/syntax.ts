/** The interface between schemes/index.ts and the file of a scheme. */
import type { Source } from "./source";

/** The properties that all records share. */
export interface SchemeBase {
	/** The fragment, not decoded. It is not part of a URL, but may follow one (RFC 1738, appendix). */
	readonly fragment?: string | undefined;
	/** The URI that the record was read from. It preserves what the parts lose: whether "!" was encoded as "%21". */
	readonly uri?: string | undefined;
}

/** Reads and writes the URIs of a scheme, without fragment. */
export interface SchemeSyntax<SchemeParts> {
	read(source: Source): SchemeParts;
	/** Requires: the name of the scheme is in lower case. */
	write(record: SchemeParts): string;
}
