/** Policies on a profile: the members of the profile's policy, with those of the policy put over them. */
import { overridden } from "./key-options";
import { CRAWL_POLICY, type Policy } from "./policy";

/**
 * The policy with its base written out, so that nothing else has to know of profiles as bases: it has the program and the identity of
 * a copy of the profile's policy with the same changes. A member overrides that of the profile; in `query`, one by one, too.
 */
export function withBase(policy: Policy): Policy {
	if (policy.base !== "crawl@1") return policy;
	const { base, fetch, key = {} } = CRAWL_POLICY;
	return { ...policy, base: base ?? "rfc3986", fetch: { ...fetch, ...policy.fetch }, key: overridden(key, policy.key ?? {}) };
}
