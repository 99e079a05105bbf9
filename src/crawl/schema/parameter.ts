/** Entries: which parameters of a query a policy or a list is about. */

/** A parameter's name, which has no star, or a name with conditions, in which a star is a star. */
export type Parameter =
	| string
	| {
			readonly name: string;
			readonly match?: "exact" | "prefix";
			readonly ignoreCase?: boolean;
			/** Applies only to these hosts and those below them. */
			readonly hosts?: readonly string[];
			readonly exceptHosts?: readonly string[];
			/** Does not apply if host and path contain one of these texts. */
			readonly exceptPath?: readonly string[];
	  };

/** The name in an entry. */
export function nameOf(entry: string | { readonly name: string }): string {
	return typeof entry === "string" ? entry : entry.name;
}
