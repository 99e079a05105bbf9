/** The error of a set whose keys were made by other rules. It names the differences. */
import { SetError } from "../errors";
import type { Rules } from "../rules/rules";

/** The rules that make the keys of a set. */
type Made = Pick<Rules, "identity" | "name" | "meaning"> & { /** Snapshots have no names. */ readonly keepsName?: boolean };

/** The identity of a policy: the start of its hash, and options. */
const IS_POLICY = /^policy:([0-9a-f]{12})[0-9a-f]*(.*)$/;

/** The error for a set whose keys have another identity. */
export function mismatch(theirs: Made, ours: Made, subject = "The set"): SetError {
	const [other, own] = [wordsOf(theirs), wordsOf(ours)];
	const lists = changedLists(theirs.meaning, ours.meaning);
	const changed = `its list${lists.length === 1 ? "" : "s"} ${lists.join(", ")} changed`;
	const isPolicy = lists.length === 0 || !haveSamePolicy(theirs.meaning, ours.meaning);
	const differs = !isPolicy ? "list" : IS_POLICY.test(theirs.identity) ? "policy" : "profile";
	const rest = other === own ? " as it was before it was changed, not as it is now" : `, not of ${own}`;
	const ending = isPolicy ? `${rest}${lists.length === 0 ? "" : `; ${changed}, too`}` : ` before ${changed}`;
	return new SetError("profile-mismatch", `${subject} has keys of ${other}${ending}.`, { differs });
}

/** The words of a meaning: Rules.meaning. */
function wordsIn(meaning: string | undefined): string[] {
	return meaning?.split(" ") ?? [];
}

/** Whether two meanings differ only in the contents of lists. */
function haveSamePolicy(theirs: string | undefined, ours: string | undefined): boolean {
	const [before, after] = [theirs, ours].map((meaning) =>
		wordsIn(meaning)
			.map((word) => word.replace(/=.*/, ""))
			.join(" "),
	);
	return before === after;
}

/** The lists of both whose contents differ. */
function changedLists(theirs: string | undefined, ours: string | undefined): string[] {
	const before = new Map(wordsIn(theirs).map((word) => word.split("=") as [string, string | undefined]));
	const after = wordsIn(ours).map((word) => word.split("=") as [string, string | undefined]);
	return after.filter(([name, digest]) => digest !== undefined && (before.get(name) ?? digest) !== digest).map(([name]) => name);
}

/** A profile by its id, and a policy by its name; one without a name by the start of its hash. */
function wordsOf({ identity, name, keepsName = true }: Made): string {
	const [, hash = "", options = ""] = IS_POLICY.exec(identity) ?? [];
	if (hash === "") return identity;
	if (name !== undefined) return `the policy ${name}${options}`;
	return `a policy ${keepsName ? "without a name" : "whose name a snapshot does not keep"} (${hash}…)${options}`;
}
