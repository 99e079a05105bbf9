/** Profiles and policies as JSON: their rules, in order. */
import { Profile } from "../../../assembly/layout/crawl-options";
import { KeyRule } from "../../../assembly/policy/key-rules";
import { OptionError } from "../../errors";
import { choose } from "../../input";
import { TRACKING } from "../lists/tracking";
import { listDigest } from "../policy/key-identity";
import { groupsOf, keyRules } from "../policy/key-options";
import { namedLists } from "../policy/named-lists";
import { withBase } from "../policy/policy-base";
import { PROFILES, type ProfileId } from "../profiles";
import {
	type PlainFetchRules,
	type PlainKeyRules,
	type PlainList,
	type PlainPolicy,
	type PlainSite,
	plainPolicy,
} from "../schema/plain";
import type { Policy, Rewrite } from "../schema/policy";
import { bitsOf, KEY_RULES, RULE_WORDS, type RuleKind, SESSION_QUERY } from "../schema/registry";
import { ABOUT } from "./about";
import { fragmentWords, inertRules, inertWords, inertWordsOfPaths } from "./inert";
import { fetchWords, hostWords, rewriteWords, wordsOf } from "./rule-words";
import { siteBlocks } from "./site-blocks";

/** A rule of a key. */
export interface RuleDescription {
	readonly id: string;
	readonly kind: RuleKind;
	readonly source: string;
	/** Its effect, in sentences. If several are about parameters, the first that fits decides. */
	readonly does: readonly string[];
}

/** Paths of hosts with other rules. */
export interface PathDescription {
	/** Patterns of the paths, in words. */
	readonly where: string;
	/** The rules that are other than those of the hosts. */
	readonly rules: readonly RuleDescription[];
	/** Members that say that a rule does not act there. Absent if there are none. */
	readonly kept?: readonly string[];
	/** Members without effect, and why. Absent if there are none. */
	readonly inert?: readonly string[];
}

/** Hosts that the same sites of a policy cover, and the rules that act there. */
export interface SiteDescription {
	readonly hosts: readonly string[];
	/** The sites, as JSON Pointers: the last decides, member by member. */
	readonly by: readonly string[];
	readonly rules: readonly RuleDescription[];
	/** Other rules for some of their paths: the last that is about a path decides, member by member. Absent if there are none. */
	readonly paths?: readonly PathDescription[];
	/** Rules that these sites replace, and members without effect, in sentences. Absent if there are none. */
	readonly replaced?: readonly string[];
	readonly inert?: readonly string[];
}

/** The rules of a profile or policy. The order of members is fixed, so that two prints can be compared octet by octet. */
export interface ProfileDescription {
	/** The profile's id, or the policy's name, if it has one. */
	readonly id?: string;
	readonly base: string;
	/** Changes to the URL to be fetched besides the base, in sentences. */
	readonly fetch: readonly string[];
	/** The rules of its keys, in order, for hosts that no site covers. */
	readonly rules: readonly RuleDescription[];
	/** Members of the policy that other members leave nothing to do, in sentences. Absent if there are none. */
	readonly inert?: readonly string[];
	/** Hosts with other rules. A host that several name, or that is below several, belongs to the nearest name. */
	readonly sites: readonly SiteDescription[];
	readonly lists: readonly { readonly name: string; readonly version: string; readonly sha256: string }[];
	/** The host program whose `URL` maps hosts beyond ASCII, or IDNA 2003. */
	readonly idna: string;
}

/** A profile. Throws OptionError `invalid-option` for an id that is not known. */
export function profile(id: ProfileId): ProfileDescription {
	const { policy, number, toAscii } = choose("profile", id, PROFILES);
	const { source, about } = ABOUT[id];
	if (policy !== undefined) return { id, ...describePolicy(policy, []) };
	const does = [about];
	const rules: RuleDescription[] = [
		number === Profile.WHATWG
			? { id: "url-standard", kind: "lossless", source, does }
			: { id: "profile", kind: "lossy", source, does },
	];
	const idna = toAscii === undefined ? idnaOf() : "IDNA 2003";
	return { id, base: source, fetch: [], rules, sites: [], lists: [], idna };
}

/** A policy that was checked, with its lists. */
export function describePolicy(policy: Policy | PlainPolicy, lists: readonly PlainList[]): ProfileDescription {
	const {
		policy: name,
		base = "rfc3986",
		fetch = {},
		key = {},
		sites = [],
		rewrite = [],
	} = withBase(plainPolicy(policy as Policy));
	return {
		...(name !== undefined && { id: name }),
		base,
		fetch: fetchWords(fetch, lists),
		rules: [...rulesOf(key, fetch, lists), ...rewritesOf(rewrite)],
		...inertOf(key, fetch),
		sites: siteBlocks(key, sites).map((block) => ({
			hosts: block.hosts.map(hostWords),
			by: block.sites.map((site) => `/sites/${site}`),
			rules: [
				...rulesOf(block.key, fetch, lists),
				...rewritesOf([...rewrite, ...block.sites.flatMap((site) => sites[site]?.rewrite ?? [])]),
			],
			...(block.replaced.length > 0 && { replaced: block.replaced }),
			...(block.paths.length > 0 && { paths: block.paths.map((site) => pathsOf(site, fetch, lists)) }),
			...inertOf(block.key, fetch),
		})),
		lists: listsOf([key, ...sites.map((site) => site.key), { query: fetch.query ?? {} }], lists),
		idna: idnaOf(),
	};
}

function pathsOf({ paths, exceptPaths, key }: PlainSite, fetch: PlainFetchRules, lists: readonly PlainList[]): PathDescription {
	const like = (patterns: readonly string[]) => patterns.map((pattern) => JSON.stringify(pattern)).join(", ");
	const where = [
		...(paths ? [`paths like ${like(paths)}`] : []),
		...(exceptPaths ? [`not paths like ${like(exceptPaths)}`] : []),
	];
	const kept = [
		...Object.entries(key),
		...Object.entries(key.query ?? {}).map(([name, value]) => [`query.${name}`, value]),
	].flatMap(([name, value]) => (value === "keep" || (Array.isArray(value) && value.length === 0) ? [name as string] : []));
	const inert = [...fragmentWords(key, fetch), ...inertWordsOfPaths(key)];
	return {
		where: where.join(", "),
		rules: rulesOf(key, fetch, lists),
		...(kept.length > 0 && { kept }),
		...(inert.length > 0 && { inert }),
	};
}

function inertOf(key: PlainKeyRules, fetch: PlainFetchRules): { readonly inert?: readonly string[] } {
	const inert = inertWords(key, fetch);
	return inert.length > 0 ? { inert } : {};
}

function rulesOf(key: PlainKeyRules, fetch: PlainFetchRules, lists: readonly PlainList[]): RuleDescription[] {
	const bits = (keyRules(key, fetch) | removalRules(key, lists)) & ~inertRules(key);
	return KEY_RULES.filter((rule) => (bitsOf(rule) & bits) !== 0).map((rule) => {
		const { kind, source } = RULE_WORDS[rule.id];
		return { id: rule.id, kind, source, does: wordsOf(rule, bits, key, lists) };
	});
}

/** The rewrites as one rule. */
function rewritesOf(rewrites: readonly Rewrite[]): RuleDescription[] {
	if (rewrites.length === 0) return [];
	return [{ id: "rewrite", kind: "lossy", source: "the policy", does: rewriteWords(rewrites) }];
}

/** All members without effect, and why: those for all hosts, then those of each site and its paths. */
export function inertMembers({ inert = [], sites }: ProfileDescription): string[] {
	const known = new Set(inert);
	for (const { hosts, inert: own = [], paths = [] } of sites) {
		const added = [...own, ...paths.flatMap((path) => path.inert ?? [])].filter((sentence) => !known.has(sentence));
		for (const sentence of new Set(added)) known.add(`${sentence} (on ${hosts.join(", ")})`);
	}
	return [...known];
}

/** The policy with the same keys as a profile, as a starting point for others. Throws OptionError if the profile has no policy. */
export function policyFile(id: ProfileId): Policy {
	const { policy } = choose("profile", id, PROFILES);
	if (policy === undefined) throw new OptionError("invalid-option", `No policy makes the keys of ${id}.`);
	return policy as Policy;
}

function removalRules(key: PlainKeyRules, lists: readonly PlainList[]): number {
	const names: string[] = groupsOf(key, lists).map(({ step }) => step);
	const removes = names.some((name) => name !== SESSION_QUERY);
	return (names.includes(SESSION_QUERY) ? KeyRule.SESSION_QUERY : 0) | (removes ? KeyRule.PARAM : 0);
}

function listsOf(keys: readonly PlainKeyRules[], lists: readonly PlainList[]): ProfileDescription["lists"] {
	return [...new Set(keys.flatMap(({ query }) => namedLists(query)))].map((name) => {
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
