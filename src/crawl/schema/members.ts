/** The members of a policy's `key` and `query` in the order in which messages list them, each with its values: none of a list. */
import { KEY_RULES, QUERY } from "./registry";

interface Members {
	readonly [member: string]: readonly string[];
}

export function keyMembers(): Members {
	const members = listed().map(([name, values]) =>
		name.startsWith(QUERY) ? (["query", []] as const) : ([name, values] as const),
	);
	// A directive runs before the fragment that it ends.
	const { textDirective = [], ...others } = Object.fromEntries(members);
	return { ...others, textDirective };
}

export function queryMembers(): Members {
	const members = listed().filter(([name]) => name.startsWith(QUERY));
	return Object.fromEntries(members.map(([name, values]) => [name.slice(QUERY.length), values]));
}

function listed(): (readonly [name: string, values: readonly string[]])[] {
	return KEY_RULES.flatMap(({ member, values }) => [member].flat().map((name) => [name, choices(Object.keys(values))] as const));
}

/** All values of a member with these that turn a rule on. */
function choices(values: readonly string[]): readonly string[] {
	if (values.includes("a list")) return [];
	return values.includes("true") ? ["true", "false"] : ["keep", ...values];
}
