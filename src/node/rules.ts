/** The rules of a run: those of RFC 3986, which the core implements, or a profile or a policy. */

import { ADMITTED_NAMES } from "../admitted";
import type { ProfileId } from "../crawl/profiles";
import type { ParameterList, Policy } from "../crawl/schema/policy";
import { OptionError } from "../errors";
import { LineRules } from "../job/line-rules";
import { type NormalizeOptions, resolveOptions } from "../options";
import { CoreRules } from "../rules/core-rules";

/** The rules that decide which URLs are the same page. */
export interface CrawlRules {
	/** The profile. The default is `"rfc3986@1"`, the only one with the options `level` and `edition`. */
	profile?: ProfileId | "rfc3986" | undefined;
	/** A policy instead of a profile, as a parsed JSON value. */
	policy?: Policy | undefined;
	/** The lists that the policy names, except built-in ones: see `readList` of `urlsieve/crawl`. */
	lists?: readonly ParameterList[] | undefined;
}

/** The forms in which lines can be written. Without a profile or a policy, keys are normal forms. */
export const PRINTS = { normalized: true, fetch: true, key: true, original: true } as const;

type Print = keyof typeof PRINTS;

const CORE_PROFILES: readonly unknown[] = [undefined, "rfc3986", "rfc3986@1"];

/** The options of all runs over files. */
export const RULE_NAMES = ["level", "strict", "invalid", "edition", "engine", "idna", "profile", ...ADMITTED_NAMES] as const;

/** Options with the rules of RFC 3986, and those of profiles. */
type RuleOptions = Omit<NormalizeOptions, "profile"> & CrawlRules;

/** Checks options, and loads the crawl kernel if it is needed. Throws OptionError, PolicyError or ListError. */
export async function openRules(options: RuleOptions, print: Print): Promise<LineRules> {
	const form = print === "normalized" || print === "fetch" ? "both" : "key";
	const { profile, policy, lists, level, edition, ...common } = options;
	if (policy === undefined && lists === undefined && CORE_PROFILES.includes(profile))
		return new LineRules(new CoreRules(resolveOptions({ level, edition, ...common })), form);
	const excluded = Object.entries({ level, edition }).find(([, value]) => value !== undefined)?.[0];
	if (excluded !== undefined) throw new OptionError("invalid-option", `The option "${excluded}" is for the profile rfc3986@1.`);
	const { createRules } = await import("../crawl/job");
	return new LineRules(createRules({ ...common, profile, policy, lists }), form);
}
