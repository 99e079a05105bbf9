/** What the file of a scheme has to offer. */
import type { Source } from "./source";

/** What every record has beside the parts of its scheme. */
export interface SchemeBase {
	/** The fragment, as it stands: no part of a URL, but allowed behind one (RFC 1738, appendix). */
	readonly fragment?: string | undefined;
	/** The URI that the record was read from. It keeps what the parts cannot: whether "!" stood as it is or as "%21". */
	readonly uri?: string | undefined;
}

/** Reads and writes the URIs of a scheme, fragment aside. */
export interface SchemeSyntax<SchemeParts> {
	read(source: Source): SchemeParts;
	/** Requires: the name of the scheme is in lower case. */
	write(record: SchemeParts): string;
}
