/** Options of `urlsieve/crawl`, and the options word that the crawl kernel reads. */
import { CrawlFlag } from "../../assembly/crawl-options";
import { Flag } from "../../assembly/options";
import { platformToAscii, type ToAscii } from "../engine/idna";
import type { Engine } from "../engine/kernel";
import { UriError } from "../errors";
import { choose } from "../input";
import type { InvalidLines } from "../options";
import { checkLists, checkPolicy } from "./check-policy";
import { crawlKernels, fastestEngine } from "./crawl-kernel";
import { policyIdentity } from "./key-identity";
import { CRAWL_POLICY, type ParameterList, type Policy } from "./policy";

/** Names of the profiles: docs/profiles.md. */
export type ProfileId = "rfc3986@1" | "whatwg@1" | "crawl@1";

/** Options of a crawl normalizer. All may be left out. */
export interface CrawlOptions {
	/** What counts as the same page: a profile, or a policy. `"rfc3986@1"` is the default. */
	readonly profile?: ProfileId | "rfc3986" | undefined;
	/** A policy instead of a profile: JSON as a value. */
	readonly policy?: Policy | undefined;
	/** The lists that the policy names, built-in ones aside. */
	readonly lists?: readonly ParameterList[] | undefined;
	/** `whatwg@1` only. `true`: a lone surrogate, or octets that are not UTF-8, are the error `ill-formed-string`. */
	readonly strict?: boolean | undefined;
	/**
	 * Turns a host beyond ASCII into A-labels; returns `undefined` if it cannot. The default is the platform's `URL`. With
	 * `false`, such a host is the error `profile-cannot`.
	 */
	readonly idna?: ToAscii | false | undefined;
	/** What becomes of lines that cannot be normalized; `"keep"` is the default. Only for bulk input. */
	readonly invalid?: InvalidLines | undefined;
	/** Which engine runs; by default the fastest that the platform has. Results are the same. */
	readonly engine?: Engine | "auto" | undefined;
}

/** Options, checked. */
export interface CrawlSettings {
	/** The profile; undefined for a policy. */
	readonly profile: ProfileId | undefined;
	/** The policy that runs; undefined for `whatwg@1`. */
	readonly policy: Policy | undefined;
	readonly lists: readonly ParameterList[];
	readonly toAscii: ToAscii;
	readonly invalid: InvalidLines;
	readonly engine: Engine;
	/** The key identity: keys may be compared only under the same one. A line of ASCII. */
	readonly identity: string;
	/** The options word of the kernel. */
	readonly word: number;
}

const INVALID_NAMES = { keep: "keep", drop: "drop", blank: "blank", fail: "fail" } as const;

/** The policy of each profile; undefined where the kernel knows the profile itself. */
const PROFILES: { readonly [id in ProfileId]: Policy | undefined } = {
	"rfc3986@1": {},
	"whatwg@1": undefined,
	"crawl@1": CRAWL_POLICY,
};

/** Checks options. Throws UriError `invalid-option`, and PolicyError. */
export function resolveCrawlOptions(options: CrawlOptions = {}): CrawlSettings {
	if (options.policy !== undefined && options.profile !== undefined) {
		throw new UriError("invalid-option", "The options profile and policy exclude each other.");
	}
	const profile = options.profile === "rfc3986" ? "rfc3986@1" : (options.profile ?? "rfc3986@1");
	const profilePolicy = choose("profile", profile, PROFILES);
	const policy = options.policy === undefined ? profilePolicy : checkPolicy(options.policy);
	const lists = options.lists ?? [];
	checkLists(policy ?? {}, lists);
	if (options.strict && policy?.base === "whatwg") {
		throw new UriError("invalid-option", 'The option "strict" is for whatwg@1, rfc3986@1 and policies on rfc3986.');
	}
	const idna = options.idna ?? platformToAscii;
	const flags = (options.strict ? Flag.STRICT : 0) | (idna === false ? Flag.NO_A_LABELS : 0);
	return {
		profile: options.policy === undefined ? profile : undefined,
		policy,
		lists,
		toAscii: idna === false ? () => undefined : idna,
		invalid: choose("invalid", options.invalid ?? "keep", INVALID_NAMES),
		engine: chosenEngine(options.engine ?? "auto"),
		identity: identityOf(options.policy === undefined ? profile : policyIdentity(options.policy, lists), options),
		word: flags | (policy === undefined ? 0 : CrawlFlag.POLICY),
	};
}

function chosenEngine(wanted: Engine | "auto"): Engine {
	const known = { auto: undefined, "wasm-simd": "wasm-simd", wasm: "wasm", js: "js" } as const;
	const chosen = choose("engine", wanted, known) ?? fastestEngine();
	if (crawlKernels.isAvailable(chosen)) return chosen;
	throw new UriError("invalid-option", `The engine "${chosen}" does not run here.`);
}

/** The identity of a profile or a policy, with the options that change keys. An `idna` function is the caller's to keep. */
function identityOf(identity: string, { strict, idna }: CrawlOptions): string {
	return `${identity}${strict ? " strict" : ""}${idna === false ? " idna=off" : ""}`;
}
