/** Policies that are based on a profile: their members override those of the profile's own policy. */

import { type PlainKeyRules, type PlainPolicy, plainPolicy } from "../schema/plain";
import { CRAWL_POLICY, type Policy } from "../schema/policy";
import { overridden } from "./key-options";
import { namedLists } from "./named-lists";

/**
 * Returns the one form of the policy with its base written out, so that no other code needs to know that a profile can be a base. Its program and its
 * identity are those of a copy of the profile's policy with the same changes. Members of `query` override one by one, too; lists
 * join those of the profile, unless they are the only ones, and are an array then.
 */
export function withBase(written: Policy | PlainPolicy): PlainPolicy {
	const policy = plainPolicy(written as Policy);
	const hasProfile = policy.base === "crawl@1";
	const profile: PlainPolicy = hasProfile ? CRAWL_POLICY : {};
	const { base, fetch, key: rules = {} } = profile;
	const lists = namedLists(rules.query);
	const key = policy.key && withJoinedLists(policy.key, lists);
	const sites = policy.sites?.map((site) => ({ ...site, key: withJoinedLists(site.key, lists) }));
	const named = { ...policy, ...(key && { key }), ...(sites && { sites }) };
	if (!hasProfile) return named;
	return { ...named, base: base ?? "rfc3986", fetch: { ...fetch, ...policy.fetch }, key: overridden(rules, key ?? {}) };
}

function withJoinedLists(key: PlainKeyRules, profile: readonly string[]): PlainKeyRules {
	const { query } = key;
	if (query?.lists === undefined) return key;
	const names = namedLists(query);
	const joined = "only" in query.lists ? [] : profile.filter((name) => !names.includes(name));
	return { ...key, query: { ...query, lists: [...joined, ...names] } };
}
