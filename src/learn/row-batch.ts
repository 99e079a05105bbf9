/** Rows of a crawl, in batches of columns: the input of `learn`. */

import type { ParameterList, Policy } from "../crawl/schema/policy";
import type { Engine } from "../engine/kernel";

/** A column of a batch. Row i is the octets from the end of row i - 1, or 0, to `ends[i]`. An empty value is an absent one. */
export interface Column {
	readonly bytes: Uint8Array;
	/** The end of each row's value in `bytes`, one number a row. */
	readonly ends: Uint32Array;
}

/** Some rows: a fetch each, with the crawler's records about it. */
export interface RowBatch {
	/** Number of rows. */
	readonly rows: number;
	/** The URLs as they were fetched, concatenated, and the end of each. */
	readonly urls: Uint8Array;
	readonly urlEnds: Uint32Array;
	/** Digests of the content, strictest first: payload, extracted text, number of a cluster. The same columns in each batch. */
	readonly digests: readonly Column[];
	/** HTTP status, in digits. A row without one counts as 200. */
	readonly status?: Column | undefined;
	/** When it was fetched, in any form. Rows with the same URL and time are one fetch. Without times, each row is a fetch. */
	readonly time?: Column | undefined;
	/** Media type: `warc/revisit` marks a revisit record. */
	readonly type?: Column | undefined;
	/** The target of a redirect: a URL, or a reference to be resolved against that of the row. */
	readonly redirect?: Column | undefined;
	/** Why the content was cut off, if it was. */
	readonly truncated?: Column | undefined;
	/** The method of the request. A row without one is a GET, unless its URL has a mark of archives for a body, such as `__wb_method`. */
	readonly method?: Column | undefined;
}

/** A batch whose keys another thread has made, by the same policy: see `keysOf`. */
export interface KeyedBatch extends RowBatch {
	readonly keys?: Column | undefined;
	/** 1 for each row that is left out. */
	readonly leftOut?: Uint8Array | undefined;
}

/** The reach of a rule beyond the sites that are evidence for it: see docs. */
export type Reach = "everywhere" | "crawl" | "host";

/** From the narrowest to the widest. */
export const REACHES: readonly Reach[] = ["host", "crawl", "everywhere"];

/** The progress of a run. */
export interface LearnProgress {
	readonly pass: "read" | "sort" | "rounds" | "backward" | "holdout" | "write";
	/** Rows so far, in the pass `read`; the number of the round, in `rounds`. */
	readonly done: number;
}

/** The registrable domain of a host, as `fromTldts` of `urlsieve/crawl` makes it. */
export interface Domains {
	registrableDomain(host: string): string | undefined;
}

/** Guards that can be switched off, to see what each is worth. */
export type Guard = (typeof GUARDS)[number];

export const GUARDS = [
	"noise",
	"bundles",
	"rounds",
	"vote",
	"hosts",
	"unstable",
	"blind",
	"backward",
	"weights",
	"reach",
] as const;

/** Options of `learn`. All are optional. */
export interface LearnOptions {
	/** The policy to start from. The default is that of `crawl@1`. */
	readonly policy?: Policy | undefined;
	/** The lists that the policy names, except built-in ones. */
	readonly lists?: readonly ParameterList[] | undefined;
	/** The least number of trials that a rule needs. The default is 20. */
	readonly support?: number | undefined;
	/** The least lower bound of a rule's agreement, before noise. The default is 0.8. */
	readonly bound?: number | undefined;
	/** The agreement that a rule must not contradict, before noise. The default is 0.98. */
	readonly precision?: number | undefined;
	/** The share of pages that rules are tested on and not learned from. The default is 0.2. */
	readonly holdout?: number | undefined;
	/** Which engine runs. The default is the fastest one available. The result is always the same. */
	readonly engine?: Engine | "auto" | undefined;
	/** The default is `"crawl"`, or `"everywhere"` if `previous` has rules that act everywhere. */
	readonly reach?: Reach | undefined;
	/**
	 * The `evidence` of an earlier run with the same policy. Rules that these rows cannot judge stay, since a crawler that
	 * obeys a rule never sees its evidence again; those that they contradict go. Rules that reach farther than `reach` go, too.
	 */
	readonly previous?: Evidence | undefined;
	/** The number of pairs of URLs to name whose pages would test the rules that were judged longest ago. The default is 0. */
	readonly probes?: number | undefined;
	/**
	 * Octets of memory for the data of rows. The rest goes into temporary files. The result does not depend on it. The default is
	 * 256 MiB.
	 */
	readonly memory?: number | undefined;
	/** The directory for temporary files. The default is that of the system. */
	readonly temp?: string | undefined;
	/** For rules that hold for a registrable domain. Without it, there are none. */
	readonly publicSuffix?: Domains | undefined;
	/** Guards that are off. For measurements only. */
	readonly without?: readonly Guard[] | undefined;
	readonly onProgress?: ((progress: LearnProgress) => void) | undefined;
	/** Ends the run with its reason. */
	readonly signal?: AbortSignal | undefined;
}

/** Rows by their fate, and the results. */
export interface LearnCounts {
	readonly rows: number;
	/** Fetches that count: rows without those below. */
	readonly fetches: number;
	/** Rows that do not count, by cause. */
	readonly invalidUrl: number;
	readonly notHttp: number;
	/** Rows that were fetched by another method than GET. */
	readonly method: number;
	readonly status: number;
	readonly truncated: number;
	readonly noDigest: number;
	/** Rows whose URL and time another row has. */
	readonly repeated: number;
	/** Rows of pages with more than 131,072 fetches, beyond the sample that stands for them. */
	readonly notSampled: number;
	/** Redirects that are evidence. They are not fetches. */
	readonly redirects: number;
	readonly keys: number;
	readonly sites: number;
	/** Sites without evidence. */
	readonly unstableSites: number;
	readonly blindSites: number;
	/** Sites of which no page was fetched twice, in whatever variant, and their rows. */
	readonly onceSites: number;
	readonly onceRows: number;
	/** Rows on sites without evidence, for these or other causes. */
	readonly rowsWithoutEvidence: number;
	/** Names of parameters and index names that are no candidates: too few keys have them, and there are too many. */
	readonly namesLeftOut: number;
	/** Rules written, and those that did not fit the limits of policies and lists. */
	readonly rules: number;
	readonly rulesLeftOut: number;
	/** Rules of `previous` that stay without new evidence. */
	readonly rulesCarried: number;
}

/** Two URLs as they came. */
export type UrlPair = readonly [a: string, b: string];

/** Two URLs that a rule merges, and the rule, as evidence names it. */
export interface Probe {
	readonly rule: string;
	readonly pair: UrlPair;
}

/** The result of `learn`: the contents of three files, and counts. */
export interface Learned {
	/** Pairs of URLs to fetch, those first that test the oldest rules. Pages that differ contradict the rule. */
	readonly probes: readonly Probe[];
	/** For policy.json: the base policy with the learned rules. It names the lists of the base and `learned`. */
	readonly policy: Policy;
	/** For learned.json: a list in the format `urlsieve-list@1`. */
	readonly list: { readonly format: "urlsieve-list@1"; readonly name: "learned"; readonly version: "1" } & Pick<
		ParameterList,
		"params" | "exempt"
	>;
	/** For evidence.json, in the format `urlsieve-evidence@1`: docs. */
	readonly evidence: Evidence;
	readonly counts: LearnCounts;
}

/** A site that contradicts a rule, and a pair of URLs whose pages differ. */
export interface Against {
	readonly host: string;
	readonly agree: number;
	readonly disagree: number;
	readonly pair?: UrlPair | undefined;
}

/** A rule with its evidence. */
export interface RuleEvidence {
	/**
	 * `param:NAME`, `params:NAME+NAME` for names that go together, `pathParam:NAME`, `index:NAME`, `scheme`, `www`, `slashes`,
	 * `trailingSlash`, `pathCase`, `emptyValue`; `value:NAME=VALUE`, `hostAlias:HOST=TARGET`, `hostLabel:LABEL`.
	 */
	readonly rule: string;
	/** The names of `params:`. */
	readonly names?: readonly string[] | undefined;
	readonly scope: "everywhere" | "domain" | "host";
	/** The places where it is written to act: without hosts, or at the hosts named. */
	readonly reach: Reach;
	/** The hosts of a rule that is not written everywhere, but for those below one of them. */
	readonly hosts?: readonly string[] | undefined;
	/** The number of hosts of the rows below `hosts`, at which it acts as well. */
	readonly hostsBelow?: number | undefined;
	/** Hosts at which it does not act, though it acts everywhere, or at a host above: of those, at most 1,000. */
	readonly exceptHosts?: readonly string[] | undefined;
	/** The number of further hosts below `hosts` at which it does not act. */
	readonly exceptHostsLeftOut?: number | undefined;
	/** Runs since it was last judged: 0 for a rule that this run has adopted. */
	readonly age: number;
	readonly hostsFor: number;
	readonly votes: number;
	readonly disagree: number;
	readonly proven: number;
	/** The share of trials that only noise makes disagree. */
	readonly expected: number;
	readonly redirects: number;
	readonly against: readonly Against[];
	readonly savedPer1000: number;
	readonly examples: readonly UrlPair[];
	/** Whether the limits of policies and lists left it out. */
	readonly leftOut?: true | undefined;
	readonly heldOut?: { readonly agree: number; readonly disagree: number } | undefined;
}

/** The evidence of a run. */
export interface Evidence {
	readonly format: "urlsieve-evidence@1";
	/** The identity of the base policy's keys. */
	readonly base: string;
	readonly rules: readonly RuleEvidence[];
	/** Rules that failed, those first that would have saved most. */
	readonly refused: readonly RuleEvidence[];
	/** Sites that use another digest than the first, or none. */
	readonly sites: readonly {
		readonly host: string;
		readonly column: number | null;
		readonly cause: string;
		readonly rows: number;
	}[];
	/** Names of parameters and index names that are no candidates: too few keys have them, and there are too many. */
	readonly namesLeftOut?: number | undefined;
	/** Pages with more than 131,072 fetches: one of their URLs, their rows, and those in the sample that stands for them. */
	readonly sampled?: readonly { readonly url: string; readonly rows: number; readonly kept: number }[] | undefined;
	/**
	 * The share of pages kept apart at which the rules agree, that of URLs fetched twice that agree with themselves, and the quotient. Null
	 * if there is no such page or URL.
	 */
	readonly heldOut: { readonly agreement: number | null; readonly control: number | null; readonly quotient: number | null };
	/** URLs that were fetched twice or more, before any rule that was learned merges them, and those whose content changed. */
	readonly controls: { readonly keys: number; readonly changed: number };
}
