/** Profiles and policies as JSON: what they run, in order. */
import { Profile } from "../../assembly/crawl-options";
import { KeyRule } from "../../assembly/policy/key-rules";
import { UriError } from "../errors";
import { choose } from "../input";
import { ABOUT } from "./about";
import { listDigest } from "./key-identity";
import { groupsOf, keyRules } from "./key-options";
import { TRACKING } from "./lists/tracking";
import type { KeyRules, ParameterList, Policy } from "./policy";
import { PROFILES, type ProfileId } from "./profiles";
import { KEY_RULES, type RuleKind, SESSION_QUERY } from "./rules";

/** What a profile or a policy runs. Members are in this order, so that two prints can be compared octet by octet. */
export interface ProfileDescription {
	/** The profile's id, or the policy's name, if it has one. */
	readonly id?: string;
	readonly base: string;
	/** The rules of its keys, in order, without those of `sites`. */
	readonly rules: readonly { readonly id: string; readonly kind: RuleKind; readonly source: string }[];
	readonly lists: readonly { readonly name: string; readonly version: string; readonly sha256: string }[];
	/** Whose `URL` maps hosts beyond ASCII, or that they are mapped by IDNA 2003. */
	readonly idna: string;
}

/** A profile. Throws UriError `invalid-option` for an id that is not known. */
export function profile(id: ProfileId): ProfileDescription {
	const { policy, number, toAscii } = choose("profile", id, PROFILES);
	const { source } = ABOUT[id];
	if (policy !== undefined) return { id, ...describePolicy(policy, []) };
	const rules = [
		number === Profile.WHATWG
			? { id: "url-standard", kind: "lossless" as const, source }
			: { id: "profile", kind: "lossy" as const, source },
	];
	return { id, base: source, rules, lists: [], idna: toAscii === undefined ? idnaOf() : "IDNA 2003" };
}

/** A policy that was checked, with its lists. */
export function describePolicy(policy: Policy, lists: readonly ParameterList[]): ProfileDescription {
	const { policy: name, base = "rfc3986", fetch = {}, key = {} } = policy;
	const bits = keyRules(key, fetch) | removalRules(key, lists);
	const rules = KEY_RULES.filter((rule) => (rule.bits & bits) !== 0).map(({ id, kind, source }) => ({ id, kind, source }));
	return { ...(name !== undefined && { id: name }), base, rules, lists: listsOf(key, lists), idna: idnaOf() };
}

/** The policy with the same keys as a profile, as a starting point for others. Throws UriError if the profile has no policy. */
export function policyFile(id: ProfileId): Policy {
	const { policy } = choose("profile", id, PROFILES);
	if (policy === undefined) throw new UriError("invalid-option", `No policy makes the keys of ${id}.`);
	return policy;
}

function removalRules(key: KeyRules, lists: readonly ParameterList[]): number {
	const names: string[] = groupsOf(key, lists).map(({ step }) => step);
	const removes = names.some((name) => name !== "keep" && name !== SESSION_QUERY);
	return (names.includes(SESSION_QUERY) ? KeyRule.SESSION_QUERY : 0) | (removes ? KeyRule.PARAM : 0);
}

function listsOf({ query }: KeyRules, lists: readonly ParameterList[]): ProfileDescription["lists"] {
	return (query?.lists ?? []).map((name) => {
		const list = name === TRACKING.name ? TRACKING : lists.find((candidate) => candidate.name === name);
		// Format, name, version if the format has one, checksum.
		const words = (list as { identity?: string } | undefined)?.identity?.split(" ") ?? [];
		const version = words.length > 3 ? words[2] : undefined;
		return { name, version: version ?? name.split("@")[1] ?? "", sha256: words.at(-1) ?? listDigest(list) };
	});
}

function idnaOf(): string {
	const { process, navigator } = globalThis as { process?: { version?: string }; navigator?: { userAgent?: string } };
	return process?.version ? `URL of Node.js ${process.version}` : (navigator?.userAgent ?? "URL of the platform");
}
