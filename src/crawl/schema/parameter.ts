/** Entries: which parameters of a query or a path a policy or a list is about. */

/** A list of items. A string is a list of one. */
export type OneOrMore<Item> = string | readonly Item[];

/**
 * A parameter's name, decoded. With a star it is a glob: `utm_*`, `*_id`, `a*z`, and `*` for every name. In an object, a star is a star, and
 * there can be conditions.
 */
export type Parameter = string | ParameterEntry;

/** An entry of `pathParams`, which run before the path is final. */
export type PathParameter = string | PathParameterEntry;

/** A name with conditions. */
export interface PathParameterEntry {
	readonly name: string;
	/** Whether the whole name has to agree, the default, or its beginning, or its end. */
	readonly match?: "exact" | "prefix" | "suffix";
	/** Whether the case of ASCII letters counts for nothing. */
	readonly ignoreCase?: boolean;
	/** Applies only to these values, decoded. `""` is also a parameter without "=". */
	readonly values?: OneOrMore<string>;
	/** Applies only to these places: `example.com` and all below, `=example.com` itself, `*.example.com` those below. */
	readonly hosts?: OneOrMore<string>;
	readonly exceptHosts?: OneOrMore<string>;
}

/** A name with conditions, also about the path. */
export interface ParameterEntry extends PathParameterEntry {
	/** Applies only to paths that one of these patterns matches: a beginning, in which `*` is any run and a final `$` the end. */
	readonly paths?: OneOrMore<string>;
	readonly exceptPaths?: OneOrMore<string>;
	/** Does not apply if host and path contain one of these texts. */
	readonly exceptPath?: OneOrMore<string>;
}

/** The name in an entry. */
export function nameOf(entry: string | { readonly name: string }): string {
	return typeof entry === "string" ? entry : entry.name;
}
