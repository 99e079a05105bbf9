/** What is said of an edition of the standard: the shape of a row of editions.ts. */

/** A rule of a grammar that says which characters may stand in a place: its name, and the characters. */
export interface CharacterRule {
	readonly rule: string;
	readonly allows: string;
}

/** What an edition knows of a scheme beyond the generic syntax. */
export interface SchemeFacts {
	/** There may be nothing between "//" and "/", though the generic syntax of the edition wants a host. */
	readonly emptyHost?: true;
	/** The authority is a server, though the generic syntax of the edition knows other authorities. */
	readonly server?: true;
}

/** The hosts of an edition that has domain names alone, made of labels. */
export interface HostnameRules {
	/** A host of digits and dots may be `digits "." digits "." digits "." digits`. */
	readonly hostnumber: boolean;
	/** Which last label has to begin with a letter: any, or one with a dot behind it. No dot may stand behind it in the first case. */
	readonly topLabel: "last" | "before-final-dot";
	/** The most characters of a label. */
	readonly maxLabelLength?: number;
}

/** The names of the rules for what stands in square brackets. What has no name is not in the edition. */
export interface IpLiteralRules {
	readonly literal: string;
	readonly address: string;
	readonly future?: string;
	readonly zone?: string;
}

/** All that an edition says. */
export interface EditionRow {
	/** The rule for a reference, for one with a scheme, for one with a scheme and no fragment, for one without scheme. */
	readonly reference: string;
	readonly uri: string;
	readonly absoluteUri: string;
	readonly relativeRef: string;

	/** "%" and two hex digits: the name of the rule. */
	readonly triplet: string;

	/** A prefix that is no part of the URI, in either case. */
	readonly prefix?: string;
	readonly relativeReferences: boolean;
	readonly fragments: boolean;

	readonly scheme: CharacterRule;
	/** The characters that a scheme begins with. */
	readonly schemeBegins: string;
	readonly schemes: { readonly [scheme: string]: SchemeFacts };

	/** The rule for what stands behind "//", and the characters that end it. */
	readonly authority: string;
	readonly authorityEnds: string;
	/** There may be nothing behind "//". */
	readonly emptyAuthority: boolean;
	/** An authority that is no server: what it may consist of. */
	readonly registry?: CharacterRule;
	/** The userinfo; when there is a rule for the password, what stands before its first ":". */
	readonly user: CharacterRule;
	readonly password?: CharacterRule;
	/** Hosts are domain names, or any `name` of these characters. */
	readonly hostname?: HostnameRules;
	readonly name?: CharacterRule;
	readonly ipLiteral?: IpLiteralRules;
	readonly emptyPort: boolean;

	/** Characters of a path, "/" included. */
	readonly path: CharacterRule;
	/** Characters of all that stands behind the ":" of a scheme, when that is not "/". */
	readonly opaque?: CharacterRule;
	readonly query: CharacterRule;
	readonly fragment: CharacterRule;
}
