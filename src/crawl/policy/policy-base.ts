/** Policies that are based on a profile: their members override those of the profile's own policy. */
import { overridden } from "./key-options";
import { CRAWL_POLICY, type Policy } from "./policy";

/**
 * Returns the policy with its base written out, so that no other code needs to know that a profile can be a base. Its program and its
 * identity are those of a copy of the profile's policy with the same changes. Members of `query` override one by one, too.
 */
export function withBase(policy: Policy): Policy {
	if (policy.base !== "crawl@1") return policy;
	const { base, fetch, key = {} } = CRAWL_POLICY;
	return { ...policy, base: base ?? "rfc3986", fetch: { ...fetch, ...policy.fetch }, key: overridden(key, policy.key ?? {}) };
}
