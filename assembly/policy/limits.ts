/** Runs some of the rules only, so that the host can find out what each of them does. */
import { CrawlAddress, RuleLimit } from "../layout/crawl-addresses";
import { Level } from "../layout/options";
import { load32, store32 } from "../octets/memory";
import { KeyRule } from "./key-rules";
import { Role } from "./program";

/** More pieces than any query has. */
export const MAX_REMOVALS: i32 = 0x7fffffff;
/** More steps than any reference takes. */
export const MAX_STEPS: i32 = 0x7fffffff;

/** All rules run. */
export function resetRules(): void {
	limitRules(Level.SCHEME, -1, MAX_REMOVALS, 0, MAX_STEPS);
}

/**
 * From now on, only these rules run, only `removals` pieces of a query are removed by name, entries with the origin
 * `withoutOrigin` do not apply (0: all do), and rules that repeat each other's work take only `steps` steps.
 */
export function limitRules(baseRules: i32, keyRules: i32, removals: i32, withoutOrigin: i32, steps: i32): void {
	setRuleLimit(RuleLimit.BASE_RULES, baseRules);
	setRuleLimit(RuleLimit.KEY_RULES, keyRules);
	setRuleLimit(RuleLimit.MAX_REMOVALS, removals);
	setRuleLimit(RuleLimit.WITHOUT_ORIGIN, withoutOrigin);
	setRuleLimit(RuleLimit.MAX_STEPS, steps);
}

/** Whether `limitRules` has left out any rule. The fast path then leaves all to the slow path. */
export function areRulesLimited(): bool {
	return (
		ruleLimit(RuleLimit.KEY_RULES) != -1 ||
		ruleLimit(RuleLimit.BASE_RULES) != Level.SCHEME ||
		ruleLimit(RuleLimit.MAX_REMOVALS) != MAX_REMOVALS ||
		ruleLimit(RuleLimit.WITHOUT_ORIGIN) != 0 ||
		ruleLimit(RuleLimit.MAX_STEPS) != MAX_STEPS
	);
}

export function ruleLimit(field: i32): i32 {
	return load32(CrawlAddress.RULE_LIMITS + field);
}

export function setRuleLimit(field: i32, value: i32): void {
	store32(CrawlAddress.RULE_LIMITS + field, value);
}

/** Whether parameters may be removed by name. */
export function mayRemoveParameters(): bool {
	return (ruleLimit(RuleLimit.KEY_RULES) & KeyRule.PARAM) != 0;
}

/** Whether a rule that repeats may take one more step. Counts it. */
export function mayStep(rule: i32): bool {
	const steps = ruleLimit(RuleLimit.STEPS);
	if (steps >= ruleLimit(RuleLimit.MAX_STEPS)) return false;
	setRuleLimit(RuleLimit.STEPS, steps + 1);
	setRuleLimit(RuleLimit.LAST_STEP, rule);
	return true;
}

/**
 * Whether a piece that a group of this role removes may be removed. Counts it. While parameters are removed, session identifiers
 * do not count: their rule comes before.
 */
export function mayRemove(role: i32): bool {
	const rules = ruleLimit(RuleLimit.KEY_RULES);
	let rule: i32 = KeyRule.PARAM;
	if (role == Role.SESSION) rule = KeyRule.SESSION_QUERY;
	if (role == Role.ONLY) rule = KeyRule.QUERY_ONLY;
	if ((rules & rule) == 0) return false;
	if (role == Role.SESSION && (rules & KeyRule.PARAM) != 0) return true;
	if (ruleLimit(RuleLimit.REMOVALS) >= ruleLimit(RuleLimit.MAX_REMOVALS)) return false;
	setRuleLimit(RuleLimit.REMOVALS, ruleLimit(RuleLimit.REMOVALS) + 1);
	return true;
}
