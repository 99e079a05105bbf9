/** Policies that are based on a profile: their members override those of the profile's own policy. */

import {
	type PlainFetchRules,
	type PlainKeyRules,
	type PlainListUse,
	type PlainPolicy,
	type PlainQueryRules,
	type PlainSite,
	plainPolicy,
} from "../schema/plain";
import { BASE_POLICIES, isProfile } from "../schema/policy";
import { overridden } from "./key-options";
import { listName, usedLists } from "./named-lists";

/**
 * Returns the one form of the policy with its base written out, so that no other code needs to know that a profile can be a base. Its program and its
 * identity are those of a copy of the profile's policy with the same changes. Members of `query` override one by one, too; lists
 * join those of the profile, unless they are the only ones, and are an array then.
 */
export function withBase(policy: PlainPolicy): PlainPolicy {
	const profile: PlainPolicy | undefined = isProfile(policy.base) ? plainPolicy(BASE_POLICIES[policy.base]) : undefined;
	const { base, fetch: sent = {}, key: rules = {} } = profile ?? {};
	const fetch = policy.fetch && withJoinedLists(policy.fetch, usedLists(sent.query));
	const lists = usedLists(rules.query);
	const key = policy.key && withJoinedLists(policy.key, lists);
	const sites = policy.sites?.map((site) => withListsOfSite(site, lists));
	const named = { ...policy, ...(fetch && { fetch }), ...(key && { key }), ...(sites && { sites }) };
	if (profile === undefined) return named;
	return { ...named, base: base ?? "rfc3986", fetch: overridden(sent, fetch ?? {}), key: overridden(rules, key ?? {}) };
}

function withListsOfSite(site: PlainSite, profile: readonly PlainListUse[]): PlainSite {
	const key = withJoinedLists(site.key, profile);
	return key === site.key ? site : { ...site, key };
}

function withJoinedLists<Rules extends PlainKeyRules | PlainFetchRules>(rules: Rules, profile: readonly PlainListUse[]): Rules {
	const query: Pick<PlainQueryRules, "lists"> | undefined = rules.query;
	if (query?.lists === undefined) return rules;
	const uses = usedLists(query);
	const names = uses.map(listName);
	const joined = "only" in query.lists ? [] : profile.filter((list) => !names.includes(listName(list)));
	return { ...rules, query: { ...query, lists: [...joined, ...uses] } };
}
