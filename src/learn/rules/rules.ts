/** Rules adopted so far, and where each acts. */

import type { RuleEvidence } from "../row-batch";
import type { Candidate } from "./candidates";
import type { Tally } from "./judgement";

/** A rule that an earlier run has learned of hosts, and the sites at which it stays. */
export interface Carried {
	readonly evidence: RuleEvidence;
	readonly sites: Set<number>;
}

/** A rule: the part that it erases, and the sites of the crawl at which it does. */
export interface Rule {
	readonly candidate: Candidate;
	/** Acts at all sites but `exceptions`; else only at `sites`. */
	isEverywhere: boolean;
	readonly exceptions: Set<number>;
	readonly sites: Set<number>;
	/** Registrable domains at which it acts. Their sites of the crawl are in `sites`. */
	readonly domains: Set<string>;
	/** Its evidence by site, in octet order of sites. */
	tallies: readonly Tally[];
	/** Evidence of an earlier run, as far as this one cannot judge it: by site, and everywhere but at `exceptions`. */
	readonly carried: Map<number, Carried>;
	carriedEverywhere: RuleEvidence | undefined;
}

export class Rules {
	readonly byCandidate = new Map<number, Rule>();
	readonly #everywhere = new Set<Rule>();
	/** Rules at each site that are not everywhere. */
	readonly #atSites = new Map<number, Set<Rule>>();
	/** Sites whose rules have changed since `takeChanged`; undefined for all. */
	#changed: Set<number> | undefined;

	/** Whether the rules of a site have changed since the last call. At the first call, those of all sites have. */
	takeChanged(): (site: number) => boolean {
		const changed = this.#changed;
		this.#changed = new Set();
		return changed === undefined ? () => true : (site) => changed.has(site);
	}

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
			carried: new Map(),
			carriedEverywhere: undefined,
		};
		this.byCandidate.set(candidate.id, rule);
		return rule;
	}

	/** Lets a rule act at all sites but these. */
	adoptEverywhere(rule: Rule, exceptions: Iterable<number>): void {
		this.#changed = undefined;
		rule.isEverywhere = true;
		for (const site of exceptions) rule.exceptions.add(site);
		this.#everywhere.add(rule);
	}

	/** Lets a rule act only at its sites. */
	endEverywhere(rule: Rule): void {
		this.#changed = undefined;
		rule.isEverywhere = false;
		rule.carriedEverywhere = undefined;
		rule.exceptions.clear();
		this.#everywhere.delete(rule);
	}

	adoptAt(rule: Rule, site: number): void {
		this.#changed?.add(site);
		if (rule.exceptions.delete(site) && rule.isEverywhere) return;
		rule.sites.add(site);
		const rules = this.#atSites.get(site) ?? new Set();
		this.#atSites.set(site, rules.add(rule));
	}

	/** Ends a rule at one site. */
	except(rule: Rule, site: number): void {
		this.#changed?.add(site);
		if (rule.isEverywhere) rule.exceptions.add(site);
		rule.sites.delete(site);
		rule.carried.get(site)?.sites.delete(site);
		rule.carried.delete(site);
		this.#atSites.get(site)?.delete(rule);
	}

	/** Ends a rule. The evidence of an earlier run stays. */
	drop(rule: Rule): void {
		for (const site of [...rule.sites].filter((each) => !rule.carried.has(each))) {
			this.#changed?.add(site);
			rule.sites.delete(site);
			this.#atSites.get(site)?.delete(rule);
		}
		rule.domains.clear();
		if (rule.isEverywhere && !isCarriedEverywhere(rule)) this.endEverywhere(rule);
		if (rule.carried.size === 0 && !isCarriedEverywhere(rule)) this.byCandidate.delete(rule.candidate.id);
	}

	/** Ends a rule of an earlier run that acts everywhere. */
	dropCarried(rule: Rule): void {
		rule.carriedEverywhere = undefined;
		this.drop(rule);
	}

	acts(rule: Rule, site: number): boolean {
		return rule.isEverywhere ? !rule.exceptions.has(site) : rule.sites.has(site);
	}

	/** Whether the rule of a candidate acts at a site. */
	erases(candidate: number, site: number): boolean {
		const rule = this.byCandidate.get(candidate);
		return rule !== undefined && this.acts(rule, site);
	}

	/** The rules that act at a site, in the order in which they were adopted. */
	at(site: number): Rule[] {
		return [...this.sharedAt(site), ...this.ownAt(site)];
	}

	/** Those of them that act everywhere, and the others. */
	sharedAt(site: number): Rule[] {
		return [...this.#everywhere].filter(({ exceptions }) => !exceptions.has(site));
	}

	ownAt(site: number): Rule[] {
		const rules = this.#atSites.get(site);
		return rules === undefined ? [] : [...rules].filter(({ isEverywhere }) => !isEverywhere);
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
export function isCarriedEverywhere({ carriedEverywhere }: Rule): boolean {
	return carriedEverywhere !== undefined;
}

/** Whether a rule acts at a site because an earlier run has learned so. */
export function isCarriedAt(rule: Rule, site: number): boolean {
	return rule.carried.has(site) || (isCarriedEverywhere(rule) && !rule.exceptions.has(site));
}
