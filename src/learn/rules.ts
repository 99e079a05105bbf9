/** Rules adopted so far, and where each acts. */
import type { Candidate } from "./candidates";
import type { Tally } from "./judgement";

/** A rule: what it erases, and at which sites of the crawl. */
export interface Rule {
	readonly candidate: Candidate;
	scope: "everywhere" | "domain" | "host";
	/** Acts at all sites but `exceptions`; else at `sites` alone. */
	isEverywhere: boolean;
	readonly exceptions: Set<number>;
	readonly sites: Set<number>;
	/** Registrable domains at which it acts. Their sites of the crawl are in `sites`. */
	readonly domains: Set<string>;
	/** Its evidence by site, in octet order of sites. */
	tallies: readonly Tally[];
}

export class Rules {
	readonly byCandidate = new Map<number, Rule>();
	/** Rules at each site that are not everywhere. */
	readonly #atSites = new Map<number, Set<Rule>>();

	/** The rule of a candidate, which is new if it acts nowhere. */
	of(candidate: Candidate): Rule {
		const found = this.byCandidate.get(candidate.id);
		if (found !== undefined) return found;
		const rule: Rule = {
			candidate,
			scope: "host",
			isEverywhere: false,
			exceptions: new Set(),
			sites: new Set(),
			domains: new Set(),
			tallies: [],
		};
		this.byCandidate.set(candidate.id, rule);
		return rule;
	}

	adoptAt(rule: Rule, site: number): void {
		rule.exceptions.delete(site);
		if (rule.isEverywhere) return;
		rule.sites.add(site);
		const rules = this.#atSites.get(site) ?? new Set();
		this.#atSites.set(site, rules.add(rule));
	}

	/** Ends a rule at one site. */
	except(rule: Rule, site: number): void {
		if (rule.isEverywhere) rule.exceptions.add(site);
		rule.sites.delete(site);
		this.#atSites.get(site)?.delete(rule);
	}

	drop(rule: Rule): void {
		for (const site of rule.sites) this.#atSites.get(site)?.delete(rule);
		this.byCandidate.delete(rule.candidate.id);
	}

	acts(rule: Rule, site: number): boolean {
		return rule.isEverywhere ? !rule.exceptions.has(site) : rule.sites.has(site);
	}

	/** The rules that act at a site, in the order in which they were adopted. */
	at(site: number): Rule[] {
		const rules = [...this.byCandidate.values()].filter(({ isEverywhere, exceptions }) => isEverywhere && !exceptions.has(site));
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
		const everywhere = [...this.byCandidate.values()].filter(({ isEverywhere }) => isEverywhere);
		const bundles = everywhere.filter(({ candidate }) => candidate.features.length > 1);
		for (const rule of everywhere.filter(({ candidate }) => candidate.features.length === 1)) {
			const [feature] = rule.candidate.features as [number];
			if (bundles.some(({ candidate }) => candidate.features.includes(feature))) this.drop(rule);
		}
	}
}
