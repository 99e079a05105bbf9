/** The members of a policy's `key` and `query` in the order in which messages list them, each with its values: none of a list. */
import { KEY_RULES, QUERY } from "./registry";

/** A member that may also be true or false. */
const SWITCH = `${QUERY}drop`;

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
	return KEY_RULES.flatMap(({ member, values }) =>
		[member].flat().map((name) => [name, choices(name, Object.keys(values))] as const),
	);
}

/** All values of a member with these that turn a rule on. */
function choices(name: string, values: readonly string[]): readonly string[] {
	if (values.includes("a list")) return [];
	return ["keep", ...values, ...(name === SWITCH ? ["true", "false"] : [])];
}
