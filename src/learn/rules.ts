/** Rules adopted so far, and where each acts. */
import type { Candidate } from "./candidates";
import type { Tally } from "./judgement";
import type { RuleEvidence } from "./row-batch";

/** A rule of an earlier run, as far as it stays. */
export interface Carried {
	readonly evidence: RuleEvidence;
	/** Sites at which it acts; undefined for a rule that acts everywhere but at the exceptions of its candidate's rule. */
	readonly sites: Set<number> | undefined;
}

/** A rule: what it erases, and at which sites of the crawl. */
export interface Rule {
	readonly candidate: Candidate;
	/** Acts at all sites but `exceptions`; else at `sites` alone. */
	isEverywhere: boolean;
	readonly exceptions: Set<number>;
	readonly sites: Set<number>;
	/** Registrable domains at which it acts. Their sites of the crawl are in `sites`. */
	readonly domains: Set<string>;
	/** Its evidence by site, in octet order of sites. */
	tallies: readonly Tally[];
	/** What an earlier run has learned of it, as far as this one cannot judge it. */
	carried: Carried[];
}

export class Rules {
	readonly byCandidate = new Map<number, Rule>();
	readonly #everywhere = new Set<Rule>();
	/** Rules at each site that are not everywhere. */
	readonly #atSites = new Map<number, Set<Rule>>();

	/** The rule of a candidate, which is new if it acts nowhere. */
	of(candidate: Candidate): Rule {
		const found = this.byCandidate.get(candidate.id);
		if (found !== undefined) return found;
		const rule: Rule = {
			candidate,
			isEverywhere: false,
			exceptions: new Set(),
			sites: new Set(),
			domains: new Set(),
			tallies: [],
			carried: [],
		};
		this.byCandidate.set(candidate.id, rule);
		return rule;
	}

	/** Lets a rule act at all sites but these. */
	adoptEverywhere(rule: Rule, exceptions: Iterable<number>): void {
		rule.isEverywhere = true;
		for (const site of exceptions) rule.exceptions.add(site);
		this.#everywhere.add(rule);
	}

	/** Lets a rule act at its sites alone. */
	endEverywhere(rule: Rule): void {
		rule.isEverywhere = false;
		rule.exceptions.clear();
		this.#everywhere.delete(rule);
	}

	adoptAt(rule: Rule, site: number): void {
		if (rule.exceptions.delete(site) && rule.isEverywhere) return;
		rule.sites.add(site);
		const rules = this.#atSites.get(site) ?? new Set();
		this.#atSites.set(site, rules.add(rule));
	}

	/** Ends a rule at one site. */
	except(rule: Rule, site: number): void {
		if (rule.isEverywhere) rule.exceptions.add(site);
		rule.sites.delete(site);
		for (const { sites } of rule.carried) sites?.delete(site);
		this.#atSites.get(site)?.delete(rule);
	}

	/** Ends a rule. What an earlier run has learned of it stays. */
	drop(rule: Rule): void {
		const staying = new Set(rule.carried.flatMap(({ sites }) => [...(sites ?? [])]));
		for (const site of [...rule.sites].filter((each) => !staying.has(each))) {
			rule.sites.delete(site);
			this.#atSites.get(site)?.delete(rule);
		}
		rule.domains.clear();
		if (rule.isEverywhere && !isCarriedEverywhere(rule)) this.endEverywhere(rule);
		if (rule.carried.length === 0) this.byCandidate.delete(rule.candidate.id);
	}

	/** Ends what an earlier run has learned to act everywhere. */
	dropCarried(rule: Rule): void {
		rule.carried = rule.carried.filter(({ sites }) => sites !== undefined);
		this.drop(rule);
	}

	acts(rule: Rule, site: number): boolean {
		return rule.isEverywhere ? !rule.exceptions.has(site) : rule.sites.has(site);
	}

	/** The rules that act at a site, in the order in which they were adopted. */
	at(site: number): Rule[] {
		const rules = [...this.#everywhere].filter(({ exceptions }) => !exceptions.has(site));
		return [...rules, ...[...(this.#atSites.get(site) ?? [])].filter(({ isEverywhere }) => !isEverywhere)];
	}

	/** Writes 1 to `mask` for each feature that rules erase at a site, but for those of `without`, whatever else erases them. */
	mask(site: number, mask: Uint8Array, without?: Rule): Uint8Array {
		mask.fill(0);
		for (const rule of this.at(site)) for (const feature of rule.candidate.features) mask[feature] = 1;
		for (const feature of without?.candidate.features ?? []) mask[feature] = 0;
		return mask;
	}

	/** Drops rules of single parameters that a bundle erases everywhere, too. */
	dropSubsumed(): void {
		const everywhere = [...this.#everywhere];
		const bundles = everywhere.filter(({ candidate }) => candidate.features.length > 1);
		for (const rule of everywhere.filter(({ candidate }) => candidate.features.length === 1)) {
			const [feature] = rule.candidate.features as [number];
			if (bundles.some(({ candidate }) => candidate.features.includes(feature))) this.drop(rule);
		}
	}
}

/** Whether an earlier run has learned that a rule acts everywhere, and this one has not. */
export function isCarriedEverywhere({ carried }: Rule): boolean {
	return carried.some(({ sites }) => sites === undefined);
}

/** Whether a rule acts at a site because an earlier run has learned so. */
export function isCarriedAt({ carried, isEverywhere, exceptions }: Rule, site: number): boolean {
	return carried.some(({ sites }) => sites?.has(site) ?? (isEverywhere && !exceptions.has(site)));
}
