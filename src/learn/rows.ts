/** `learn`: from rows of a crawl to a policy, a list and their evidence. */
import { createNormalizer } from "../crawl/index";
import { checkPolicy } from "../crawl/policy/check-policy";
import { policyIdentity } from "../crawl/policy/key-identity";
import { CRAWL_POLICY, type Policy } from "../crawl/policy/policy";
import { withBase } from "../crawl/policy/policy-base";
import { prune, trialsOfRules } from "./backward";
import { Candidates } from "./candidates";
import { type EvidenceSource, evidenceOf, refusalOf, rounded, sitesOf } from "./evidence";
import { heldOut } from "./holdout";
import { Intake } from "./intake";
import { type Levels, type Tally, trialsIn } from "./judgement";
import { load, type Unit, write } from "./limits";
import { evenNoise, noiseOf } from "./noise";
import { type Extent, extentOf } from "./reach";
import { inOrder, type Lesson, learnRules, talliesOf } from "./rounds";
import type { Evidence, Guard, Learned, LearnOptions, RowBatch } from "./row-batch";
import { sortWeb, type Web } from "./web";

export type * from "./row-batch";

/**
 * Learns from rows of a crawl which parts of its URLs make no difference. Rows may come in any order and in batches of any size: the
 * result is the same.
 *
 * The policy and the list fit the limits of `createNormalizer` as JSON without white space. Both were loaded, and keys of a sample of
 * the rows made with them. Throws UriError `invalid-option`, PolicyError or ListError, and the reason of `signal`.
 *
 * @example
 * ```ts
 * import { createNormalizer } from "urlsieve/crawl";
 * import { learn } from "urlsieve/learn";
 *
 * // 200 fetches: pages 0 to 99, each without and with a parameter, and a digest of what came.
 * const column = (values: string[]) => {
 * 	const parts = values.map((value) => new TextEncoder().encode(value));
 * 	let end = 0;
 * 	return { bytes: new Uint8Array(Buffer.concat(parts)), ends: Uint32Array.from(parts, ({ length }) => (end += length)) };
 * };
 * const pages = Array.from({ length: 200 }, (_, row) => row >> 1);
 * const urls = column(pages.map((page, row) => `https://example.com/${page}${row % 2 ? `?from=${row}` : ""}`));
 * const digests = [column(pages.map((page) => `page ${page}`))];
 *
 * const { policy, list } = await learn([{ rows: 200, urls: urls.bytes, urlEnds: urls.ends, digests }]);
 * list.params; // [{ name: "from", hosts: ["example.com"] }]
 * const crawler = createNormalizer({ policy, lists: [list] });
 * crawler.key("https://example.com/new?from=mail"); // "https://example.com/new"
 * ```
 */
export async function learn(rows: AsyncIterable<RowBatch> | Iterable<RowBatch>, options: LearnOptions = {}): Promise<Learned> {
	const base = withBase(checkPolicy(options.policy ?? CRAWL_POLICY));
	const { lists = [] } = options;
	const normalizer = createNormalizer({ policy: base, lists, invalid: "blank" });
	const intake = new Intake(normalizer, base.key?.query?.sort !== undefined && base.key.query.sort !== "keep");
	for await (const batch of rows) {
		options.signal?.throwIfAborted();
		intake.add(batch);
		options.onProgress?.({ pass: "read", done: intake.counts.rows });
	}
	return learnFrom(intake, base, options);
}

function learnFrom(intake: Intake, base: Policy, options: LearnOptions): Learned {
	const isOff = (guard: Guard) => options.without?.includes(guard) ?? false;
	const web = sortWeb(intake, isOff);
	const held = heldOut(web, options.holdout ?? 0.2);
	const { rules, cells, lesson } = learnRules(lessonOf(web, held, options, isOff));
	const isHeld = (key: number) => held[key] === 1;
	if (!isOff("backward")) prune(lesson, rules, lesson.isLearned);
	// The figures are those from before the rules that they speak against are gone.
	const tested = trialsOfRules(lesson, rules, isHeld);
	if (!isOff("backward")) prune(lesson, rules, isHeld);
	const all = trialsOfRules(lesson, rules, () => true);

	const settings = {
		precision: lesson.levels.precision,
		reach: options.reach ?? "everywhere",
		voters: lesson.voters,
		isOff: isOff("reach"),
	};
	const extents = inOrder([...rules.byCandidate.values()].map(({ candidate }) => candidate)).flatMap((candidate) => {
		const rule = rules.byCandidate.get(candidate.id);
		if (rule === undefined) return [];
		rule.tallies = moreOf(rule.tallies, talliesOf(lesson, candidate, all.get(candidate.id)?.values() ?? []));
		return [extentOf(rule, settings)];
	});
	const savedAt = (extent: Extent) =>
		[...(all.get(extent.candidate.id)?.values() ?? [])]
			.filter(({ site }) => extent.sites.has(site) !== (extent.reach === "everywhere"))
			.reduce((sum, { saved }) => sum + saved, 0);
	const units = extents.flatMap(unitsOf).map((extent): Unit => ({ extent, saved: savedAt(extent) }));
	const written = write(base, units, web);
	const source: EvidenceSource = {
		web,
		fetches: intake.counts.fetches,
		urlOf: (key) => intake.urls.text(web.order[key] as number),
		levels: lesson.levels,
		cells,
		backward: all,
		heldOut: tested,
	};
	const evidence = evidenceFile(source, lesson, base, options, written, rules.byCandidate);
	check(intake, written, options);
	return {
		policy: written.policy,
		list: written.list,
		evidence,
		counts: {
			...intake.counts,
			keys: web.lo.length,
			sites: web.siteNames.length,
			unstableSites: web.choices.filter(({ column, cause }) => column === undefined && cause === "unstable").length,
			blindSites: web.choices.filter(({ column, cause }) => column === undefined && cause === "blind").length,
			rowsWithoutEvidence: web.choices.reduce((sum, { column, fetches }) => sum + (column === undefined ? fetches : 0), 0),
			rules: written.units.length,
			rulesLeftOut: written.leftOut.length,
		},
	};
}

/** Of each site, the tally with more trials: what a session identifier hid in the rounds shows only under all rules. */
function moreOf(a: readonly Tally[], b: readonly Tally[]): Tally[] {
	const bySite = new Map(a.map((tally) => [tally.site, tally]));
	for (const tally of b) {
		const other = bySite.get(tally.site);
		if (other === undefined || trialsIn(other) < trialsIn(tally)) bySite.set(tally.site, tally);
	}
	return [...bySite.values()].sort((x, y) => x.site - y.site);
}

function lessonOf(web: Web, held: Uint8Array, options: LearnOptions, isOff: (guard: Guard) => boolean): Lesson {
	const { support = 20, bound = 0.8, precision = 0.98, publicSuffix, onProgress, signal } = options;
	const levels: Levels = { support, bound, precision };
	const domains = web.siteNames.map((host) => publicSuffix?.registrableDomain(host));
	return {
		web,
		candidates: new Candidates(web.features),
		levels,
		noise: isOff("noise") ? evenNoise(web, 0) : noiseOf(web),
		domains,
		sitesOf: sitesByDomain(domains),
		voters: web.siteNames.map((host) => publicSuffix?.registrableDomain(host) ?? lastLabels(host)),
		isOff,
		isLearned: (key) => held[key] === 0,
		below: sitesBelow(web.siteNames),
		onRound: (round) => {
			signal?.throwIfAborted();
			onProgress?.({ pass: "rounds", done: round });
		},
	};
}

/** The sites below each site. */
function sitesBelow(siteNames: readonly string[]): Map<number, number[]> {
	const numbers = new Map(siteNames.map((host, site) => [host, site]));
	const below = new Map<number, number[]>();
	for (const [site, host] of siteNames.entries()) {
		for (let dot = host.indexOf("."); dot >= 0; dot = host.indexOf(".", dot + 1)) {
			const above = numbers.get(host.slice(dot + 1));
			if (above !== undefined) pushTo(below, above, site);
		}
	}
	return below;
}

function sitesByDomain(domains: readonly (string | undefined)[]): Map<string, number[]> {
	const sites = new Map<string, number[]>();
	for (const [site, domain] of domains.entries()) if (domain !== undefined) pushTo(sites, domain, site);
	return sites;
}

function pushTo<K>(lists: Map<K, number[]>, key: K, value: number): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [value]);
	else list.push(value);
}

/** The last two labels of a host. An address is one label. */
function lastLabels(host: string): string {
	return /[\]0-9]$/.test(host) ? host : host.split(".").slice(-2).join(".");
}

/** The parts of a rule that can be written one without the other. */
function unitsOf(extent: Extent): Extent[] {
	if (extent.scope !== "host") return [extent];
	return [...extent.sites].sort((a, b) => a - b).map((site) => ({ ...extent, sites: new Set([site]) }));
}

function evidenceFile(
	source: EvidenceSource,
	lesson: Lesson,
	base: Policy,
	{ lists = [] }: LearnOptions,
	written: { readonly units: readonly Unit[]; readonly leftOut: readonly Unit[] },
	adopted: ReadonlyMap<number, unknown>,
): Evidence {
	const { web } = source;
	const refused = inOrder(lesson.candidates.list.filter(({ id }) => !adopted.has(id) && source.cells.has(id)));
	const refusals = refused.map((candidate) =>
		refusalOf(source, candidate, talliesOf(lesson, candidate, source.cells.get(candidate.id)?.values() ?? [])),
	);
	const held = [...source.heldOut.values()].flatMap((bySite) => [...bySite.values()]);
	const agree = held.reduce((sum, { votes }) => sum + votes.size, 0);
	const trials = held.reduce((sum, { disagree }) => sum + disagree, agree);
	const agreement = trials > 0 ? agree / trials : 1;
	const control = 1 - lesson.noise.changed / Math.max(1, lesson.noise.keys);
	return {
		format: "urlsieve-evidence@1",
		base: policyIdentity(base, lists),
		rules: [
			...written.units.map(({ extent, saved }) => evidenceOf(source, extent, saved, false)),
			...written.leftOut.map(({ extent, saved }) => evidenceOf(source, extent, saved, true)),
		],
		refused: refusals.sort((a, b) => b.savedPer1000 - a.savedPer1000),
		sites: sitesOf(web),
		heldOut: { agreement: rounded(agreement), control: rounded(control), quotient: rounded(agreement / control) },
		controls: { keys: lesson.noise.keys, changed: lesson.noise.changed },
	};
}

/** URLs that are keyed with what was written. */
const SAMPLE = 1000;

function check(intake: Intake, written: Pick<Learned, "policy" | "list">, { lists = [] }: LearnOptions): void {
	const normalizer = load(written, lists);
	const step = Math.max(1, Math.floor(intake.keys.size / SAMPLE));
	for (let key = 0; key < intake.keys.size; key += step) normalizer.key(intake.urls.text(key));
}
