/** The shape of a row of editions.ts: an edition of the standard as data. */

/** A grammar rule that is a set of characters: its name and the characters. */
export interface CharacterRule {
	readonly rule: string;
	readonly allows: string;
}

/** Rules of an edition for a scheme, beyond the generic syntax. */
export interface SchemeFacts {
	/** The host may be empty, although the generic syntax of the edition requires one. */
	readonly emptyHost?: true;
	/** The authority must be a server, although the generic syntax of the edition allows others. */
	readonly server?: true;
}

/** The host syntax of an edition that allows only domain names. */
export interface HostnameRules {
	/** A host of digits and dots may be `digits "." digits "." digits "." digits`. */
	readonly hostnumber: boolean;
	/** When the last label must begin with a letter: always (a final dot is not allowed), or only before a final dot. */
	readonly topLabel: "last" | "before-final-dot";
	/** Max characters of a label. */
	readonly maxLabelLength?: number;
}

/** The names of the rules for bracketed hosts. A rule without a name is not in the edition. */
export interface IpLiteralRules {
	readonly literal: string;
	readonly address: string;
	readonly future?: string;
	readonly zone?: string;
}

/** An edition of the standard. */
export interface EditionRow {
	/** The rules for a reference, one with a scheme, one with a scheme and no fragment, and one without a scheme. */
	readonly uriReference: string;
	readonly uri: string;
	readonly absoluteUri: string;
	readonly relativeRef: string;

	/** The rule for "%" and two hex digits. */
	readonly triplet: string;

	/** A prefix that is not part of the URI. Its case is ignored. */
	readonly prefix?: string;
	readonly relativeReferences: boolean;
	readonly fragments: boolean;

	readonly scheme: CharacterRule;
	/** The characters that a scheme may begin with. */
	readonly schemeBegins: string;
	readonly schemes: { readonly [scheme: string]: SchemeFacts };

	/** The rule for the authority, and the characters that end it. */
	readonly authority: string;
	readonly authorityEnds: string;
	/** Whether the authority may be empty. */
	readonly emptyAuthority: boolean;
	/** The characters of an authority that is not a server. */
	readonly registry?: CharacterRule;
	/** The userinfo or, if there is a rule for the password, the part before its first ":". */
	readonly user: CharacterRule;
	readonly password?: CharacterRule;
	/** A host is a domain name, or any `name` of these characters. */
	readonly hostname?: HostnameRules;
	readonly name?: CharacterRule;
	readonly ipLiteral?: IpLiteralRules;
	readonly emptyPort: boolean;

	/** The characters of a path, including "/". */
	readonly path: CharacterRule;
	/** The characters after the ":" of a scheme, unless the first one is "/". */
	readonly opaque?: CharacterRule;
	readonly query: CharacterRule;
	readonly fragment: CharacterRule;
}
