/** The part of a policy of `urlsieve/crawl` that a header can express. */
import type { Policy } from "../crawl/schema/policy";
import { translate, type Wider } from "./policy-rule";
import { headerOf } from "./rule";

/** The result of `headerOfPolicy`. */
export interface PolicyHeader {
	/** The field to send. Absent if there is nothing that it could say. */
	readonly field?: string;
	/**
	 * URLs that caches merge by the field and the policy keeps apart: `spellings` of octets, `a` and `a=`, empty pairs, and URLs on hosts from
	 * which a list removes nothing.
	 */
	readonly wider: readonly Wider[];
	/**
	 * The members of the policy that no field can say, or not in full, as JSON Pointers. URLs that they merge have keys of their own.
	 * `/key/query`: it has more than 256 names, or 8,192 bytes of them, so that there is no field.
	 */
	readonly lost: readonly string[];
}

/**
 * Returns the field No-Vary-Search for a policy. It says exact names of `query.remove`, `query.only` and the list `tracking@1`,
 * `query.drop`, and `sort: "name"`. Of the list, these are the names without a condition.
 * Requires: `urlsieve/crawl` takes the policy. Throws TypeError for anything but a policy, and for a name with `*`.
 *
 * @example
 * ```ts
 * const { field, lost } = headerOfPolicy({ key: { www: "drop", query: { remove: ["ref", { name: "utm_", match: "prefix" }], sort: "name" } } });
 * field; // 'key-order, params=("ref")'
 * lost; // ["/key/www", "/key/query/remove/1"]
 * ```
 */
export function headerOfPolicy(policy: Policy): PolicyHeader {
	const { rule, lost, wider } = translate(policy);
	const field = headerOf("prefixes" in rule ? { keyOrder: rule.keyOrder, params: rule.params } : rule);
	if (field !== undefined) return { field, wider, lost };
	const isTooLong = ("params" in rule ? rule.params : rule.except).length > 0;
	return { wider: [], lost: isTooLong ? [...lost, "/key/query"] : lost };
}
