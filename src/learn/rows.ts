/** `learn`: from rows of a crawl to a policy, a list and their evidence. */
import { tmpdir } from "node:os";
import type { CrawlNormalizer } from "../crawl/index";
import { policyIdentity } from "../crawl/policy/key-identity";
import type { PlainPolicy } from "../crawl/schema/plain";
import { openBase } from "./corpus/base";
import { checkBatch, checkOptions, checkRows } from "./corpus/check";
import { Intake } from "./corpus/intake";
import { writingOf } from "./corpus/pair-writing";
import { checkPrevious, registerPrevious, within } from "./corpus/previous";
import { isPlace, sortWeb, type Web } from "./corpus/web";
import { findPairs } from "./pairs/find-pairs";
import type { PairRule } from "./pairs/pair-rules";
import { prune, trialsOfRules } from "./rounds/backward";
import { carryOver } from "./rounds/carry";
import { inOrder, type Lesson, learnRules, talliesOf } from "./rounds/rounds";
import type { Evidence, Guard, Learned, LearnOptions, LearnProgress, RowBatch, RuleEvidence } from "./row-batch";
import { Candidates } from "./rules/candidates";
import type { Levels } from "./rules/judgement";
import { reachOf } from "./rules/reach";
import { Rules } from "./rules/rules";
import { evenNoise, type Noise, noiseOf } from "./trials/noise";
import { countsOf } from "./write/counts";
import { type EvidenceSource, evidenceOf, judgedSites, limitsOf, pairEvidence, refusalOf, rounded } from "./write/evidence";
import { load, type Written, write } from "./write/limits";
import { probesOf } from "./write/probes";
import { unitsOf } from "./write/units";

export type * from "./row-batch";

/** Octets of memory for rows, by default. */
const MEMORY = 1 << 28;
/** The share of pages kept apart, by default. */
const HOLDOUT = 0.2;

/**
 * Learns from rows of a crawl which parts of its URLs make no difference. Rows may come in any order and in batches of any size: the
 * result is the same.
 *
 * The policy and the list fit the limits of `createNormalizer` as JSON without white space. Both were loaded, and keys of a sample of
 * the rows made with them. Throws OptionError `invalid-option`, `invalid-input` for rows whose columns contradict each other, PolicyError or
 * ListError, and the reason of `signal`.
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
	checkRows(rows);
	checkOptions(options);
	const { policy: base, normalizer, engine } = openBase(options);
	const { lists = [] } = options;
	const previous = options.previous === undefined ? undefined : checkPrevious(options.previous, policyIdentity(base, lists));
	const isSorted = base.key?.query?.sort !== undefined && base.key.query.sort !== "keep";
	const intake = new Intake(normalizer, { isSorted, memory: options.memory ?? MEMORY, temp: options.temp ?? tmpdir(), engine });
	try {
		for await (const batch of rows) {
			options.signal?.throwIfAborted();
			checkBatch(batch);
			intake.add(batch);
			options.onProgress?.({ pass: "read", done: intake.counts.rows });
		}
		const reach = reachOf(options.reach, previous);
		const rules = previous === undefined ? [] : within(previous, reach);
		const sites = intake.siteNames.length;
		registerPrevious(intake, rules);
		const keyAt = (place: number) => normalizer.key(intake.urls.text(place));
		return learnFrom({ intake, sites, base, keyAt, options: { ...options, reach }, previous: rules });
	} finally {
		intake.close();
	}
}

/** The input of a run: rows and options. */
interface Run {
	readonly intake: Intake;
	/** Sites that rows are of. Others are those of earlier rules. */
	readonly sites: number;
	readonly base: PlainPolicy;
	/** The key of the URL at a place. */
	readonly keyAt: (place: number) => string;
	readonly options: LearnOptions;
	/** Rules of an earlier run. */
	readonly previous: readonly RuleEvidence[];
}

function learnFrom(run: Run): Learned {
	const { intake, sites, base, options } = run;
	const steps = new Steps(options);
	const { web, noise, rules, findings, tested, all, pairs } = findRules(run, steps);
	const { cells, tried, lesson } = findings;
	steps.begin("write");

	const units = unitsOf(findings, all, options, intake.counts.fetches);
	const written = write(base, units, pairs.rules, web, options.lists ?? []);
	const { levels, below, sitesOf } = lesson;
	const urlOf = (place: number) => intake.urls.text(place);
	const { fetches } = intake.counts;
	const source: EvidenceSource = { web, fetches, urlOf, levels, below, sitesOf, cells, tried, backward: all, heldOut: tested };
	const results = { ...written, refused: pairs.refused };
	const evidence = evidenceFile(source, lesson, noise, base, options, results, rules.byCandidate);
	const learned = check(intake, written, options);
	return {
		policy: written.policy,
		list: written.list,
		evidence,
		probes: probesOf({ web, urlOf, learned, support: levels.support }, written, options.probes ?? 0),
		counts: countsOf(intake, sites, web, written),
	};
}

/** Finds rules, looks at them again, and tests them on pages kept apart; then those of hosts and of values. */
function findRules({ intake, keyAt, options, previous }: Run, steps: Steps) {
	const isOff = (guard: Guard) => options.without?.includes(guard) ?? false;
	const { holdout = HOLDOUT } = options;
	steps.begin("sort");
	const web = sortWeb(intake, { holdout, isOff, onPartition: () => steps.check() });
	const start = lessonOf(web, options, isOff, steps);
	const rules = new Rules();
	const ofPairs = previous.filter(isOfPairs);
	const ofParts = previous.filter((rule) => !isOfPairs(rule));
	carryOver(start, rules, ofParts);
	const findings = learnRules(start, rules);
	const { lesson } = findings;
	steps.begin("backward");
	if (!isOff("backward")) prune(lesson, rules, "learned");
	steps.begin("holdout");
	// The figures are those from before the rules that they speak against are gone.
	const tested = trialsOfRules(lesson, rules, "held");
	if (!isOff("backward")) prune(lesson, rules, "held", tested);
	const all = trialsOfRules(lesson, rules, "all");
	const { reader, counts } = intake;
	const isEverywhere = options.reach === "everywhere";
	const pairs = findPairs({ lesson, rules, reader, holdout, isEverywhere, previous: ofPairs, fetches: counts.fetches, keyAt });
	return { web, noise: start.noise, rules, findings, tested, all, pairs };
}

/** Whether a rule is one of hosts or of a value. */
function isOfPairs(rule: RuleEvidence): boolean {
	return writingOf(rule) !== undefined;
}

function lessonOf(web: Web, options: LearnOptions, isOff: (guard: Guard) => boolean, steps: Steps): Lesson {
	const { support = 20, bound = 0.8, precision = 0.98, publicSuffix } = options;
	const levels: Levels = { support, bound, precision };
	const domains = web.siteNames.map((host) => (isPlace(host) ? publicSuffix?.registrableDomain(host) : undefined));
	const voters = web.siteNames.map((host, site) => domains[site] ?? lastLabels(host));
	return {
		web,
		candidates: new Candidates(web.features),
		levels,
		noise: isOff("noise") ? evenNoise(web, 0) : noiseOf(web, voters),
		domains,
		sitesOf: sitesByDomain(domains),
		voters,
		isOff,
		below: sitesBelow(web.siteNames),
		onRound: (round) => steps.begin("rounds", round),
	};
}

/** Reports the passes after the reading, and ends the run on `signal`. */
class Steps {
	readonly #options: LearnOptions;

	constructor(options: LearnOptions) {
		this.#options = options;
	}

	begin(pass: LearnProgress["pass"], done = 0): void {
		this.check();
		this.#options.onProgress?.({ pass, done });
	}

	/** Throws the reason of `signal`. */
	check(): void {
		this.#options.signal?.throwIfAborted();
	}
}

/** The sites below each site. */
function sitesBelow(siteNames: readonly string[]): Map<number, number[]> {
	const numbers = new Map(siteNames.map((host, site) => [host, site]));
	const below = new Map<number, number[]>();
	for (const [site, host] of siteNames.entries()) {
		if (!isPlace(host)) continue;
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

function evidenceFile(
	source: EvidenceSource,
	lesson: Lesson,
	{ keys, changed }: Noise,
	base: PlainPolicy,
	{ lists = [] }: LearnOptions,
	written: Pick<Written, "units" | "leftOut" | "pairs" | "pairsLeftOut"> & { readonly refused: readonly PairRule[] },
	adopted: ReadonlyMap<number, unknown>,
): Evidence {
	const { web } = source;
	const refused = inOrder(lesson.candidates.list.filter(({ id }) => !adopted.has(id) && source.tried.has(id)));
	const refusals = refused.map((candidate) =>
		refusalOf(source, candidate, talliesOf(lesson, candidate, source.cells.of(candidate.id))),
	);
	const refusedPairs = written.refused.map((pair) => pairEvidence(source, pair, false, true));
	const ofPairs = written.pairs.flatMap((pair) => (pair.trials === undefined ? [] : [pair.trials.held]));
	const held = [...Array.from(source.heldOut.all(), ({ votes, disagree }) => ({ agree: votes, disagree })), ...ofPairs];
	const agree = held.reduce((sum, cell) => sum + cell.agree, 0);
	const trials = held.reduce((sum, { disagree }) => sum + disagree, agree);
	const agreement = trials > 0 ? agree / trials : null;
	const control = keys > 0 ? 1 - changed / keys : null;
	const quotient = agreement === null || control === null || control === 0 ? null : rounded(agreement / control);
	return {
		format: "urlsieve-evidence@1",
		base: policyIdentity(base, lists),
		rules: [
			...written.units.map(({ extent, saved }) => evidenceOf(source, extent, saved, false)),
			...written.leftOut.map(({ extent, saved }) => evidenceOf(source, extent, saved, true)),
			...written.pairs.map((pair) => pairEvidence(source, pair, false)),
			...written.pairsLeftOut.map((pair) => pairEvidence(source, pair, true)),
		],
		refused: [...refusals, ...refusedPairs].sort((a, b) => b.savedPer1000 - a.savedPer1000),
		sites: judgedSites(web),
		...limitsOf(source),
		heldOut: { agreement: agreement && rounded(agreement), control: control && rounded(control), quotient },
		controls: { keys, changed },
	};
}

/** URLs that are keyed by the written policy. */
const SAMPLE = 1000;

function check(intake: Intake, written: Pick<Learned, "policy" | "list">, { lists = [] }: LearnOptions): CrawlNormalizer {
	const normalizer = load(written, lists);
	for (const url of intake.urls.first(SAMPLE)) normalizer.key(url);
	return normalizer;
}
