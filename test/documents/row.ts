/** Types of example rows. tables.test.ts and resolution.ts check each kind. */

/** The level at which two URIs are equivalent; undefined if on none. */
type Level = "string" | "syntax" | "scheme" | undefined;

/** `row` names a row uniquely within its section. The default is the input, the left column of the table. */
interface Place {
	readonly section: string;
	readonly row?: string;
}

/** Options of `resolve`, beside the edition, which is that of the document. */
interface ResolveOptions {
	readonly strict?: boolean;
	readonly excessDots?: "keep" | "remove" | "error";
}

/** A reference and its components. A scheme, authority, query or fragment that is not given is absent. */
interface ParseRow extends Place {
	readonly kind: "parse";
	readonly input: string;
	readonly expected: {
		readonly scheme?: string;
		readonly authority?: string;
		readonly userinfo?: string | undefined;
		readonly host?: string;
		readonly port?: string | undefined;
		readonly path: string;
		readonly query?: string;
		readonly fragment?: string;
	};
}

/** One component of a reference, named as in a figure or App. B. */
interface ComponentRow extends Place {
	readonly kind: "component";
	readonly input: string;
	readonly component: "scheme" | "authority" | "path" | "query" | "fragment";
	readonly expected: string | undefined;
}

/** A numbered subexpression of the regular expression of App. B, from 1 to 9. */
interface SubexpressionRow extends Place {
	readonly kind: "subexpression";
	readonly input: string;
	readonly group: number;
	readonly expected: string | undefined;
}

/** A reference and its target. `note` is what the document prints if that is not a URI. */
interface ResolveRow extends Place {
	readonly kind: "resolve";
	readonly reference: string;
	readonly base: string;
	readonly expected: string;
	readonly options?: ResolveOptions;
	readonly note?: string;
}

/** A pair that the document calls an error. */
interface ResolveErrorRow extends Place {
	readonly kind: "resolve-error";
	readonly reference: string;
	readonly base: string;
	readonly code: "excess-dots" | "base-not-absolute";
	readonly options?: ResolveOptions;
}

/** Whether a reference points to the current document. */
interface SameDocumentRow extends Place {
	readonly kind: "same-document";
	readonly reference: string;
	readonly base: string;
	readonly expected: boolean;
	readonly options?: ResolveOptions;
}

/** One line of a remove_dot_segments trace: both buffers after the step. The trace turns `path` into `expected`. */
interface DotsRow extends Place {
	readonly kind: "dots";
	readonly path: string;
	readonly line: number;
	readonly step: string;
	readonly output: string;
	readonly input: string;
	readonly expected: string;
}

/** A reference and its normal form at one level. */
interface NormalizeRow extends Place {
	readonly kind: "normalize";
	readonly input: string;
	readonly level: "syntax" | "scheme";
	readonly expected: string;
}

/** Two URIs and the lowest level at which they are equivalent. */
interface EquivalentRow extends Place {
	readonly kind: "equivalent";
	readonly a: string;
	readonly b: string;
	readonly expected: Level;
}

/** Running text and the references in it. */
interface ExtractRow extends Place {
	readonly kind: "extract";
	readonly text: string;
	readonly expected: readonly string[];
}

/** A suffix reference and the intended URI. */
interface SuffixRow extends Place {
	readonly kind: "suffix";
	readonly input: string;
	readonly expected: string;
}

export type Row =
	| ParseRow
	| ComponentRow
	| SubexpressionRow
	| ResolveRow
	| ResolveErrorRow
	| SameDocumentRow
	| DotsRow
	| NormalizeRow
	| EquivalentRow
	| ExtractRow
	| SuffixRow;

/** A document and the rows of its tables. */
export interface Document {
	readonly name: string;
	readonly edition: "1994" | "1997" | "2003" | "2005";
	readonly rows: readonly Row[];
}
