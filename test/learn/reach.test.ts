/** In which scope a rule is adopted, and where it is written to act. Numbers in titles are sections of the specification of `learn`. */
import { type LearnOptions, learn, type RuleEvidence } from "urlsieve/learn";
import { describe, expect, it } from "vitest";
import { batchesOf, type TestRow } from "../support/row-batches";

type Trials = readonly [agree: number, disagree: number];

const FOR: Trials = [20, 0];
const AGAINST: Trials = [5, 15];
const times = (count: number, trials: Trials): Trials[] => new Array<Trials>(count).fill(trials);
const first = (count: number) => Array.from({ length: count }, (_, site) => site);

/** Pages of a host, each without and with a parameter: `agree` are the same, `disagree` are not. */
function rowsOf(host: string, [agree, disagree]: Trials): TestRow[] {
	return Array.from({ length: 2 * (agree + disagree) }, (_, row) => ({
		url: `https://${host}/${row >> 1}${row % 2 === 0 ? "" : "?p=1"}`,
		digests: [`${host} ${row >> 1 < agree ? row >> 1 : row}`],
	}));
}

const DOMAINS = { registrableDomain: (host: string) => host.split(".").slice(-2).join(".") };
const nameOf = (site: number) => `s${String(site).padStart(3, "0")}`;

/** Learns from sites with these trials, each a domain of its own unless `domainOf` says otherwise. */
async function ruleOf(trials: readonly Trials[], options: LearnOptions = {}, domainOf = (site: number) => `${nameOf(site)}.com`) {
	const hosts = trials.map((_, site) => (domainOf(site).startsWith("s") ? domainOf(site) : `${nameOf(site)}.${domainOf(site)}`));
	const rows = trials.flatMap((some, site) => rowsOf(hosts[site] as string, some));
	const { evidence } = await learn(batchesOf(rows), { holdout: 0, publicSuffix: DOMAINS, reach: "everywhere", ...options });
	const rule = evidence.rules.find(({ rule: name }) => name === "param:p") as RuleEvidence | undefined;
	const numbers = (names: readonly string[] = []) =>
		names.flatMap((name) => (hosts.includes(name) ? [hosts.indexOf(name)] : [])).sort((a, b) => a - b);
	return { scope: rule?.scope, reach: rule?.reach, hosts: numbers(rule?.hosts), exceptions: numbers(rule?.exceptHosts) };
}

describe("3.7: a rule is adopted everywhere", () => {
	it.each<[string, boolean, Trials[]]>([
		["by nine domains of nine", true, times(9, FOR)],
		["not by eight of eight", false, times(8, FOR)],
		["with 3 of 30 against", true, [...times(27, FOR), ...times(3, AGAINST)]],
		["not with 3 of 29", false, [...times(26, FOR), ...times(3, AGAINST)]],
		["not if sites with fewer than five trials contradict it together", false, [...times(9, FOR), ...times(12, [0, 4])]],
		["if few of such sites contradict it", true, [...times(9, FOR), [0, 4]]],
		["not by one site of many trials: each counts as 20", false, [...times(8, FOR), [1000, 0], ...times(20, [0, 1])]],
	])("%s: %s", async (_, isAdopted, trials) => {
		expect((await ruleOf(trials)).scope === "everywhere").toBe(isAdopted);
	});

	it("not by a hundred hosts of one domain", async () => {
		expect((await ruleOf(times(100, FOR), {}, () => "a.com")).scope).toBe("domain");
	});

	it.each<[string, boolean, Trials[]]>([
		["of two hosts", true, times(2, FOR)],
		["of two hosts that are too few alone", true, times(2, [10, 0])],
		["not of one", false, times(1, FOR)],
		["not of two, one of which has fewer than five trials", false, [FOR, [4, 0]]],
		["not if one of a hundred is against it (Choice 3)", false, [...times(99, FOR), AGAINST]],
		["not if one of a hundred has a single trial, which is contrary (Choice 3)", false, [...times(99, FOR), [0, 1]]],
	])("or at a domain %s: %s", async (_, isAdopted, trials) => {
		expect((await ruleOf(trials, {}, () => "a.com")).scope === "domain").toBe(isAdopted);
	});
});

describe("3.14: a rule that was adopted everywhere is written", () => {
	interface Written {
		readonly reach: string;
		readonly hosts?: number[];
		readonly exceptions?: number[];
	}
	const none = { hosts: [], exceptions: [] };

	it.each<[string, Trials[], LearnOptions, Written]>([
		["without hosts by sixteen domains of sixteen", times(16, FOR), {}, { reach: "everywhere" }],
		["with hosts by fifteen of fifteen", times(15, FOR), {}, { reach: "crawl", hosts: first(15) }],
		["without hosts if 1 of 100 is against it", [...times(99, FOR), AGAINST], {}, { reach: "everywhere", exceptions: [99] }],
		["with hosts if 1 of 99 is", [...times(98, FOR), AGAINST], {}, { reach: "crawl", hosts: first(98) }],
		[
			"with exceptions of few trials, more of them contrary",
			[...times(16, FOR), [1, 2]],
			{},
			{ reach: "everywhere", exceptions: [16] },
		],
		[
			"at the sites for it, and at those of few trials",
			[...times(9, FOR), [1, 1], [1, 2]],
			{},
			{ reach: "crawl", hosts: first(10) },
		],
		["so if reach is crawl", [...times(16, FOR), [1, 1]], { reach: "crawl" }, { reach: "crawl", hosts: first(17) }],
		[
			"only at the sites for it if reach is host",
			[...times(16, FOR), [1, 1]],
			{ reach: "host" },
			{ reach: "host", hosts: first(16) },
		],
	])("%s", async (_, trials, options, written) => {
		const { scope, ...rest } = await ruleOf(trials, options);
		expect([scope, rest]).toEqual(["everywhere", { ...none, ...written }]);
	});

	it("with hosts if one host of a domain in sixteen is against it", async () => {
		const domainOf = (site: number) => `d${site % 16}.com`;
		expect((await ruleOf(times(32, FOR), {}, domainOf)).reach).toBe("everywhere");
		expect((await ruleOf([...times(32, FOR), AGAINST], {}, domainOf)).reach).toBe("crawl");
	});
});

describe("a domain that votes", () => {
	const hostsOf = (count: number, hostOf: (site: number) => string) => Array.from({ length: count }, (_, site) => hostOf(site));
	const scopesOf = async (hosts: readonly string[], options: LearnOptions = {}) => {
		const rows = hosts.flatMap((host) => rowsOf(host, FOR));
		const { evidence } = await learn(batchesOf(rows), { holdout: 0, reach: "everywhere", ...options });
		return [...new Set(evidence.rules.map(({ scope, reach }) => `${scope} ${reach}`))];
	};
	const ofUk = hostsOf(9, (site) => `www.s${site}.co.uk`);
	const known = (registrableDomain: (host: string) => string | undefined) => ({ publicSuffix: { registrableDomain } });

	it.each<[string, string[], LearnOptions, string[]]>([
		["is that of hosts with the same last two labels", hostsOf(20, (site) => `s${site}.a.com`), {}, ["host host"]],
		["is each address of IPv4", hostsOf(16, (site) => `192.0.2.${site}`), {}, ["everywhere everywhere"]],
		["is each address of IPv6", hostsOf(16, (site) => `[2001:db8::${site.toString(16)}]`), {}, ["everywhere everywhere"]],
		["is that of two labels where none is known", ofUk, {}, ["host host"]],
		["is a registrable one", ofUk, known((host) => host.split(".").slice(-3).join(".")), ["everywhere crawl"]],
		["is that of two labels where a host has no registrable one", ofUk, known(() => undefined), ["host host"]],
		["may have all hosts", ofUk, known(() => "co.uk"), ["domain host"]],
		[
			"reaches everywhere without the guard of reach",
			hostsOf(9, (site) => `www.s${site}.com`),
			{ without: ["reach"] },
			["everywhere everywhere"],
		],
	])("%s", async (_, hosts, options, scopes) => {
		expect(await scopesOf(hosts, options)).toEqual(scopes);
	});
});
