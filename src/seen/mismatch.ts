/** The error of a set whose keys were made by other rules. It names the differences. */
import { SetError } from "../errors";
import type { Rules } from "../rules/rules";

/** The rules that make the keys of a set. */
type Made = Pick<Rules, "identity" | "name" | "meaning" | "parts"> & {
	/** Snapshots have no names. */ readonly keepsName?: boolean;
};

/** The identity of a policy: the start of its hash, and options. */
const IS_POLICY = /^policy:([0-9a-f]{12})[0-9a-f]*(.*)$/;

/** Members that a message names. */
const MAX_MEMBERS = 5;

/** The error for a set whose keys have another identity. */
export function mismatch(theirs: Made, ours: Made, subject = "The set"): SetError {
	const [other, own] = [wordsOf(theirs), wordsOf(ours)];
	const lists = changedLists(theirs, ours);
	const changed = `its list${lists.length === 1 ? "" : "s"} ${lists.join(", ")} changed`;
	const isPolicy = lists.length === 0 || !haveSamePolicy(theirs.meaning, ours.meaning);
	const differs = !isPolicy ? "list" : IS_POLICY.test(theirs.identity) ? "policy" : "profile";
	const members = changedMembers(theirs, ours);
	const rest =
		other === own
			? ` as it was before ${members === "" ? "it was changed" : `${members} changed`}, not as it is now`
			: `, not of ${own}${members === "" ? "" : `, which differs in ${members}`}`;
	const ending = isPolicy ? `${rest}${lists.length === 0 ? "" : `; ${changed}, too`}` : ` before ${changed}`;
	return new SetError("profile-mismatch", `${subject} has keys of ${other}${ending}.`, { differs });
}

/** Words `NAME=VALUE` of a meaning or of parts: those of `Rules`. */
function wordsIn(text: string | undefined): ReadonlyMap<string, string | undefined> {
	return new Map(text?.split(" ").map((word) => word.split("=") as [string, string | undefined]));
}

/** Whether two meanings differ only in the contents of lists. */
function haveSamePolicy(theirs: string | undefined, ours: string | undefined): boolean {
	const [before, after] = [theirs, ours].map((meaning) => [...wordsIn(meaning).keys()].join(" "));
	return before === after;
}

/** The lists of both whose contents differ, each with its versions. */
function changedLists(theirs: Made, ours: Made): string[] {
	const [before, after] = [wordsIn(theirs.meaning), wordsIn(ours.meaning)];
	const [were, are] = [wordsIn(theirs.parts), wordsIn(ours.parts)];
	const changed = [...after].filter(([name, digest]) => digest !== undefined && (before.get(name) ?? digest) !== digest);
	return changed.map(([name]) => {
		const [was, is] = [were.get(name), are.get(name)];
		return was === undefined || is === undefined ? name : `${name} (${was}, now ${is})`;
	});
}

/** The members of policies that differ, by their places; "" if they are not known. */
function changedMembers({ parts }: Made, ours: Made): string {
	if (parts === undefined || ours.parts === undefined) return "";
	const [before, after] = [wordsIn(parts), wordsIn(ours.parts)];
	const places = [...new Set([...before.keys(), ...after.keys()])].filter((place) => place.startsWith("/"));
	const changed = places.filter((place) => before.get(place) !== after.get(place)).sort();
	const more = changed.length - MAX_MEMBERS;
	return `${changed.slice(0, MAX_MEMBERS).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** A profile by its id, and a policy by its name; one without a name by the start of its hash. */
function wordsOf({ identity, name, keepsName = true }: Made): string {
	const [, hash = "", options = ""] = IS_POLICY.exec(identity) ?? [];
	if (hash === "") return identity;
	if (name !== undefined) return `the policy ${name}${options}`;
	return `a policy ${keepsName ? "without a name" : "whose name a snapshot does not keep"} (${hash}…)${options}`;
}
