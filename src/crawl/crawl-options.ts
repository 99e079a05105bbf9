/** Options of `urlsieve/crawl`, and the options word that the crawl kernel reads. */
import { CrawlFlag, Profile } from "../../assembly/layout/crawl-options";
import { Flag } from "../../assembly/layout/options";
import { ADMITTED_NAMES, type AdmittedOptions, admittedBy } from "../admitted";
import { asciiBy, platformToAscii, type ToAscii } from "../engine/idna";
import type { Engine } from "../engine/kernel";
import { OptionError } from "../errors";
import { checkFlags, checkNames, choose } from "../input";
import { INVALID, type InvalidLines } from "../options";
import { crawlKernels } from "./crawl-kernel";
import { checkedPolicy, checkLists } from "./policy/check-policy";
import { formerIdentities, policyIdentity } from "./policy/key-identity";
import { withBase } from "./policy/policy-base";
import { PROFILES, type ProfileId, type ProfileRow } from "./profiles";
import { type PlainList, type PlainPolicy, plainList } from "./schema/plain";
import { CRAWL_POLICY, type ParameterList, type Policy } from "./schema/policy";

/**
 * Options of a crawl normalizer: a profile or a policy, and the options that may go with it. Neither is a default: keys are stored, so the
 * code that makes them names their version.
 */
export interface CrawlOptions extends AdmittedOptions {
	/** The profile, which decides which URL is fetched and which URLs are the same page. */
	readonly profile?: ProfileId | "rfc3986" | undefined;
	/** A policy instead of a profile, as a parsed JSON value. */
	readonly policy?: Policy | undefined;
	/** The lists that the policy names, except built-in ones. */
	readonly lists?: readonly ParameterList[] | undefined;
	/** `whatwg@1` only. `true`: a lone surrogate, or octets that are not UTF-8, cause the error `ill-formed-string`. */
	readonly strict?: boolean | undefined;
	/** `crawlee@1` only. `"keep"` keeps the fragment, as Crawlee's option `keepUrlFragment` does. */
	readonly fragment?: "keep" | undefined;
	/**
	 * Converts a host beyond ASCII to A-labels, or returns `undefined` if it cannot. The default is the platform's `URL`. With
	 * `false`, such a host causes the error `profile-cannot`. The function must not call this package: a call that would
	 * overwrite the reference that is being normalized throws OptionError `invalid-option`.
	 */
	readonly idna?: ToAscii | false | undefined;
	/** Treatment of lines that cannot be normalized. The default is `"keep"`. */
	readonly invalid?: InvalidLines | undefined;
	/** Which engine runs. The default is the fastest one available. The output is always the same. */
	readonly engine?: Engine | "auto" | undefined;
}

/** Options, checked. */
export interface CrawlSettings {
	/** The profile, or undefined for a policy. */
	readonly profile: ProfileId | undefined;
	/** The policy that runs, or undefined if the kernel implements the profile itself. */
	readonly policy: PlainPolicy | undefined;
	readonly lists: readonly PlainList[];
	readonly toAscii: ToAscii;
	/** For expressions of Safe Browsing v5. */
	readonly registrableDomain?: (host: string) => string | undefined;
	readonly invalid: InvalidLines;
	readonly engine: Engine;
	/** The key identity, a line of ASCII. Only keys with the same identity can be compared. */
	readonly identity: string;
	/** Other identities of the same keys: those of earlier versions, and the other one of `crawl@1` and its policy. */
	readonly otherIdentities: () => readonly string[];
	/** The kernel's options word, for single references and for lines. */
	readonly word: number;
	readonly linesWord: number;
	/** The areas from ADMITS_WEB on, if the options word for lines has Flag.LIST_SCHEMES. */
	readonly schemes?: Uint8Array | undefined;
	/** Whether a lone surrogate is U+FFFD. It is an error otherwise. */
	readonly replacesSurrogates: boolean;
}

/** Why options without rules are refused. */
export const NO_RULES: string =
	'Name what counts as the same page: profile "crawl@1", another profile or a policy. The keys of "rfc3986@1", which was the ' +
	"default, are normal forms of RFC 3986.";

const NAMES = ["profile", "policy", "lists", "strict", "fragment", "idna", "invalid", "engine", ...ADMITTED_NAMES] as const;

/** Checks options. Throws OptionError `invalid-option`, and PolicyError. */
export function resolveCrawlOptions(options: CrawlOptions): CrawlSettings {
	checkNames(options === undefined ? {} : options, ...NAMES);
	checkFlags(options ?? {}, "strict");
	const profile = profileIn(options ?? {});
	const row: Partial<ProfileRow> =
		profile === undefined ? { policy: withBase(checkedPolicy(options.policy)) } : choose("profile", profile, PROFILES);
	const { policy, number = 0 } = row;
	checkLists(policy ?? {}, options.lists ?? []);
	const lists = (options.lists ?? []).map(plainList);
	if (options.strict && (policy?.base === "whatwg" || number !== Profile.WHATWG)) {
		throw new OptionError("invalid-option", 'The option "strict" is for whatwg@1, rfc3986@1 and policies on rfc3986.');
	}
	if (options.fragment !== undefined && (options.fragment !== "keep" || number !== Profile.CRAWLEE)) {
		throw new OptionError("invalid-option", 'The option "fragment" is for crawlee@1, and can only be "keep".');
	}
	const idna = options.idna ?? row.toAscii ?? platformToAscii;
	const flags =
		(options.strict ? Flag.STRICT : 0) |
		(idna === false ? Flag.NO_A_LABELS : 0) |
		(options.fragment ? CrawlFlag.KEEP_FRAGMENT : 0);
	const identity = profile ?? policyIdentity(policy ?? {}, lists);
	const word = flags | (policy === undefined ? number : CrawlFlag.POLICY);
	const invalid = options.invalid ?? "keep";
	const { bits, schemes } = admittedBy(options);
	return {
		profile,
		policy,
		lists,
		toAscii: asciiBy(idna),
		invalid,
		engine: chosenEngine(options.engine ?? "auto"),
		identity: identityOf(identity, options),
		// Only sets ask for them, and each is a digest of the whole policy.
		otherIdentities: () => otherIdentities(identity, policy, lists).map((other) => identityOf(other, options)),
		word,
		linesWord: word | choose("invalid", invalid, INVALID) | bits,
		schemes,
		replacesSurrogates: row.replacesSurrogates === true && !options.strict,
	};
}

/** The profile; undefined if there is a policy instead. Throws OptionError if there is neither or both. */
function profileIn({ profile, policy }: CrawlOptions): ProfileId | undefined {
	if (policy === undefined && profile === undefined) throw new OptionError("invalid-option", NO_RULES);
	if (policy !== undefined && profile !== undefined) {
		throw new OptionError("invalid-option", "The options profile and policy exclude each other.");
	}
	return profile === "rfc3986" ? "rfc3986@1" : profile;
}

export function chosenEngine(wanted: Engine | "auto"): Engine {
	const known = { auto: undefined, wasm: "wasm", js: "js" } as const;
	const chosen = choose("engine", wanted, known) ?? crawlKernels.fastest;
	if (crawlKernels.isAvailable(chosen)) return chosen;
	throw new OptionError("invalid-option", `The engine "${chosen}" does not run here.`);
}

/** The identity of a profile or a policy, with the options that change keys. An `idna` function is the caller's to keep. */
function identityOf(identity: string, { strict, idna, fragment }: CrawlOptions): string {
	return `${identity}${strict ? " strict" : ""}${fragment ? " fragment=keep" : ""}${idna === false ? " idna=off" : ""}`;
}

/** The other identities of the keys that have one. */
function otherIdentities(identity: string, policy: PlainPolicy | undefined, lists: readonly PlainList[]): string[] {
	if (policy === undefined) return [];
	const ofPolicy = [policyIdentity(policy, lists), ...formerIdentities(policy, lists)];
	const ofProfile = ofPolicy[0] === policyIdentity(CRAWL_POLICY, []) ? ["crawl@1"] : [];
	return [...new Set([...ofPolicy, ...ofProfile])].filter((other) => other !== identity);
}

/** The ids of all profiles. */
export function profileIds(): ProfileId[] {
	return Object.keys(PROFILES) as ProfileId[];
}
