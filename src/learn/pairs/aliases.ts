/**
 * Aliases of hosts that have the same pages: see hosts.ts.
 *
 * ```
 *   pairs that hold        m.a.com = a.com   a.org = a.com       groups: m.a.com, a.org, a.com
 *   the target of each     the host above all others, else that with most pages
 * ```
 *
 * Two groups become one only if no pair of them was refused. A host label acts on hosts that nobody has seen: it needs the votes of
 * domains that such rules need, and none against it.
 */
import { LEAST_TRIALS, type Tally, together, trialsIn } from "../rules/judgement";
import { isElected } from "../rules/reach";
import { type HostPair, siteOfHost } from "./hosts";
import type { FoundPairs, PairRule } from "./pair-rules";
import { tallyOf, type Verdict, verdictOf } from "./trials";
import { hostNamed, labelsOf, type PairsTried } from "./try-pairs";

/** A pair that holds. */
interface Edge {
	readonly pair: HostPair;
	readonly tally: Tally;
	readonly earlier?: PairsTried["earlier"][number] | undefined;
}

export function aliasesOf(tried: PairsTried): FoundPairs {
	const judged = tried.hosts.all.map((pair) => judge(tried, pair));
	const refused = judged.filter(({ verdict }) => verdict === "refused");
	const refusedPairs = new Set(refused.map(({ pair }) => pair));
	const edges = [...earlierEdges(tried, refusedPairs), ...judged.filter(({ verdict }) => verdict === "holds")];
	const groups = new HostGroups(tried, refusedPairs);
	for (const edge of inOrder(edges)) groups.join(edge);
	const labels = tried.isEverywhere ? labelRules(tried, edges, refusedPairs) : [];
	return {
		rules: [...labels, ...groups.aliases().filter((rule) => !labels.some((label) => isCovered(rule, label)))],
		refused: refused.map((each) => ruleOf(tried, each, targetOf(tried, each.pair))),
	};
}

interface Judged extends Edge {
	readonly verdict: Verdict;
}

function judge({ lesson }: PairsTried, pair: HostPair): Judged {
	const [a, b] = [siteOfHost(pair.a), siteOfHost(pair.b)];
	const tally = tallyOf(lesson, pair.trials, [a, b]);
	const verdict = verdictOf(lesson, tally, pair.trials);
	const [one, other] = [a, b].map((site) => lesson.web.siteNames[site]) as [string, string];
	// Sites of a kind have many files in common, and roots of their own.
	const isStranger = !isBelow(one, other) && !isBelow(other, one);
	const isContrary = isStranger && pair.differsAtRoot && trialsIn(tally) >= LEAST_TRIALS;
	return { pair, tally, verdict: isContrary ? "refused" : verdict };
}

/** Aliases of an earlier run that this one cannot judge. */
function earlierEdges({ hosts, sites, earlier, lesson }: PairsTried, refused: ReadonlySet<HostPair>): Edge[] {
	return earlier.flatMap((each): Edge[] => {
		if (each.writing.kind !== "hostAlias") return [];
		const pair = hosts.pairOf(hostNamed(sites, each.writing.host), hostNamed(sites, each.writing.target));
		if (pair === undefined || refused.has(pair)) return [];
		const tally = tallyOf(lesson, pair.trials, [siteOfHost(pair.a), siteOfHost(pair.b)]);
		return trialsIn(tally) >= lesson.levels.support ? [] : [{ pair, tally, earlier: each }];
	});
}

/** Earlier ones first, then those with most votes. */
function inOrder(edges: readonly Edge[]): Edge[] {
	const isEarlier = ({ earlier }: Edge) => (earlier === undefined ? 1 : 0);
	return [...edges].sort(
		(x, y) => isEarlier(x) - isEarlier(y) || y.tally.agree - x.tally.agree || x.pair.a - y.pair.a || x.pair.b - y.pair.b,
	);
}

/** Labels that enough domains vote for, and none is against, and those of an earlier run that none is against. */
function labelRules(tried: PairsTried, edges: readonly Edge[], refused: ReadonlySet<HostPair>): PairRule[] {
	const { web } = tried.lesson;
	const contrary = new Set([...refused].flatMap((pair) => [...labelsOf(web.siteNames, pair)]));
	const byLabel = new Map<string, Edge[]>();
	for (const edge of edges) {
		for (const label of labelsOf(web.siteNames, edge.pair)) byLabel.set(label, [...(byLabel.get(label) ?? []), edge]);
	}
	const rules = [...byLabel]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.flatMap(([label, own]) => (contrary.has(label) ? [] : labelRule(tried, label, own)));
	const known = new Set(rules.map(({ writing }) => (writing.kind === "hostLabel" ? writing.label : "")));
	const kept = tried.earlier.flatMap(({ writing, evidence, saved }): PairRule[] => {
		if (writing.kind !== "hostLabel" || known.has(writing.label) || contrary.has(writing.label)) return [];
		return [{ writing, previous: evidence, saved }];
	});
	return [...rules, ...kept];
}

/** The rule of a label. Where pages are at `www.` without the label, an alias says so, and no label. */
function labelRule({ lesson }: PairsTried, label: string, edges: readonly Edge[]): PairRule[] {
	if (edges.some(({ pair }) => pair.a % 2 === 1 || pair.b % 2 === 1)) return [];
	const domains = new Set(edges.map(({ pair }) => lesson.voters[siteOfHost(pair.a)]));
	if (!isElected(domains.size, domains.size)) return [];
	const saved = edges.reduce((sum, { pair }) => sum + pair.trials.saved, 0);
	const tally = together(edges.map((edge) => edge.tally));
	return [{ writing: { kind: "hostLabel", label }, tally, trials: edges[0]?.pair.trials, saved }];
}

/** Whether a label does what an alias does. */
function isCovered({ writing }: PairRule, { writing: other }: PairRule): boolean {
	if (writing.kind !== "hostAlias" || other.kind !== "hostLabel") return false;
	return writing.host === `${other.label}.${writing.target}`;
}

interface Group {
	target: number;
	readonly hosts: Set<number>;
	readonly edges: Edge[];
}

/** Hosts that are one. */
class HostGroups {
	readonly #tried: PairsTried;
	readonly #refused: ReadonlySet<HostPair>;
	readonly #groupOf = new Map<number, Group>();

	constructor(tried: PairsTried, refused: ReadonlySet<HostPair>) {
		this.#tried = tried;
		this.#refused = refused;
	}

	join(edge: Edge): void {
		const { pair, earlier } = edge;
		const [one, other] = [this.#of(pair.a), this.#of(pair.b)];
		if (one === other || this.#areApart(one, other)) return;
		const target =
			earlier?.writing.kind === "hostAlias"
				? this.#of(hostNamed(this.#tried.sites, earlier.writing.target)).target
				: betterOf(this.#tried, one.target, other.target);
		const group: Group = { target, hosts: new Set([...one.hosts, ...other.hosts]), edges: [...one.edges, ...other.edges, edge] };
		for (const host of group.hosts) this.#groupOf.set(host, group);
	}

	/** A rule for each host of a group but its target, in order. */
	aliases(): PairRule[] {
		return [...this.#groupOf]
			.sort(([a], [b]) => a - b)
			.flatMap(([host, { target, edges }]): PairRule[] => {
				if (host === target) return [];
				const own = edges.filter(({ pair }) => pair.a === host || pair.b === host);
				const direct = own.find(({ pair }) => pair.a === target || pair.b === target);
				return [ruleOf(this.#tried, direct ?? (own[0] as Edge), [host, target])];
			});
	}

	#of(host: number): Group {
		const known = this.#groupOf.get(host) ?? { target: host, hosts: new Set([host]), edges: [] };
		this.#groupOf.set(host, known);
		return known;
	}

	#areApart(one: Group, other: Group): boolean {
		const { hosts } = this.#tried;
		return [...one.hosts].some((a) =>
			[...other.hosts].some((b) => {
				const pair = hosts.pairOf(a, b);
				return siteOfHost(a) === siteOfHost(b) || (pair !== undefined && this.#refused.has(pair));
			}),
		);
	}
}

function targetOf(tried: PairsTried, { a, b }: HostPair): readonly [host: number, target: number] {
	const target = betterOf(tried, a, b);
	return target === a ? [b, a] : [a, b];
}

/** The target of two hosts: the one above, else that with more pages, else the first in octet order. */
function betterOf({ lesson: { web }, hosts }: PairsTried, a: number, b: number): number {
	const [one, other] = [web.siteNames[siteOfHost(a)] as string, web.siteNames[siteOfHost(b)] as string];
	if (isBelow(one, other)) return b;
	if (isBelow(other, one)) return a;
	const more = (hosts.pages[b] as number) - (hosts.pages[a] as number);
	return more > 0 || (more === 0 && b < a) ? b : a;
}

function isBelow(host: string, above: string): boolean {
	return host.endsWith(`.${above}`);
}

function ruleOf(tried: PairsTried, { pair, tally, earlier }: Edge, [host, target]: readonly [number, number]): PairRule {
	const writing = { kind: "hostAlias", host: nameOf(tried, host), target: nameOf(tried, target) } as const;
	if (earlier !== undefined) return { writing, previous: earlier.evidence, saved: earlier.saved };
	return { writing, tally, trials: pair.trials, saved: pair.trials.saved };
}

function nameOf({ lesson: { web } }: PairsTried, host: number): string {
	const name = web.siteNames[siteOfHost(host)] as string;
	return host % 2 === 1 ? `www.${name}` : name;
}
