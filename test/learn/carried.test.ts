/** Rules of an earlier run as they are written, and which trials end them. */
import { expect, it } from "vitest";
import type { Candidate } from "../../src/learn/candidates";
import { carriedExtents } from "../../src/learn/carry";
import type { RuleEvidence } from "../../src/learn/row-batch";
import { type Carried, Rules } from "../../src/learn/rules";

const candidate: Candidate = { id: 1, label: "param:a", features: [1] };
const evidenceOf = (scope: RuleEvidence["scope"], reach: RuleEvidence["reach"]) => ({ scope, reach }) as RuleEvidence;
const tallies = [{ site: 3, agree: 1, disagree: 0, proven: 0, noise: 0, provenNoise: 0 }];

it("writes each earlier rule once, with its scope and reach, and with trials if it is of all sites", () => {
	const rule = new Rules().of(candidate);
	rule.tallies = tallies;
	const hosts: Carried = { evidence: evidenceOf("host", "host"), sites: new Set([1, 2]) };
	const crawl: Carried = { evidence: evidenceOf("everywhere", "crawl"), sites: new Set([4]) };
	for (const [site, carried] of [
		[1, hosts],
		[2, hosts],
		[4, crawl],
	] as const)
		rule.carried.set(site, carried);
	const ofHosts = {
		candidate,
		domains: new Set(),
		scope: "host",
		reach: "host",
		sites: hosts.sites,
		tallies: [],
		previous: hosts.evidence,
	};
	const ofCrawl = {
		candidate,
		domains: new Set(),
		scope: "everywhere",
		reach: "crawl",
		sites: crawl.sites,
		tallies,
		previous: crawl.evidence,
	};
	expect(carriedExtents(rule)).toEqual([ofHosts, ofCrawl]);
	rule.carriedEverywhere = evidenceOf("everywhere", "everywhere");
	rule.exceptions.add(7);
	expect(carriedExtents(rule)).toEqual([
		{
			candidate,
			domains: new Set(),
			scope: "everywhere",
			reach: "everywhere",
			sites: new Set([7]),
			tallies,
			previous: rule.carriedEverywhere,
		},
		ofHosts,
		ofCrawl,
	]);
	expect(carriedExtents(new Rules().of(candidate))).toEqual([]);
});
